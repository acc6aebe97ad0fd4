package org.vacuumadvisor.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Outline;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Part.Point;
import org.vacuumadvisor.report.Report;

final class LinesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Curve RISING =
      new Curve("today", List.of(new Point(0, 0), new Point(3600, 800)), "up to 800");

  @Test
  void drawsAllLinesOnOneScale() {
    var low = new Curve("tomorrow", List.of(new Point(0, 100), new Point(3600, 100)), "100");
    var text = text(chart(List.of(RISING, low), List.of()));
    assertEquals(2, text.lines().filter(line -> line.startsWith("         800 ┤")).count(), text);
  }

  @Test
  void keepsTheTopForTheHighestValue() {
    var lines = TextLines.drawn(chart(List.of(steady(800)), List.of()), steady(800), 80);
    assertTrue(lines.getFirst().endsWith("┤" + "█".repeat(66)), lines::toString);
  }

  @Test
  void shadesWhatIsNowAndThen() {
    var sawtooth =
        new Curve(
            "dead rows",
            IntStream.range(0, 3600).mapToObj(at -> new Point(at, at % 2 * 800.0)).toList(),
            "");
    var lines = TextLines.drawn(chart(List.of(sawtooth), List.of()), sawtooth, 80);
    assertEquals("         800 ┤" + "░".repeat(66), lines.getFirst());
  }

  @Test
  void neverLosesASmallValue() {
    var small = steady(1);
    var lines = TextLines.drawn(chart(List.of(small, steady(1_000_000)), List.of()), small, 80);
    assertTrue(lines.get(3).endsWith("▁"), lines::toString);
  }

  @Test
  void drawsLevels() {
    var text = text(chart(List.of(RISING), List.of(new Level("threshold", 1600))));
    assertTrue(text.contains("1,600 ┤───"), text);
    assertTrue(text.contains("─ threshold 1,600."), text);
  }

  @Test
  void fitsThePage() {
    for (int width : new int[] {80, 100, 120}) {
      var page = new TextRenderer(width, TextRenderer.Colour.OFF);
      var text = page.render(new Report(List.of(chart(List.of(RISING), List.of()))));
      assertTrue(text.lines().allMatch(line -> line.length() <= width), text);
    }
  }

  @Test
  void survivesNoValuesAndNoTime() {
    var empty = new Lines("t", "", Measure.ROWS, Duration.ZERO, List.of(RISING), List.of());
    assertFalse(text(empty).contains("NaN"));
    assertFalse(html(empty).contains("NaN"));
    assertFalse(html(chart(List.of(new Curve("none", List.of(), "")), List.of())).contains("NaN"));
  }

  @Test
  void keepsEveryPeakInADrawing() {
    var values = DoubleStream.iterate(0, each -> each + 1).limit(100_000).boxed().toList();
    var points =
        values.stream()
            .map(each -> new Point(each * 3600 / 100_000, each == 77_777 ? 5000 : each % 7))
            .toList();
    var outline = Outline.of(points, HOUR);
    assertTrue(outline.size() <= 2004, () -> "points: " + outline.size());
    assertEquals(5000, outline.stream().mapToDouble(Point::value).max().orElseThrow());
    assertEquals(outline, outline.stream().distinct().toList());
  }

  @Test
  void letsNoLabelBecomeMarkup() {
    var curve = new Curve("<b>x</b>", RISING.points(), "<script>");
    var chart = chart(List.of(curve), List.of(new Level("\" onload=\"x", 3)));
    assertFalse(html(chart).contains("<b>x"));
    assertFalse(html(chart).contains("<script"));
    assertFalse(html(chart).contains("\" onload"));
  }

  @Test
  void shadesWhatIsUncertain() {
    var sure = html(chart(List.of(RISING), List.of()));
    var unsure =
        new Curve("today", List.of(new Point(0, 1, 0, 2), new Point(60, 1, 0, 3)), "about 1");
    assertFalse(sure.contains("class=\"b0\""));
    assertTrue(html(chart(List.of(unsure), List.of())).contains("class=\"b0\""));
  }

  private static Curve steady(double value) {
    return new Curve("steady", List.of(new Point(0, value), new Point(3600, value)), "");
  }

  private static Lines chart(List<Curve> curves, List<Level> levels) {
    return new Lines("Dead rows", "Of one table.", Measure.ROWS, HOUR, curves, levels);
  }

  private static String text(Lines chart) {
    return new TextRenderer(80, TextRenderer.Colour.OFF).render(new Report(List.of(chart)));
  }

  private static String html(Lines chart) {
    return new HtmlRenderer().render(new Report(List.of(chart)));
  }
}
