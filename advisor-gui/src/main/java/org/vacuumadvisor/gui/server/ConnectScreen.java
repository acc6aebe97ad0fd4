package org.vacuumadvisor.gui.server;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.application.Platform;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.server.LiveServer.Alarm;
import org.vacuumadvisor.gui.server.LiveServer.LinkState;
import org.vacuumadvisor.gui.server.Surveyor.LiveSurveyor;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;

/// Where one connects to a server and watches it.
public final class ConnectScreen extends Screen {
  private final InstantSource clock = InstantSource.system();
  private final LiveServer live;
  private final ConnectForm form;
  private final LiveView view;
  private final Node entrance;
  private final Timeline ticks = new Timeline();
  private boolean isFirstLook;
  private boolean wasReached;

  /// @param seen is told of everything that is seen of the server, for its past
  public ConnectScreen(Shell shell, Consumer<Assessment> seen) {
    super(shell, new StackPane());
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
    live.state.subscribe(_ -> shell.workbench().pageReader.set(live.pages()));
    form = new ConnectForm(shell, this::connect, live::disconnect);
    view = new LiveView(shell, live, clock, () -> show(Place.ADVICE));
    entrance = entrance();
    ticks.setCycleCount(Animation.INDEFINITE);
    ticks.getKeyFrames().setAll(new KeyFrame(Duration.seconds(1), _ -> view.tick()));
    live.state.subscribe(this::arrange);
    live.state.subscribe(this::tellStale);
    live.work.subscribe(work ->
        work.filter(_ -> !live.state.get().isReached()).ifPresentOrElse(form::busy, form::idle));
  }

  private Node entrance() {
    var open = Texts.button(Glyph.OPEN, "Open saved surveys…", this::chooseSurveys);
    Texts.explained(
        open,
        "One file that the command \"survey\" wrote, or two of one server: then what happened in"
            + " between is judged.");
    var head = Boxes.row(10, Boxes.wide(Texts.whole("Connect", "screen-title")), open);
    var middle = new VBox(14, form.node(), help());
    middle.setAlignment(Pos.TOP_CENTER);
    var box = new VBox(head, Boxes.scrolled(middle));
    box.getStyleClass().add("screen");
    return box;
  }

  /// What one needs, and what one gets to see.
  private Node help() {
    var example = Placeholders.example(shell, this::showTables, form::fail);
    Texts.explained(example, "Opens two surveys of a small shop that come with the program.");
    var card =
        Boxes.card(
            "plain",
            Texts.line("What it takes", "card-title"),
            Texts.wrapped(
                "Any role that can log in. A member of pg_monitor sees all sessions, slots and"
                    + " settings; what a role may not see is listed as a blind spot, with the GRANT"
                    + " that would show it."),
            ScriptNode.of(
                "CREATE ROLE monitor LOGIN PASSWORD '…'; GRANT pg_monitor TO monitor;",
                "Statement that makes a role to look with"),
            example);
    card.setMaxWidth(ConnectForm.WIDTH);
    return card;
  }

  @Override
  public void shown() {
    if (live.state.get().isReached()) {
      view.focus();
    } else if (live.state.get() instanceof LinkState.PasswordNeeded(_, var sentence)) {
      form.askForPassword(sentence);
    } else {
      form.focus();
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
    live.opened.get().ifPresent(shell.workbench()::open);
    shell.navigator().go(place);
  }

  private void tellStale(LinkState state) {
    var server = live.opened.get().map(Opened::origin);
    shell.workbench().stale.set(server.filter(_ -> state instanceof LinkState.Lost));
  }

  private void arrange(LinkState state) {
    var wanted = live.state.get().isReached() ? view.node() : entrance;
    if (!node.getChildren().contains(wanted)) {
      node.getChildren().setAll(wanted);
    }
    switch (state) {
      case LinkState.Disconnected _ -> {
        if (wasReached) {
          form.forgetPassword();
          Platform.runLater(form::focus);
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
          Platform.runLater(view::focus);
        }
        wasReached = true;
        ticks.play();
      }
    }
  }

  private void chooseSurveys() {
    if (!live.state.get().isReached()) {
      Dialogs.open(
          shell, "Open one survey, or two of one server", files -> open(new SurveyFiles(files)));
    }
  }

  /// Opens surveys that were saved, and shows their tables.
  void open(SurveyFiles files) {
    form.busy(
        shell.start(
            _ -> shell.configuration().ignoring(files.assessment()),
            assessment -> {
              form.idle();
              showTables(new Opened(files.origin(), assessment, clock.instant()));
            },
            sentence -> {
              form.idle();
              form.fail(sentence);
            }));
  }

  private void showTables(Opened opened) {
    shell.workbench().open(opened);
    shell.navigator().go(Place.TABLES);
  }

  /// Surveys that were saved to files: one, or two of one server that make a window.
  record SurveyFiles(List<Path> files) {
    SurveyFiles {
      files = List.copyOf(files);
    }

    Assessment assessment() throws SourceException {
      if (files.size() == 1) {
        return Advisor.assess(SurveyReader.read(files.getFirst()));
      }
      if (files.size() != 2) {
        throw new SourceException(
            "%d files were chosen. Choose one survey, or two of one server: then what happened in between is judged."
                .formatted(files.size()));
      }
      var one = SurveyReader.read(files.getFirst());
      var other = SurveyReader.read(files.getLast());
      return one.takenAt().isBefore(other.takenAt()) ? between(one, other) : between(other, one);
    }

    private static Assessment between(Survey older, Survey newer) throws SourceException {
      OneServer.check(older, newer);
      return Advisor.assess(older, newer);
    }

    Origin origin() {
      return new Origin.Saved(
          files.stream()
              .map(each -> String.valueOf(each.getFileName()))
              .collect(Collectors.joining(" and ")));
    }
  }
}
