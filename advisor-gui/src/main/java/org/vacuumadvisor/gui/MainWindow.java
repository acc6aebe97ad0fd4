package org.vacuumadvisor.gui;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.TraversalDirection;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemStrip;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.Shell.Navigator;
import org.vacuumadvisor.gui.theme.Appearance;
import org.vacuumadvisor.gui.theme.Appearance.Theme;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.theme.Magnified;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// The window: a rail of screens, the screen one is at, and a line that says what is open.
final class MainWindow implements Navigator {
  static final String TITLE = "Vacuum Advisor";
  private static final String THEME = "theme";
  private static final double LEAST_WIDTH = 1024;
  private static final double LEAST_HEIGHT = 640;
  private static final double WIDTH = 1360;
  private static final double HEIGHT = 860;
  private static final KeyCombination PASTE = KeyCombination.valueOf("Shortcut+V");

  private final Stage stage;
  private final Shell shell;
  private final Appearance appearance;
  private final Map<Place, Function<Shell, Screen>> makers;
  private final Map<Place, Screen> screens = new EnumMap<>(Place.class);
  private final BorderPane frame = new BorderPane();
  private final BorderPane middle = new BorderPane();
  private final ShortcutSheet sheet = new ShortcutSheet();
  private final Rail rail;
  private final List<Shortcut> everywhere;
  private final VBox stale = banner();
  private final ProblemStrip problem;
  private Place here = Place.PASTE;

  /// Which of the screen's stops the keyboard is at.
  private int stop = Integer.MAX_VALUE;

  MainWindow(
      Stage stage,
      Background background,
      Workbench workbench,
      Memory memory,
      UserConfiguration configuration,
      Map<Place, Function<Shell, Screen>> makers) {
    this.stage = stage;
    this.makers = new EnumMap<>(makers);
    this.shell = new Shell(workbench, background, memory, configuration, this, () -> stage);
    this.appearance = new Appearance();
    this.rail = new Rail(this.makers.keySet(), this::go);
    this.everywhere = everywhere();
    this.problem = new ProblemStrip(shell);
    memory.value(THEME).flatMap(Theme::of).ifPresent(appearance.theme::set);
    build(workbench);
  }

  private void build(Workbench workbench) {
    var look = rail.addQuiet(Glyph.CONTRAST, "", this::changeTheme);
    appearance.theme.subscribe(theme -> look.setText("Theme: " + theme.word()));
    rail.addQuiet(Glyph.KEYBOARD, "Keys (F1)", this::showShortcuts);
    frame.getStyleClass().add("window");
    frame.setLeft(rail);
    var above = new VBox(new SourceSwitch(workbench, this::choose), stale, problem);
    shell
        .configuration()
        .mistake()
        .map(why -> Placeholders.warning("The configuration file is not used. " + why))
        .ifPresent(above.getChildren()::addFirst);
    middle.setTop(above);
    workbench.stale.subscribe(_ -> tellStale(workbench));
    workbench.openedProperty().subscribe(_ -> tellStale(workbench));
    frame.setCenter(middle);
    frame.setBottom(new StatusLine(workbench));
    var scene = new Scene(new Magnified(frame));
    scene.addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    scene
        .focusOwnerProperty()
        .subscribe(owner -> {
          if (owner == null) {
            Platform.runLater(this::keepFocus);
          } else {
            stop = stops().contains(owner) ? stops().indexOf(owner) : stop;
          }
        });
    appearance.dress(scene);
    stage.setScene(scene);
    sheet.initOwner(stage);
    appearance.dress(sheet.getDialogPane());
    stage.setTitle(TITLE);
    for (var size : List.of("icon-32.png", "icon-128.png")) {
      var icon = Objects.requireNonNull(MainWindow.class.getResource(size), size);
      stage.getIcons().add(new Image(icon.toExternalForm()));
    }
    stage.setOnHidden(_ -> close());
  }

  /// What stands above every screen where there is something to say.
  private static VBox banner() {
    var banner = new VBox();
    banner.getStyleClass().add("stale");
    banner.managedProperty().bind(Bindings.isNotEmpty(banner.getChildren()));
    return banner;
  }

  /// Says that what is shown is of a server that cannot be reached any more. The screen that
  /// connects says so itself.
  private void tellStale(Workbench workbench) {
    var old = workbench.stale().filter(_ -> here != Place.CONNECT);
    stale
        .getChildren()
        .setAll(
            old.stream()
                .map(each ->
                    "These figures are old: %s was seen last at %s and cannot be reached."
                        .formatted(each.origin().text(), Texts.time(each.at())))
                .map(text ->
                    Placeholders.warning(
                        text,
                        Texts.button(Place.CONNECT.glyph(), "Connection", () -> go(Place.CONNECT))))
                .toList());
  }

  /// Opens on the first screen, no larger than the desktop.
  void show() {
    var room = javafx.stage.Screen.getPrimary().getVisualBounds();
    stage.setMinWidth(Math.min(LEAST_WIDTH, room.getWidth()));
    stage.setMinHeight(Math.min(LEAST_HEIGHT, room.getHeight()));
    stage.setWidth(Math.min(WIDTH, room.getWidth()));
    stage.setHeight(Math.min(HEIGHT, room.getHeight()));
    go(Place.PASTE);
    stage.show();
  }

  /// Reads files as if they were dropped on the screen where one pastes.
  void open(List<Path> files) {
    go(Place.PASTE);
    current().ifPresent(each -> each.open(files));
  }

  Shell shell() {
    return shell;
  }

  Appearance appearance() {
    return appearance;
  }

  /// Shows what somebody chose of what is open, on the screen one is at if it shows that.
  private void choose(Opened source) {
    shell.workbench().open(source);
    if (here == Place.PASTE || here == Place.CONNECT) {
      go(home(source));
    }
  }

  private static Place home(Opened source) {
    return switch (source.origin()) {
      case Origin.Pasted _, Origin.Files _ -> Place.PASTE;
      case Origin.Connected _ -> Place.CONNECT;
      case Origin.Saved _ -> Place.TABLES;
    };
  }

  /// Where one pastes or connects, all screens show the text or the server from then on.
  private void turnTo(Place place) {
    var workbench = shell.workbench();
    boolean isThere = workbench.opened().filter(each -> home(each) == place).isPresent();
    workbench.sourcesProperty().get().stream()
        .filter(each -> place != Place.TABLES && home(each) == place && !isThere)
        .findFirst()
        .ifPresent(workbench::open);
  }

  @Override
  public void go(Place place) {
    var maker = makers.get(place);
    if (maker == null) {
      return;
    }
    var screen = screens.computeIfAbsent(place, _ -> maker.apply(shell));
    turnTo(place);
    stop = here == place ? stop : Integer.MAX_VALUE;
    here = place;
    rail.select(place);
    tellStale(shell.workbench());
    problem.at(place);
    if (!screen.node().equals(middle.getCenter())) {
      middle.setCenter(screen.node());
    }
    Platform.runLater(() -> shown(screen));
  }

  /// The keyboard goes where one looks: to what the screen chooses, otherwise to its first control.
  private void shown(Screen screen) {
    screen.node().applyCss(); // what is scrolled is in the window only once it has its skin
    screen.shown();
    keepFocus();
  }

  /// Where the control that had the focus has gone, as every card of older figures does, what
  /// stands there now takes it, or the screen's first.
  private void keepFocus() {
    var owner = stage.getScene().getFocusOwner();
    var shown = current().map(Screen::node).orElse(null);
    if (shown != null && (owner == null || !isIn(shown, owner))) {
      shown.applyCss(); // what is new has its parts from then on
      var before = stops().stream().skip(Math.max(0, stop - 1)).findFirst().filter(_ -> stop > 0);
      var kept = new HashMap<ScrollPane, Double>();
      before.ifPresent(_ ->
          shown.lookupAll(".scroll-pane").stream()
              .map(ScrollPane.class::cast)
              .forEach(each -> kept.put(each, each.getVvalue())));
      before.orElse(shown).requestFocusTraversal(TraversalDirection.NEXT); // so that it is seen
      kept.forEach(ScrollPane::setVvalue);
    }
  }

  private List<Node> stops() {
    return current().stream()
        .flatMap(each -> each.node().lookupAll("*").stream())
        .filter(Node::isFocusTraversable)
        .toList();
  }

  Place place() {
    return here;
  }

  /// The screen one is at.
  Optional<Screen> current() {
    return Optional.ofNullable(screens.get(here));
  }

  private List<Shortcut> everywhere() {
    return Stream.concat(
            makers.keySet().stream()
                .map(place -> new Shortcut(place.key(), "Go to " + place.title(), () -> go(place))),
            Stream.of(
                Shortcut.of("Shortcut+V", "Paste in place of what was pasted", this::paste),
                Shortcut.of("F1", "Show what the keyboard does", this::showShortcuts),
                Shortcut.of("Shortcut+Shift+L", "Change the theme", this::changeTheme),
                Shortcut.of("Shortcut+Q", "Close the window", stage::close)))
        .toList();
  }

  private void press(KeyEvent key) {
    Stream.concat(ofHere().stream(), everywhere.stream())
        .filter(shortcut -> shortcut.keys().match(key) && !isOfField(key))
        .findFirst()
        .ifPresent(shortcut -> {
          key.consume();
          shortcut.action().run();
        });
  }

  /// Whether the field that has the focus takes the key itself, as every field takes what is
  /// pasted.
  private boolean isOfField(KeyEvent key) {
    return PASTE.match(key)
        && stage.getScene().getFocusOwner() instanceof TextInputControl field
        && field.isEditable();
  }

  private void paste() {
    go(Place.PASTE);
    current().ifPresent(Screen::paste);
  }

  private List<Shortcut> ofHere() {
    return current().map(Screen::shortcuts).orElse(List.of());
  }

  private void changeTheme() {
    var next = appearance.theme.get().next();
    appearance.theme.set(next);
    shell.memory().keep(THEME, next.word());
  }

  private void showShortcuts() {
    sheet.show(here.title(), ofHere(), everywhere);
  }

  private void close() {
    screens.values().forEach(Screen::close);
    shell.memory().save();
  }

  /// Whether the node that has the keyboard is a part or one below it.
  static boolean isIn(Node part, Node owner) {
    return Stream.<Node>iterate(owner, each -> each != null, Node::getParent)
        .anyMatch(part::equals);
  }
}
