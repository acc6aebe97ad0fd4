package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.OptionalDouble;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;
import javafx.scene.shape.Polygon;
import org.vacuumadvisor.report.Part;

/// A bar of stretches on a scale from 0 to 1, perhaps with a mark where its limit is. Stretches are
/// told apart by hatching as well as by colour; one that runs off the scale ends in an arrow.
public final class Bar extends Region {
  private static final double HEIGHT = 12;
  private static final double LEAST = 1;
  private static final double ARROW = 6;
  private static final double GAP = 12;
  private static final double KEY = 11;

  private List<Double> shares = List.of();
  private OptionalDouble limit = OptionalDouble.empty();

  /// @param shares of the whole scale, each 0 or more
  /// @param limit where the mark is, 0 to 1
  public Bar(List<Double> shares, OptionalDouble limit) {
    this();
    show(shares, limit);
  }

  /// One that shows nothing yet.
  public Bar() {
    setMinHeight(HEIGHT);
    setPrefHeight(HEIGHT);
    setMaxHeight(HEIGHT);
    setMinWidth(3 * HEIGHT);
    setAccessibleRole(AccessibleRole.TEXT);
    getStyleClass().add("bar-scale");
  }

  /// Shows these in place of others.
  public void show(List<Double> next, OptionalDouble nextLimit) {
    shares = List.copyOf(next);
    limit = nextLimit;
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    getChildren().clear();
    double from = 0;
    for (int at = 0; at < shares.size(); at++) {
      double to = Math.min(getWidth(), from + shares.get(at) * getWidth());
      if (shares.get(at) > 0) {
        stretch(at, from, Math.min(getWidth(), Math.max(to, from + LEAST)));
      }
      from = to;
    }
    if (shares.stream().mapToDouble(Double::doubleValue).sum() > 1.0001) {
      arrow();
    }
    if (limit.isPresent()) {
      mark(limit.getAsDouble() * getWidth());
    }
  }

  private void stretch(int series, double from, double to) {
    var stretch = new Region();
    stretch.getStyleClass().add("s" + series % 6);
    stretch.resizeRelocate(from, 0, to - from, getHeight());
    getChildren().add(stretch);
    for (int line = 1; line <= series % 6; line++) {
      double y = getHeight() * line / (series % 6 + 1);
      var hatch = new Line(from, y, to, y);
      hatch.getStyleClass().add("bar-hatch");
      getChildren().add(hatch);
    }
  }

  private void arrow() {
    var arrow =
        new Polygon(
            getWidth() - ARROW, 0, getWidth(), getHeight() / 2, getWidth() - ARROW, getHeight());
    arrow.getStyleClass().add("bar-arrow");
    getChildren().add(arrow);
  }

  private void mark(double at) {
    var mark = new Region();
    mark.getStyleClass().add("bar-limit");
    mark.resizeRelocate(Math.clamp(at - 1, 0, Math.max(0, getWidth() - 2)), -2, 2, getHeight() + 4);
    getChildren().add(mark);
  }

  /// A chart of bars, one line each: what it is, the bar, the figures in words.
  static Node chart(Part.Bars chart) {
    var box =
        Boxes.card(
            "plain",
            Texts.wrapped(chart.title(), "card-title"),
            Texts.wrapped(chart.caption(), "faint"));
    if (chart.series().size() > 1 || chart.limit().isPresent()) {
      box.getChildren().add(legend(chart));
    }
    var grid = new GridPane(GAP, 5);
    grid.getColumnConstraints()
        .addAll(
            column(22, Priority.SOMETIMES),
            column(38, Priority.ALWAYS),
            column(40, Priority.ALWAYS));
    for (int row = 0; row < chart.bars().size(); row++) {
      var bar = chart.bars().get(row);
      grid.addRow(row, Texts.wrapped(bar.label()), of(bar), Texts.wrapped(bar.text(), "small"));
    }
    box.getChildren().add(grid);
    if (chart.beyond() > 0) {
      box.getChildren().add(Texts.wrapped("And %,d more.".formatted(chart.beyond()), "faint"));
    }
    return box;
  }

  /// A bar alone.
  public static Bar of(Part.Bar bar) {
    var drawn = new Bar(bar.values().stream().map(each -> share(bar, each)).toList(), limit(bar));
    drawn.setAccessibleText("%s: %s".formatted(bar.label(), bar.text()));
    return Boxes.wide(drawn);
  }

  private static double share(Part.Bar bar, double value) {
    return bar.full() > 0 ? Math.max(0, value / bar.full()) : 0;
  }

  private static OptionalDouble limit(Part.Bar bar) {
    return bar.limit().isPresent()
        ? OptionalDouble.of(bar.at(bar.limit().getAsDouble()))
        : OptionalDouble.empty();
  }

  private static ColumnConstraints column(double percent, Priority grow) {
    var column = Boxes.column(grow);
    column.setPercentWidth(percent);
    return column;
  }

  private static Node legend(Part.Bars chart) {
    var legend = new FlowPane(2 * GAP, 4);
    for (int at = 0; at < chart.series().size(); at++) {
      legend.getChildren().add(key("s" + at % 6, chart.series().get(at)));
    }
    chart.limit().ifPresent(limit -> legend.getChildren().add(key("bar-limit", limit, 2)));
    return legend;
  }

  /// What a colour stands for.
  ///
  /// @param style of the colour
  public static Node key(String style, String text) {
    return key(style, text, KEY);
  }

  private static Node key(String style, String text, double width) {
    var square = new Region();
    square.getStyleClass().add(style);
    square.setMinSize(width, KEY);
    square.setMaxSize(width, KEY);
    return Boxes.row(6, square, Texts.line(text, "small"));
  }
}
