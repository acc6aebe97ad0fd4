package org.vacuumadvisor.gui.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.theme.Appearance;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;

class LinesChartTest {
  private static final Part.Lines HALF =
      new Part.Lines(
          "Dead rows of evil\u202e\u0007",
          "",
          Measure.ROWS,
          Duration.ofMinutes(1),
          List.of(
              new Part.Curve(
                  "today", List.of(new Part.Point(0, 0), new Part.Point(60, 100)), "peak 100")),
          List.of(new Part.Level("threshold", 50)));

  @Test
  void drawsALineFromCornerToCorner() throws Exception {
    Toolkit.run(() -> {
      var chart = shown(HALF);
      var line = line(chart);
      var from = (MoveTo) line.getElements().getFirst();
      var to = (LineTo) line.getElements().getLast();

      assertEquals(2, line.getElements().size());
      assertTrue(from.getX() < to.getX());
      assertTrue(from.getY() > to.getY());
    });
  }

  @Test
  void isReadWithArrowKeys() throws Exception {
    Toolkit.run(() -> {
      var chart = shown(HALF);
      var field = Toolkit.first(chart, LinesField.class, _ -> true).orElseThrow();
      press(field, KeyCode.END);
      assertEquals(60, chart.timeProperty().get());

      press(field, KeyCode.LEFT);
      assertEquals(59.4, chart.timeProperty().get(), 1e-9);
      assertTrue(Toolkit.words(chart).contains("at 59.4 s\ntoday: 99"), () -> words(chart));

      press(field, KeyCode.ESCAPE);
      assertTrue(Double.isNaN(chart.timeProperty().get()));
    });
  }

  @Test
  void saysWhatItShowsToThoseWhoDoNotSeeIt() throws Exception {
    Toolkit.run(() -> {
      var field = Toolkit.first(shown(HALF), LinesField.class, _ -> true).orElseThrow();

      assertTrue(field.getAccessibleText().contains("today: peak 100."));
      assertTrue(field.getAccessibleText().contains("threshold: 50."));
    });
  }

  @Test
  void showsHostileNamesAsEscapes() throws Exception {
    Toolkit.run(() -> {
      var all = words(shown(HALF));

      assertFalse(all.contains("\u202e"), all);
      assertFalse(all.contains("\u0007"), all);
    });
  }

  @Test
  void twoChartsAreReadTogether() throws Exception {
    Toolkit.run(() -> {
      var one = shown(HALF);
      var other = shown(HALF);
      other.timeProperty().bindBidirectional(one.timeProperty());
      one.timeProperty().set(30);

      assertTrue(Toolkit.words(other).contains("at 30 s\ntoday: 50"), () -> words(other));
    });
  }

  private static LinesChart shown(Part.Lines lines) {
    var chart = new LinesChart(lines);
    new Appearance().dress(new Scene(chart, 400, 300));
    chart.applyCss();
    chart.layout();
    return chart;
  }

  private static Path line(LinesChart chart) {
    return Toolkit.first(chart, Path.class, each -> each.getStyleClass().contains("line-0"))
        .orElseThrow();
  }

  private static String words(LinesChart chart) {
    return String.join("\n", Toolkit.words(chart));
  }

  private static void press(LinesField field, KeyCode code) {
    field.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
  }
}
