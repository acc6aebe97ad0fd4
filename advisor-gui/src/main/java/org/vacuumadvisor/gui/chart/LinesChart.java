package org.vacuumadvisor.gui.chart;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import javafx.beans.property.DoubleProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Line;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.TerminalText;

/// Lines over time with title, legend and scales. Lines differ in dash as well as in colour. The
/// mouse, or the arrow keys once the field has the focus, read values off.
public final class LinesChart extends VBox {
  /// How many looks of lines there are; a fifth line looks like the first.
  static final int LOOKS = 4;

  static final String SHEET =
      Objects.requireNonNull(LinesChart.class.getResource("chart.css")).toExternalForm();
  private static final double SAMPLE = 28;

  private final Label title = new Label();
  private final Label caption = new Label();
  private final FlowPane legend = new FlowPane();
  private final LinesField field = new LinesField();
  private Lines lines = new Lines("", "", Measure.ROWS, Duration.ZERO, List.of(), List.of());

  public LinesChart() {
    getStyleClass().add("lines-chart");
    getStylesheets().add(SHEET);
    title.getStyleClass().add("chart-title");
    title.setWrapText(true);
    title.setMinHeight(USE_PREF_SIZE);
    caption.getStyleClass().add("chart-caption");
    caption.setWrapText(true);
    legend.getStyleClass().add("chart-legend");
    getChildren().setAll(title, caption, legend, Boxes.tall(field));
  }

  public LinesChart(Lines chart) {
    this();
    draw(chart, Optional.empty());
  }

  @Override
  public void requestFocus() {
    field.requestFocus();
  }

  /// What is drawn.
  public Lines lines() {
    return lines;
  }

  /// Where values are read off, in seconds from the left; NaN where they are not. Charts of the
  /// same span may share it, so that one reads all of them at once.
  public DoubleProperty timeProperty() {
    return field.time;
  }

  /// Draws lines against the time of day.
  ///
  /// @param begin when they begin; empty where the time since then is all that matters
  public void draw(Lines chart, Optional<Instant> begin) {
    lines = chart;
    title.setText(Texts.inLines(Texts.shown(chart.title())));
    caption.setText(TerminalText.escaped(chart.caption()));
    Boxes.show(caption, !chart.caption().isEmpty());
    legend.getChildren().clear();
    for (int at = 0; at < chart.curves().size(); at++) {
      var curve = chart.curves().get(at);
      legend.getChildren().add(entry("line-" + at % LOOKS, curve.label(), curve.text()));
    }
    for (int at = 0; at < chart.levels().size(); at++) {
      var level = chart.levels().get(at);
      var entry = entry("line-level-" + at % 2, level.label(), chart.measure().text(level.value()));
      legend.getChildren().add(entry);
    }
    field.draw(chart, begin);
  }

  /// Calls back with the time that somebody clicked, in seconds from the left.
  public void onChoose(DoubleConsumer choose) {
    field.onChoose(choose);
  }

  private static Node entry(String look, String label, String text) {
    var sample = new Line(0, 0, SAMPLE, 0);
    sample.getStyleClass().addAll("line", look);
    var name = new Label(TerminalText.escaped(label), sample);
    name.getStyleClass().add("chart-name");
    var figures = new Label(TerminalText.escaped(text));
    figures.getStyleClass().add("chart-figures");
    var entry = new HBox(name, figures);
    entry.setAlignment(Pos.CENTER_LEFT);
    entry.getStyleClass().add("chart-entry");
    return entry;
  }
}
