package org.vacuumadvisor.gui.server;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.application.Platform;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.past.Archives;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.server.LiveServer.Alarm;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.Stale;

/// Where one connects to a server and watches it.
public final class ConnectScreen implements Screen {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Shell shell;
  private final InstantSource clock = InstantSource.system();
  private final LiveServer live;
  private final ConnectForm form;
  private final LiveView view;
  private final Node entrance;
  private final StackPane node = new StackPane();
  private final Timeline ticks = new Timeline();
  private boolean isFirstLook;
  private boolean wasReached;

  /// @param archives tell what was before one connected
  /// @param seen is told of everything that is seen of the server, for its past
  public ConnectScreen(Shell shell, Archives archives, Consumer<Assessment> seen) {
    this.shell = shell;
    live =
        new LiveServer(
            new LiveSurveyor(shell.configuration()),
            shell.background(),
            Alarm.ofWindow(),
            clock,
            shell.configuration()::ignoring,
            opened -> {
              seen.accept(opened.assessment());
              publish(opened);
            });
    live.stateProperty().subscribe(_ -> shell.workbench().pageReaderProperty().set(live.pages()));
    form = new ConnectForm(shell, this::connect, live::disconnect);
    view = new LiveView(shell, live, archives, clock, () -> show(Place.ADVICE));
    entrance = entrance();
    ticks.setCycleCount(Animation.INDEFINITE);
    ticks
        .getKeyFrames()
        .setAll(
            new KeyFrame(
                javafx.util.Duration.millis((double) SECOND.toMillis()), _ -> view.tick()));
    live.stateProperty().subscribe(this::arrange);
    live.stateProperty().subscribe(this::tellWatched);
    live.workProperty()
        .subscribe(work -> work.filter(_ -> isEntering()).ifPresentOrElse(form::busy, form::idle));
  }

  private Node entrance() {
    var title = Texts.line("Connect", "screen-title");
    var open = Texts.button(Glyph.OPEN, "Open saved surveys…", this::chooseSurveys);
    Texts.explained(
        open,
        "One file that the command \"survey\" wrote, or two of one server: then what happened in"
            + " between is judged.");
    var head = Boxes.row(10, title, Boxes.room(), open);
    var middle = new VBox(14, form.node(), help());
    middle.setAlignment(Pos.TOP_CENTER);
    var scroll = Boxes.scrolled(middle);
    var box = new VBox(head, scroll);
    box.getStyleClass().add("screen");
    return box;
  }

  /// What one needs, and what one gets to see.
  private Node help() {
    var example =
        Texts.button(
            Glyph.EXAMPLE,
            "Show an example",
            () ->
                shell
                    .background()
                    .start(
                        _ -> ExampleServer.open(),
                        opened -> {
                          shell.workbench().open(opened);
                          shell.navigator().go(Place.TABLES);
                        },
                        form::fail));
    Texts.explained(example, "Opens two surveys of a small shop that come with the program.");
    var card =
        new VBox(
            8,
            Texts.line("What it takes", "card-title"),
            Texts.wrapped(
                "Any role that can log in. A member of pg_monitor sees all sessions, slots and"
                    + " settings; what a role may not see is listed as a blind spot, with the GRANT"
                    + " that would show it."),
            ScriptNode.of(
                "CREATE ROLE monitor LOGIN PASSWORD '…'; GRANT pg_monitor TO monitor;",
                "Statement that makes a role to look with"),
            Texts.wrapped(
                "Then you see what is wrong and what to do, running vacuums, who blocks cleanup,"
                    + " and the trends since you connected."),
            example);
    card.getStyleClass().addAll("card", "plain");
    card.setMaxWidth(ConnectForm.WIDTH);
    return card;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void shown() {
    switch (live.state()) {
      case LinkState.Disconnected _, LinkState.Connecting _, LinkState.Failed _ -> form.focus();
      case LinkState.PasswordNeeded _ -> form.focusPassword();
      case LinkState.Watching _, LinkState.Lost _ -> view.focus();
    }
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("F3", "Go to the problem that is chosen", view::focusProblem),
        Shortcut.of("F5", "Look at the server now", live::refresh),
        Shortcut.of("Shortcut+D", "Disconnect", live::disconnect),
        Shortcut.of("Shortcut+O", "Open saved surveys", this::chooseSurveys));
  }

  @Override
  public void close() {
    ticks.stop();
    live.disconnect();
  }

  private void connect(ServerAddress address) {
    isFirstLook = true;
    live.connect(address);
  }

  /// What is seen first is opened; later only if nobody has opened something else meanwhile.
  private void publish(Opened seen) {
    boolean isOurs =
        shell.workbench().opened().filter(each -> each.origin().equals(seen.origin())).isPresent();
    if (isFirstLook || isOurs) {
      isFirstLook = false;
      shell.workbench().open(seen);
    } else {
      shell.workbench().keep(seen);
    }
  }

  /// Goes to another screen with what is seen of the server.
  private void show(Place place) {
    live.opened().ifPresent(shell.workbench()::open);
    shell.navigator().go(place);
  }

  private boolean isEntering() {
    return switch (live.state()) {
      case LinkState.Watching _, LinkState.Lost _ -> false;
      case LinkState.Disconnected _,
          LinkState.Connecting _,
          LinkState.PasswordNeeded _,
          LinkState.Failed _ ->
          true;
    };
  }

  private void tellWatched(LinkState state) {
    shell
        .workbench()
        .watchedProperty()
        .set(
            state instanceof LinkState.Watching watching
                ? Optional.of(new Origin.Connected(watching.server()))
                : Optional.empty());
    shell
        .workbench()
        .staleProperty()
        .set(
            state instanceof LinkState.Lost lost
                ? Optional.of(
                    new Stale(new Origin.Connected(lost.server()), lost.last(), lost.sentence()))
                : Optional.empty());
  }

  private void arrange(LinkState state) {
    var wanted = isEntering() ? entrance : view.node();
    if (!node.getChildren().contains(wanted)) {
      node.getChildren().setAll(wanted);
    }
    switch (state) {
      case LinkState.Disconnected _ -> {
        if (wasReached) {
          form.forgetPassword();
        }
        wasReached = false;
        ticks.stop();
      }
      case LinkState.Connecting _ -> ticks.stop();
      case LinkState.PasswordNeeded(_, var sentence) -> form.askForPassword(sentence);
      case LinkState.Failed(var sentence) -> form.fail(sentence);
      case LinkState.Watching _, LinkState.Lost _ -> {
        if (!wasReached) {
          form.reached();
          keepFocus();
        }
        wasReached = true;
        ticks.play();
      }
    }
  }

  /// The keyboard goes on where one looks when the form gives way.
  private void keepFocus() {
    if (node.getScene() != null) {
      Platform.runLater(view::focus);
    }
  }

  private void chooseSurveys() {
    if (isEntering()) {
      Dialogs.open(
          shell, "Open one survey, or two of one server", files -> open(new SurveyFiles(files)));
    }
  }

  /// Opens surveys that were saved, and shows their tables.
  void open(SurveyFiles files) {
    form.busy(
        shell
            .background()
            .start(
                _ -> shell.configuration().ignoring(files.assessment()),
                assessment -> {
                  form.idle();
                  shell.workbench().open(new Opened(files.origin(), assessment, clock.instant()));
                  shell.navigator().go(Place.TABLES);
                },
                sentence -> {
                  form.idle();
                  form.fail(sentence);
                }));
  }
}
