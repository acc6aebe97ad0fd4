package org.vacuumadvisor.gui.part;

import java.util.OptionalDouble;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.report.Part;

/// A chart of bars, one line each: what it is, the bar, the figures in words.
public final class BarsNode {
  private static final double GAP = 12;
  private static final double KEY = 11;

  private BarsNode() {}

  static Node of(Part.Bars chart) {
    var box =
        new VBox(
            Texts.wrapped(chart.title(), "card-title"), Texts.wrapped(chart.caption(), "faint"));
    box.getStyleClass().addAll("card", "plain");
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
      grid.addRow(row, Texts.wrapped(bar.label()), bar(bar), Texts.wrapped(bar.text(), "small"));
    }
    box.getChildren().add(grid);
    if (chart.beyond() > 0) {
      box.getChildren().add(Texts.wrapped("And %,d more.".formatted(chart.beyond()), "faint"));
    }
    return box;
  }

  /// A bar alone.
  public static Bar bar(Part.Bar bar) {
    var drawn = new Bar(bar.values().stream().map(each -> share(bar, each)).toList(), limit(bar));
    drawn.setAccessibleText("%s: %s".formatted(bar.label(), bar.text()));
    HBox.setHgrow(drawn, Priority.ALWAYS);
    return drawn;
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
    var column = new ColumnConstraints();
    column.setPercentWidth(percent);
    column.setHgrow(grow);
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
