package org.vacuumadvisor.report.assessment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.Given.table;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.report.Part;

class LiveReportTest {
  @Test
  void showsTheArithmeticOfWhatIsNext() {
    // 50 + 0.2 * 1000
    var server = Given.server().with(table("orders").rows(1000).live(1000).dead(500));

    assertEquals(
        List.of(List.of("public.orders", "due", "500 of 250 dead rows (200 %)")),
        grid(server, "Table"));
  }

  @Test
  void namesWhoHoldsTheHorizonWithItsAge() {
    var server =
        Given.server()
            .with(
                Holders.session(
                    Holders.client(
                        42,
                        "report \u202e",
                        "idle in transaction",
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(5)),
                    false,
                    12_345));

    assertEquals(
        List.of(
            List.of(
                "session 42 (user shop, report \u202e)",
                "idle in transaction",
                "5 min",
                "12,345",
                "database shop")),
        grid(server, "Who"));
  }

  /// A slot that keeps rows of catalogs alone is older, and matters less.
  @Test
  void namesFirstWhoKeepsRowsOfTables() {
    var server =
        Given.server()
            .with(Holders.logicalSlot("cdc", false, 90_000))
            .with(
                Holders.session(
                    Holders.client(
                        42, "app", "idle in transaction", Duration.ofHours(1), Duration.ofHours(1)),
                    false,
                    12_345));

    assertTrue(grid(server, "Who").getFirst().contains("database shop"));
    assertTrue(grid(server, "Who").getLast().contains("catalogs only"));
  }

  @Test
  void drawsARunningVacuumAndSaysWhenItsPhaseEnds() {
    var server =
        Given.server()
            .with(table("orders").pages(1000))
            .with(
                new RunningVacuum(
                    7,
                    Given.SHOP,
                    Reading.of(Given.key(0).oid()),
                    Reading.of("scanning heap"),
                    Reading.of(1000L),
                    Reading.of(250L),
                    Reading.of(0L),
                    Reading.of(0L),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.of(true),
                    Reading.of(true),
                    Reading.of(Given.NOW.minus(Duration.ofSeconds(100))),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.missing(Why.OLDER_SERVER)));

    var text = LiveReport.of(server.evidence(), 10).toString();

    assertTrue(text.contains("scanning heap, 25 % of 7.8 MB"), text);
    assertTrue(text.contains("this phase ends in about 5 min"), text);
    assertTrue(text.contains("to prevent wraparound"), text);
  }

  @Test
  void saysSoWhereNothingHappens() {
    var text = LiveReport.of(Given.server().evidence(), 10).toString();

    assertTrue(text.contains("None runs now"), text);
    assertTrue(text.contains("Nobody, as far as this role may see"), text);
    assertTrue(text.contains("nothing is due soon"), text);
  }

  private static List<List<String>> grid(Given server, String firstColumn) {
    return LiveReport.of(server.evidence(), 10).stream()
        .filter(Part.Grid.class::isInstance)
        .map(Part.Grid.class::cast)
        .filter(each -> each.columns().getFirst().title().equals(firstColumn))
        .findFirst()
        .orElseThrow()
        .rows();
  }
}
