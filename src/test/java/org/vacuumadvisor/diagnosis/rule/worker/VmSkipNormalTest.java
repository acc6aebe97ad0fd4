package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.VerboseRun;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;

class VmSkipNormalTest {
  @Test
  void saysThatSkippingIsNormal() {
    assertEquals(
        "The vacuum of public.events looked at 400 of 10,000 pages, as it should",
        examine("400").getFirst().headline());
  }

  @Test
  void beginsBelowHalfOfThePages() {
    assertEquals(1, examine("4999").size());
    assertEquals(List.of(), examine("5000"));
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(List.of("the server's log"), Verdicts.lacks(new VmSkipNormal(), Given.server()));
  }

  /// A vacuum passes by runs of 32 pages and more.
  @Test
  void isSilentAboutFewerPagesThanAVacuumPassesBy() {
    assertEquals(1, told(run("public.t").pages(63, 31).toString()).size());
    assertEquals(List.of(), told(run("public.t").pages(61, 30).toString()));
    assertEquals(List.of(), told(run("pg_catalog.pg_class").pages(63, 31).toString()));
  }

  @Test
  void isSilentInALongLog() {
    var twenty = new StringBuilder();
    for (int each = 0; each < 20; each++) {
      twenty.append(run("public.t").at(Duration.ofMinutes(each)).pages(63, 31));
    }

    assertEquals(1, told(twenty.toString()).size());
    assertEquals(
        List.of(),
        told(twenty.toString() + run("public.t").at(Duration.ofMinutes(20)).pages(63, 31)));
  }

  /// Up to 14 a vacuum says what it skipped: 78 of 100 pages that remain and 10 that it removed.
  @Test
  void countsWhatOlderReleasesSkip() {
    var log =
        """
        2026-11-21 10:00:00.000 UTC [9] LOG:  automatic vacuum of table "shop.public.t": index scans: 0
        \tpages: 10 removed, 100 remain, 0 skipped due to pins, 78 skipped frozen
        \ttuples: 0 removed, 1000 remain, 0 are dead but not yet removable, oldest xmin: 70
        \tbuffer usage: 40 hits, 0 misses, 0 dirtied
        \tavg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
        \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.02 s
        """;

    assertEquals(
        List.of("The vacuum of public.t looked at 32 of 110 pages, as it should"),
        told(log).stream().map(Finding::headline).toList());
  }

  private static RunText run(String table) {
    return RunText.vacuum("shop." + table);
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new VmSkipNormal(), Logs.evidence(log));
  }

  private static List<Finding> examine(String scanned) {
    var log =
        VerboseRun.of(
            scanned,
            "0",
            "",
            "not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed");
    return Verdicts.findings(new VmSkipNormal(), Evidence.of(Logs.history(log)));
  }
}
