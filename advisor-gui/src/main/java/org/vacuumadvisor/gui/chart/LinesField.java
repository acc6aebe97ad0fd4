package org.vacuumadvisor.gui.chart;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Circle;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.Line;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import org.vacuumadvisor.gui.chart.LinesField.Frame;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Outline;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;

/// The field of a chart: lines between their scales, and a cross hair that reads them.
final class LinesField extends Region {
  private static final int VALUE_STEPS = 4;
  private static final int TIME_STEPS = 6;
  private static final double GAP = 6;
  private static final double SMALLEST = 140;
  private static final double DOT = 3.5;

  /// The arrow keys go over the field in so many steps.
  private static final int KEY_STEPS = 100;

  final DoubleProperty time = new SimpleDoubleProperty(Double.NaN);
  private final Path grid = Boxes.drawn(new Path(), "chart-grid");
  private final Line hair = Boxes.drawn(new Line(), "chart-hair");
  private final Label readout = new Label();
  private final List<Label> valueTexts = new ArrayList<>();
  private final List<Label> timeTexts = new ArrayList<>();
  private final List<CurvePath> curves = new ArrayList<>();
  private final List<Circle> dots = new ArrayList<>();
  private final List<Line> levels = new ArrayList<>();
  private Lines chart = new Lines("", "", Measure.ROWS, Duration.ZERO, List.of(), List.of());
  private Traces traces = new Traces(chart);
  private Axis values = Axis.of(Measure.ROWS, 0, 1);
  private Axis times = Axis.of(Duration.ZERO, 1);
  private Frame frame = new Frame(0, 0, 1, 1);
  private Optional<Instant> begin = Optional.empty();
  private DoubleConsumer choose = _ -> {};

  LinesField() {
    getStyleClass().add("chart-field");
    setMinHeight(SMALLEST);
    setPrefSize(3 * SMALLEST, SMALLEST * 1.4);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    readout.getStyleClass().add("chart-readout");
    readout.setMouseTransparent(true);
    time.addListener(_ -> read());
    setOnMouseMoved(event -> time.set(times.full() * frame.share(event.getX())));
    setOnMouseExited(_ -> time.set(Double.NaN));
    setOnMousePressed(event -> {
      requestFocus();
      choose.accept(times.full() * frame.share(event.getX()));
    });
    setOnKeyPressed(this::pressed);
  }

  void onChoose(DoubleConsumer action) {
    choose = action;
  }

  /// @param when the time begins; with none it is told since then
  void draw(Lines next, Optional<Instant> when) {
    chart = next;
    begin = when;
    traces = new Traces(next);
    values = Axis.of(next.measure(), next.full(), VALUE_STEPS);
    times =
        begin
            .map(from -> Axis.from(from, next.span(), TIME_STEPS))
            .orElseGet(() -> Axis.of(next.span(), TIME_STEPS));
    setAccessibleText(traces.description());
    build();
    requestLayout();
  }

  private void build() {
    texts(valueTexts, values);
    texts(timeTexts, times);
    curves.clear();
    dots.clear();
    levels.clear();
    for (int at = 0; at < chart.curves().size(); at++) {
      int look = at % LinesChart.LOOKS;
      curves.add(new CurvePath(chart.curves().get(at), chart.span(), look));
      dots.add(Boxes.drawn(new Circle(DOT), "dot", "dot-" + look));
    }
    for (var _ : chart.levels()) {
      levels.add(Boxes.drawn(new Line(), "line", "line-level", "line-level-" + levels.size() % 2));
    }
    getChildren().setAll(grid);
    curves.forEach(each -> getChildren().addAll(each.band()));
    getChildren().addAll(levels);
    curves.forEach(each -> getChildren().add(each.line()));
    getChildren().add(hair);
    getChildren().addAll(dots);
    getChildren().addAll(valueTexts);
    getChildren().addAll(timeTexts);
    getChildren().add(readout);
  }

  private static void texts(List<Label> texts, Axis axis) {
    texts.clear();
    axis.ticks().forEach(tick -> texts.add(text(tick.text(), "chart-axis")));
  }

  private static Label text(String words, String style) {
    var text = new Label(TerminalText.escaped(words));
    text.getStyleClass().add(style);
    text.setMouseTransparent(true);
    return text;
  }

  @Override
  protected void layoutChildren() {
    valueTexts.forEach(Label::autosize);
    timeTexts.forEach(Label::autosize);
    double gutter = valueTexts.stream().mapToDouble(Label::getWidth).max().orElse(0) + GAP;
    double below = timeTexts.isEmpty() ? 0 : timeTexts.getFirst().getHeight();
    double above = valueTexts.isEmpty() ? 0 : valueTexts.getFirst().getHeight() / 2;
    frame =
        new Frame(
            snapPositionX(gutter),
            snapPositionY(above),
            snapPositionX(getWidth() - GAP),
            snapPositionY(getHeight() - below - GAP));
    layoutScales();
    layoutLevels();
    curves.forEach(each -> each.draw(frame, times, values));
    read();
  }

  private void layoutScales() {
    grid.getElements().clear();
    for (int at = 0; at < valueTexts.size(); at++) {
      double y = snapPositionY(frame.y(values.at(values.ticks().get(at).value()))) + 0.5;
      grid.getElements().addAll(new MoveTo(frame.left(), y), new LineTo(frame.right(), y));
      var text = valueTexts.get(at);
      text.relocate(frame.left() - GAP - text.getWidth(), y - text.getHeight() / 2);
    }
    double free = Double.NEGATIVE_INFINITY;
    for (int at = 0; at < timeTexts.size(); at++) {
      double x = snapPositionX(frame.x(times.at(times.ticks().get(at).value()))) + 0.5;
      grid.getElements().addAll(new MoveTo(x, frame.bottom()), new LineTo(x, frame.bottom() + 4));
      var text = timeTexts.get(at);
      double from = Math.min(x - text.getWidth() / 2, getWidth() - text.getWidth());
      text.relocate(Math.max(0, from), frame.bottom() + GAP);
      text.setVisible(from >= free);
      free = text.isVisible() ? from + text.getWidth() + 2 * GAP : free;
    }
  }

  private void layoutLevels() {
    for (int at = 0; at < levels.size(); at++) {
      double y = snapPositionY(frame.y(values.at(chart.levels().get(at).value()))) + 0.5;
      var line = levels.get(at);
      line.setStartX(frame.left());
      line.setEndX(frame.right());
      line.setStartY(y);
      line.setEndY(y);
    }
  }

  /// Puts the cross hair to its time.
  private void read() {
    double seconds = time.get();
    boolean shown = !Double.isNaN(seconds) && !chart.curves().isEmpty();
    hair.setVisible(shown);
    readout.setVisible(shown);
    dots.forEach(each -> each.setVisible(false));
    if (!shown) {
      return;
    }
    double x = frame.x(times.at(seconds));
    hair.setStartX(x);
    hair.setEndX(x);
    hair.setStartY(frame.top());
    hair.setEndY(frame.bottom());
    for (int at = 0; at < dots.size(); at++) {
      var dot = dots.get(at);
      Traces.value(chart.curves().get(at), seconds)
          .map(Part.Point::value)
          .ifPresent(value -> {
            dot.setCenterX(x);
            dot.setCenterY(frame.y(values.at(value)));
            dot.setVisible(true);
          });
    }
    readout.setText(traces.at(seconds, begin));
    readout.autosize();
    boolean left = x + 2 * GAP + readout.getWidth() > getWidth();
    readout.relocate(
        Math.max(0, left ? x - 2 * GAP - readout.getWidth() : x + 2 * GAP), frame.top());
    if (isFocused()) {
      setAccessibleText(readout.getText());
      notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    }
  }

  private void pressed(KeyEvent event) {
    double step = times.full() / KEY_STEPS;
    double now = Double.isNaN(time.get()) ? -step : time.get();
    boolean used = true;
    switch (event.getCode()) {
      case RIGHT -> time.set(Math.min(times.full(), now + step));
      case LEFT -> time.set(Math.max(0, now - step));
      case HOME -> time.set(0);
      case END -> time.set(times.full());
      case ESCAPE -> {
        used = !Double.isNaN(time.get());
        time.set(Double.NaN);
        setAccessibleText(traces.description());
      }
      default -> used = false;
    }
    if (used) {
      event.consume();
    }
  }

  /// Where in a field the lines are drawn, in pixels.
  record Frame(double left, double top, double right, double bottom) {
    /// @param share of the way from left to right
    double x(double share) {
      return left + share * Math.max(0, right - left);
    }

    /// @param share of the way from bottom to top
    double y(double share) {
      return bottom - share * Math.max(0, bottom - top);
    }

    /// How far from left to right a pixel is, from 0 to 1.
    double share(double x) {
      return right > left ? Math.clamp((x - left) / (right - left), 0, 1) : 0;
    }
  }

  /// A line of a chart, and the band of what it may be instead.
  static final class CurvePath {
    private final List<Part.Point> points;
    private final boolean isCertain;
    private final Path line = new Path();
    private final Path band = new Path();

    CurvePath(Part.Curve curve, Duration span, int look) {
      points = Outline.of(curve.points(), span);
      isCertain = points.stream().allMatch(each -> each.low() == each.high());
      Boxes.drawn(line, "line", "line-" + look);
      Boxes.drawn(band, "band", "band-" + look);
    }

    Path line() {
      return line;
    }

    /// Empty where all is certain.
    List<Path> band() {
      return isCertain ? List.of() : List.of(band);
    }

    void draw(Frame frame, Axis times, Axis values) {
      var elements = new ArrayList<PathElement>(points.size());
      for (var point : points) {
        elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.value())));
      }
      line.getElements().setAll(elements);
      if (!isCertain) {
        drawBand(frame, times, values);
      }
    }

    private void drawBand(Frame frame, Axis times, Axis values) {
      var elements = new ArrayList<PathElement>(2 * points.size() + 1);
      for (var point : points) {
        elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.high())));
      }
      for (var point : points.reversed()) {
        elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.low())));
      }
      elements.add(new ClosePath());
      band.getElements().setAll(elements);
    }

    private static PathElement to(List<PathElement> sofar, Frame frame, double x, double y) {
      return sofar.isEmpty()
          ? new MoveTo(frame.x(x), frame.y(y))
          : new LineTo(frame.x(x), frame.y(y));
    }
  }

  /// What a chart says in words: as a whole, and at a time.
  static final class Traces {
    private final Part.Lines chart;

    Traces(Part.Lines chart) {
      this.chart = chart;
    }

    /// The whole chart for those who do not see it.
    String description() {
      var curves = chart.curves().stream().map(each -> joined(each.label(), each.text()));
      var levels =
          chart.levels().stream()
              .map(each -> joined(each.label(), chart.measure().text(each.value())));
      return Stream.of(
              Stream.of(joined(chart.title(), chart.caption())),
              curves,
              levels,
              Stream.of("Over " + Quantities.duration(chart.span())))
          .flatMap(each -> each)
          .map(each -> each.endsWith(".") ? each : each + ".")
          .collect(Collectors.joining(" "));
    }

    /// Every line's value at a time.
    ///
    /// @param begin when the chart begins; empty where the time since then is all that matters
    String at(double seconds, Optional<Instant> begin) {
      return Stream.concat(
              Stream.of(
                  begin
                      .map(from -> Axis.time(from.plusMillis(Math.round(seconds * 1000))))
                      .orElseGet(() -> "at " + Quantities.seconds(seconds))),
              chart.curves().stream().flatMap(curve -> said(curve, seconds).stream()))
          .collect(Collectors.joining("\n"));
    }

    private Optional<String> said(Part.Curve curve, double seconds) {
      return value(curve, seconds)
          .map(point -> {
            var value = chart.measure().text(point.value());
            return point.low() == point.high()
                ? joined(curve.label(), value)
                : joined(
                    curve.label(),
                    "%s (%s to %s)"
                        .formatted(
                            value,
                            chart.measure().text(point.low()),
                            chart.measure().text(point.high())));
          });
    }

    /// The point of a line at a time, between two points on the way from one to the other; of a
    /// step what comes after it. Empty before the first and after the last.
    static Optional<Part.Point> value(Part.Curve curve, double seconds) {
      List<Part.Point> points = curve.points();
      int after = (int) points.stream().takeWhile(each -> each.seconds() <= seconds).count();
      if (after == 0) {
        return Optional.empty();
      }
      var before = points.get(after - 1);
      if (before.seconds() == seconds) {
        return Optional.of(before);
      }
      if (after == points.size()) {
        return Optional.empty();
      }
      var next = points.get(after);
      double part = (seconds - before.seconds()) / (next.seconds() - before.seconds());
      return Optional.of(
          new Part.Point(
              seconds,
              between(before.value(), next.value(), part),
              between(before.low(), next.low(), part),
              between(before.high(), next.high(), part)));
    }

    private static double between(double from, double to, double part) {
      return from + (to - from) * part;
    }

    private static String joined(String what, String said) {
      return TerminalText.escaped(said.isEmpty() ? what : what + ": " + said);
    }
  }
}
