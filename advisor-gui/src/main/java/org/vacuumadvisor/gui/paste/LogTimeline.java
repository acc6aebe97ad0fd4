package org.vacuumadvisor.gui.paste;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.DoubleStream;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.Line;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.chart.Axis;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.unit.Quantities;

/// The runs of a log against time: how many were at work, and below it a track for each of some
/// tables. However many runs there are, what is drawn is bounded by the pixels. Zoomed by wheel,
/// drag and keyboard.
final class LogTimeline extends Region {
  private static final double WORKERS = 70;
  private static final double PITCH = 20;
  private static final double TRACK = 12;
  private static final double AXIS = 22;
  private static final double NAMES = 210;
  private static final double RIGHT = 12;
  private static final double CLOSER = 0.5;
  private static final double WIDER = 2;
  private static final double STRIDE = 0.25;
  private static final double TICK = 120;
  private static final double LEAST_DRAG = 6;

  private final Consumer<TimeSpan> show;
  private final IntConsumer choose;
  private final Rectangle band = new Rectangle();
  private RunStore store = new RunStore();
  private TimeSpan whole = new TimeSpan(0, 1000);
  private TimeSpan span = whole;
  private List<TableSums> tracks = List.of();
  private double pressed = -1;
  private double drawnWidth;

  /// @param show is given the time that somebody wants to see
  /// @param choose is given the number of the run that somebody points at
  LogTimeline(Consumer<TimeSpan> show, IntConsumer choose) {
    this.show = show;
    this.choose = choose;
    getStyleClass().add("log-timeline");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    band.getStyleClass().setAll("log-band");
    band.setManaged(false);
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(this::release);
    setOnScroll(scroll -> scroll(scroll, share(scroll.getX())));
    setOnKeyPressed(this::key);
    Tooltip.install(
        this,
        Texts.tip(
            "Drag to look closer, wheel or + and − to zoom, ← and → to move, Home for all. Click a"
                + " run to draw it."));
  }

  /// Draws a stretch of time.
  ///
  /// @param chosen the tables that have a track
  void draw(RunStore runs, TimeSpan all, TimeSpan part, List<TableSums> chosen) {
    store = runs;
    whole = all;
    span = part;
    tracks = List.copyOf(chosen);
    setMinHeight(WORKERS + tracks.size() * PITCH + AXIS);
    drawnWidth = 0;
    requestLayout();
  }

  private double width() {
    return Math.max(10, getWidth() - NAMES - RIGHT);
  }

  private double share(double x) {
    return Math.clamp((x - NAMES) / width(), 0, 1);
  }

  @Override
  protected void layoutChildren() {
    if (drawnWidth != getWidth()) {
      drawnWidth = getWidth();
      getChildren().clear();
      axis();
      workers();
      tracks();
      getChildren().add(band);
    }
  }

  private void axis() {
    double bottom = WORKERS + tracks.size() * PITCH;
    int steps = Math.max(1, (int) (width() / TICK));
    for (var tick : Axis.moments(span.from(), span.to(), steps)) {
      double x = NAMES + width() * span.share(Math.round(tick.value()));
      var line = new Line(x, 0, x, bottom);
      line.getStyleClass().setAll("timeline-grid");
      var label = label(tick.text(), "timeline-axis");
      double left = Math.min(x - label.getWidth() / 2, getWidth() - label.getWidth());
      label.relocate(Math.max(NAMES - label.getWidth() / 2, left), bottom + 3);
      getChildren().addAll(line, label);
    }
  }

  private Label label(String text, String style) {
    var label = Texts.line(text, style);
    getChildren().add(label);
    label.applyCss();
    label.autosize();
    getChildren().remove(label);
    return label;
  }

  private void workers() {
    int steps = (int) width();
    var busy = store.atWork(span, steps);
    double most = DoubleStream.of(busy).max().orElse(0);
    double full = Math.max(1, Math.ceil(most));
    var area = new Path(new MoveTo(NAMES, WORKERS));
    for (int at = 0; at < steps; at++) {
      double y = WORKERS - busy[at] / full * (WORKERS - 8);
      area.getElements().addAll(new LineTo(NAMES + at, y), new LineTo(NAMES + at + 1, y));
    }
    area.getElements().addAll(new LineTo(NAMES + steps, WORKERS), new ClosePath());
    area.getStyleClass().setAll("log-workers");
    var name =
        Texts.wrapped(
            "Runs at work at the same time: %s at most, averaged over %s"
                .formatted(atWork(most), Quantities.seconds((double) span.length() / 1000 / steps)),
            "small");
    name.resizeRelocate(0, 6, NAMES - 10, WORKERS - 12);
    getChildren().addAll(area, name);
    setAccessibleText(
        "%s: on average %s runs at work, at most %s. Tracks of %s."
            .formatted(
                span.inWords(),
                atWork(DoubleStream.of(busy).average().orElse(0)),
                atWork(most),
                String.join(", ", tracks.stream().map(TableSums::table).toList())));
  }

  /// How many runs are at work at the same time: an average, in two digits or without decimals.
  static String atWork(double runs) {
    double parts = runs < 1 ? 100 : runs < 10 ? 10 : 1;
    return Quantities.number(Math.round(runs * parts) / parts);
  }

  /// Of each pixel of a track the most telling purpose is drawn.
  private void tracks() {
    int steps = (int) width();
    var row = new int[store.tables().size()];
    Arrays.fill(row, -1);
    for (int at = 0; at < tracks.size(); at++) {
      row[tracks.get(at).number()] = at;
    }
    var drawn = new RunStore.Purpose[tracks.size()][steps];
    for (int run : store.within(span).toArray()) {
      int at = row[store.table(run)];
      if (at >= 0) {
        int from = (int) Math.clamp(span.share(store.begin(run)) * steps, 0, steps - 1);
        int to = (int) Math.clamp(span.share(store.end(run)) * steps, 0, steps - 1);
        for (int x = from; x <= to; x++) {
          drawn[at][x] = more(drawn[at][x], store.purpose(run));
        }
      }
    }
    for (int at = 0; at < tracks.size(); at++) {
      double top = WORKERS + at * PITCH;
      var name = Texts.line(tracks.get(at).table(), "small");
      name.resizeRelocate(0, top + 1, NAMES - 10, PITCH - 2);
      getChildren().add(name);
      for (var purpose : RunStore.Purpose.values()) {
        track(drawn[at], purpose, top + (PITCH - TRACK) / 2);
      }
    }
  }

  private static RunStore.Purpose more(RunStore.@Nullable Purpose one, RunStore.Purpose other) {
    return one == null || other.compareTo(one) > 0 ? other : one;
  }

  private void track(RunStore.Purpose[] pixels, RunStore.Purpose purpose, double top) {
    var path = new Path();
    int from = -1;
    for (int x = 0; x <= pixels.length; x++) {
      boolean isIt = x < pixels.length && pixels[x] == purpose;
      if (isIt && from < 0) {
        from = x;
      } else if (!isIt && from >= 0) {
        double left = NAMES + from;
        double right = NAMES + x;
        path.getElements()
            .addAll(
                new MoveTo(left, top),
                new LineTo(right, top),
                new LineTo(right, top + TRACK),
                new LineTo(left, top + TRACK),
                new ClosePath());
        from = -1;
      }
    }
    if (!path.getElements().isEmpty()) {
      path.getStyleClass().setAll("log-run", "log-" + purpose.style());
      getChildren().add(path);
    }
  }

  private void press(MouseEvent mouse) {
    requestFocus();
    pressed = mouse.getX();
  }

  private void drag(MouseEvent mouse) {
    double from = Math.max(NAMES, Math.min(pressed, mouse.getX()));
    double to = Math.min(NAMES + width(), Math.max(pressed, mouse.getX()));
    band.setX(from);
    band.setWidth(Math.max(0, to - from));
    band.setHeight(WORKERS + tracks.size() * PITCH);
    band.setVisible(true);
  }

  private void release(MouseEvent mouse) {
    band.setVisible(false);
    band.setWidth(0);
    if (Math.abs(mouse.getX() - pressed) >= LEAST_DRAG) {
      double one = share(pressed);
      double other = share(mouse.getX());
      long from = span.at(Math.min(one, other));
      show.accept(
          new TimeSpan(from, Math.max(from + 1, span.at(Math.max(one, other))))
              .zoomed(1, 0, whole));
    } else {
      longestAt(mouse.getX(), mouse.getY()).ifPresent(choose::accept);
    }
    pressed = -1;
  }

  /// The longest run of a track at a place.
  private Optional<Integer> longestAt(double x, double y) {
    int at = (int) ((y - WORKERS) / PITCH);
    if (x < NAMES || y < WORKERS || at >= tracks.size()) {
      return Optional.empty();
    }
    long from = span.at(share(x - 2));
    long to = span.at(share(x + 2));
    return store
        .within(new TimeSpan(from, Math.max(from + 1, to)))
        .filter(run -> store.table(run) == tracks.get(at).number())
        .boxed()
        .max(Comparator.comparingLong(run -> store.end(run) - store.begin(run)));
  }

  /// Looks closer or wider by the wheel.
  ///
  /// @param about what stays where it is, from 0 to 1; not a number where nothing is pointed at
  void scroll(ScrollEvent scroll, double about) {
    if (scroll.getDeltaY() != 0 && scroll.isControlDown()) {
      scroll.consume();
      zoom(scroll.getDeltaY() > 0 ? CLOSER : WIDER, Double.isNaN(about) ? 0.5 : about);
    }
  }

  /// What the keys do that are told when it is pointed at, here and in charts of the same time.
  void key(KeyEvent key) {
    switch (key.getCode()) {
      case PLUS, ADD, EQUALS -> zoom(CLOSER, 0.5);
      case MINUS, SUBTRACT -> zoom(WIDER, 0.5);
      case LEFT -> show.accept(span.moved(-STRIDE, whole));
      case RIGHT -> show.accept(span.moved(STRIDE, whole));
      case HOME, DIGIT0 -> show.accept(whole);
      default -> {
        return;
      }
    }
    key.consume();
  }

  /// Looks closer or wider.
  void zoom(double factor, double about) {
    show.accept(span.zoomed(factor, about, whole));
  }
}
