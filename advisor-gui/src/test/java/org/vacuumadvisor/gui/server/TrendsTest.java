package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.report.Part;

/// Tables of 1000 rows, which 50 + 0.2 × 1000 dead ones bring a vacuum.
class TrendsTest {
  private final Trends trends = new Trends();

  @Test
  void drawsNothingOfASingleLook() {
    look(new ServerGiven().table("a", 300));

    assertEquals(List.of(), trends.charts());
  }

  @Test
  void tellsDeadRowsOfAllAndOfThosePastTheirThreshold() {
    look(new ServerGiven().table("a", 300).table("b", 10));
    look(new ServerGiven().table("a", 400).table("b", 20).after(Duration.ofSeconds(30)));

    var chart = trends.charts().getFirst();
    assertEquals(Duration.ofSeconds(30), chart.span());
    assertEquals(List.of(310.0, 420.0), values(chart.curves().get(0)));
    assertEquals(List.of(300.0, 400.0), values(chart.curves().get(1)));
  }

  /// 90 million transactions; 5 GB.
  @Test
  void tellsTheOldestXminAndTheWalOfSlots() {
    look(new ServerGiven().table("a", 1).blockedBySlot("s"));
    look(new ServerGiven().table("a", 1).blockedBySlot("s").after(Duration.ofSeconds(30)));

    assertEquals(9e7, values(chart("Oldest xmin, age")).getLast());
    assertEquals((double) (5L << 30), values(chart("WAL kept for slots")).getLast());
  }

  @Test
  void forgetsAServer() {
    look(new ServerGiven().table("a", 1));
    trends.clear();
    look(new ServerGiven().table("a", 1).after(Duration.ofSeconds(30)));

    assertEquals(List.of(), trends.charts());
  }

  private void look(ServerGiven given) {
    trends.add(Evidence.of(given.survey()));
  }

  private Part.Curve chart(String title) {
    return trends.charts().stream()
        .filter(each -> each.title().equals(title))
        .findFirst()
        .orElseThrow()
        .curves()
        .getFirst();
  }

  private static List<Double> values(Part.Curve curve) {
    return curve.points().stream().map(Part.Point::value).toList();
  }
}
