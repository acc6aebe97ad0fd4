package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.report.Part;

/// autovacuum_freeze_max_age is 200 million.
class FreezeReportTest {
  @Test
  void listsNoTablesThatAreAllYoung() {
    var parts = FreezeReport.of(plan(19_999_999)).parts();

    assertFalse(parts.toString().contains("of 200,000,000"), parts::toString);
    assertTrue(
        parts.toString().contains("The only table is younger than a tenth of the age"),
        parts::toString);
  }

  @Test
  void listsThoseWithATenthOfTheirLimitBehindThem() {
    var parts = FreezeReport.of(plan(20_000_000)).parts();

    assertTrue(parts.toString().contains("20,000,000 of 200,000,000"), parts::toString);
  }

  /// One survey gives the age at most that many IDs a day: all dates are the earliest possible.
  @Test
  void saysNotBeforeOnceForAllDatesOfAColumn() {
    var databases =
        FreezeReport.of(plan(150_000_000)).parts().stream()
            .filter(Part.Grid.class::isInstance)
            .map(Part.Grid.class::cast)
            .map(each -> each.columns().stream().map(Part.Column::title).toList())
            .toList();

    assertTrue(
        databases.contains(
            List.of(
                "Database",
                "Age",
                "Forced not before",
                "Warnings not before",
                "Writes stop not before")),
        databases::toString);
  }

  /// Counted over a minute, a rate is good for 100 minutes.
  @Test
  void namesNoDateBelowTheWordsThatThereIsNone() {
    var told =
        FreezeReport.of(FreezePlans.ofOne("orders", Duration.ofMinutes(1))).parts().stream()
            .takeWhile(each ->
                !(each instanceof Part.Heading heading && heading.text().equals("Calendar")))
            .toList()
            .toString();

    assertTrue(told.contains("No date yet"), told);
    assertTrue(told.contains("in about 10 days"), told);
    assertFalse(told.matches("(?s).*\\d{4}-\\d\\d-\\d\\d.*"), told);
  }

  private static FreezePlan plan(long age) {
    var survey =
        Given.server()
            .taken(Duration.ZERO, 300_000_000)
            .with(
                Given.table("orders")
                    .age(age)
                    .pages(1_000)
                    .vacuumed(Given.NOW.minus(Duration.ofDays(3_000))))
            .survey();
    return FreezePlan.of(
        new Sources(survey, List.of(), Optional.empty()),
        FreezeOptions.usual(survey)
            .with(Windows.of(List.of(Window.parse("Sat 02:00-05:00")), ZoneOffset.UTC)));
  }
}
