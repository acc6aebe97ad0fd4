package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.unit.Bytes;

/// 64 MB hold 11,184,810 row IDs of 6 bytes, up to 16.
class IndexPassesTest {
  @Test
  void isSilentWhereOnePassIsEnough() {
    assertEquals(List.of(), examine(server().with(table().dead(11_184_810))));
  }

  @Test
  void foreseesASecondPass() {
    var finding = examine(server().with(table().dead(11_184_811))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "The next vacuum of public.orders will scan its indexes 2 times", finding.headline());
    assertEquals(
        new Goal.OneIndexPass(new Bytes(11_184_811 * 6), 2),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void asksForEarlierVacuumsWhereMemoryWouldHaveToBeLarge() {
    var finding = examine(server().with(table().dead(100_000_000))).getFirst();

    assertInstanceOf(
        Goal.DeadRowsAtMost.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void seesTheSecondPassOfARunningVacuum() {
    var running = Given.server(Release.V18).with(table());

    assertEquals(List.of(), examine(running.with(Runs.passes(0, "vacuuming heap", 1))));
    assertEquals(
        Severity.WARNING,
        examine(Given.server(Release.V18).with(table()).with(Runs.passes(0, "scanning heap", 1)))
            .getFirst()
            .severity());
  }

  @Test
  void isSilentWithoutIndexesAndWithoutFigures() {
    assertEquals(
        List.of(), examine(server().with(Given.table("a").rows(400_000_000).dead(200_000_000))));
    assertEquals(List.of(), examine(server().with(table().dead(200_000_000).notCounted())));
    // no formula since 17
    assertEquals(List.of(), examine(Given.server(Release.V17).with(table().dead(200_000_000))));
  }

  /// `maintenance_work_mem` of 64 MB, its default.
  @Test
  void provesAForecastWithRowsIndexesAndMemory() {
    var finding = examine(server().with(table().dead(12_000_000))).getFirst();

    assertEquals(
        List.of(
            "dead rows: 12,000,000",
            "indexes, each read in every pass: 1, 800 kB",
            "memory for dead rows: 64 MB, 6 bytes a row, at most 1 GB"),
        Verdicts.facts(finding));
    assertEquals(
        "maintenance_work_mem, the default", Verdicts.source(finding, "memory for dead rows"));
  }

  @Test
  void namesTheSettingThatTheMemoryIsOf() {
    var set = server().with(Setting.AUTOVACUUM_WORK_MEM, "65536").with(table().dead(12_000_000));

    assertEquals(
        "autovacuum_work_mem", Verdicts.source(examine(set).getFirst(), "memory for dead rows"));
  }

  @Test
  void provesARunningVacuumWithItsProgress() {
    var running = Given.server(Release.V18).with(table()).with(Runs.passes(0, "scanning heap", 1));
    var finding = examine(running).getFirst();

    assertEquals(
        List.of(
            "passes over the indexes so far: 1",
            "pages of the table scanned: 500",
            "pages of the table: 1,000",
            "memory for dead rows: 64 MB, as a tree: several times as many rows as before 17"),
        Verdicts.facts(finding));
    assertEquals(
        "pg_stat_progress_vacuum.index_vacuum_count",
        Verdicts.source(finding, "passes over the indexes so far"));
  }

  @Test
  void isSilentAboutAFirstPass() {
    var first =
        Given.server(Release.V18).with(table()).with(Runs.passes(0, "vacuuming indexes", 0));
    var second =
        Given.server(Release.V18).with(table()).with(Runs.passes(0, "vacuuming indexes", 1));

    assertEquals(List.of(), examine(first));
    assertEquals(1, examine(second).size());
  }

  /// The vacuum that is at it is the finding, not the next one.
  @Test
  void foreseesNothingForATableThatIsBeingVacuumedAgain() {
    var both = server().with(table().dead(12_000_000)).with(Runs.passes(0, "vacuuming indexes", 1));

    assertEquals(
        List.of("A vacuum of public.orders scans its indexes again and again"),
        examine(both).stream().map(Finding::headline).toList());
    assertEquals(4, examine(both).getFirst().evidence().size());
    var another =
        server()
            .with(Given.table("other").indexed())
            .with(table().dead(12_000_000))
            .with(Runs.passes(0, "vacuuming indexes", 1));
    assertEquals(2, examine(another).size());
  }

  /// From 17 on twice as much up to 1 GB; before, what the dead rows take.
  @Test
  void asksARunningVacuumForTwiceTheMemoryFrom17On() {
    var running = Given.server(Release.V18).with(table()).with(Runs.passes(0, "scanning heap", 1));

    assertEquals(
        new Goal.OneIndexPass(Bytes.ofMegabytes(128), 1),
        ((Remedy.Tune) examine(running).getFirst().remedies().getFirst()).goal());
    assertInstanceOf(Goal.OneIndexPass.class, ofMemory(524_288));
    assertInstanceOf(Goal.DeadRowsAtMost.class, ofMemory(524_289));
  }

  private static Goal ofMemory(long kilobytes) {
    var given =
        Given.server(Release.V18)
            .with(Setting.AUTOVACUUM_WORK_MEM, Long.toString(kilobytes))
            .with(table())
            .with(Runs.passes(0, "scanning heap", 1));
    return ((Remedy.Tune) examine(given).getFirst().remedies().getFirst()).goal();
  }

  /// A server that was not read whole may have another table under that OID.
  @Test
  void isSilentAboutTheRunOfATableThatWasNotRead() {
    assertEquals(
        List.of(), examine(Given.server(Release.V18).with(Runs.passes(3, "scanning heap", 1))));
  }

  /// PostgreSQL 16 with `SET maintenance_work_mem = '1MB'`: 200,000 IDs take 1.2 MB.
  @ParameterizedTest
  @CsvSource({"256MB, INFO, 0", "1MB, WARNING, 1"})
  void asksForNoMoreMemoryThanHoldsAllDeadRows(String memory, Severity severity, int remedies)
      throws SourceException {
    var text =
        """
        maintenance_work_mem = %s
        INFO:  vacuuming "shop.public.page_views"
        INFO:  finished vacuuming "shop.public.page_views": index scans: 2
        pages: 0 removed, 2548 remain, 2548 scanned (100.00%% of total)
        tuples: 200000 removed, 200000 remain, 0 are dead but not yet removable
        removable cutoff: 743, which was 0 XIDs old when operation ended
        index scan needed: 2548 pages from table (100.00%% of total) had 200000 dead item identifiers removed
        system usage: CPU: user: 0.08 s, system: 0.00 s, elapsed: 0.42 s
        """
            .formatted(memory);

    var found =
        Advisor.assess(List.of(new Paste.Text("a.txt", text))).findings().stream()
            .filter(each -> each.id().equals("index-passes"))
            .toList()
            .getFirst();

    assertEquals(severity, found.severity());
    assertEquals(remedies, found.remedies().size());
  }

  /// 256 MB hold 44,739,242 IDs.
  @Test
  void asksForMemoryUpToAQuarterOfAGigabyte() {
    assertInstanceOf(Goal.OneIndexPass.class, goal(44_739_242));
    assertInstanceOf(Goal.DeadRowsAtMost.class, goal(44_739_243));
  }

  @Test
  void isClearWhereAServerWasSeen() {
    assertEquals(1, Verdicts.cleared(new IndexPasses(), server()));
    assertEquals(List.of(), examine(server().asStandby().with(table().dead(12_000_000))));
  }

  /// The progress view of 16 names no table; its session does, under the same pid. Knowing it must
  /// not cost the remedy.
  @Test
  void namesTheTableBySessionOfTheSamePid() {
    var finding =
        Pasted.findings(
                new IndexPasses(),
                """
                pid|phase|heap_blks_total|heap_blks_scanned|index_vacuum_count|max_dead_tuples
                21873|vacuuming indexes|73400320|41209331|5|11184809

                pid|state|query
                21873|active|autovacuum: VACUUM public.telemetry (to prevent wraparound)

                name|setting
                maintenance_work_mem|65536
                autovacuum_work_mem|-1
                """)
            .getFirst();

    assertEquals(
        "A vacuum of public.telemetry scans its indexes again and again", finding.headline());
    assertEquals(1, finding.remedies().size());
  }

  private static Goal goal(long dead) {
    var finding = examine(server().with(table().dead(dead))).getFirst();
    return ((Remedy.Tune) finding.remedies().getFirst()).goal();
  }

  private static Given server() {
    return Given.server(Release.V16);
  }

  /// 50 + 0.2 × 50,000,000 = 10,000,050 dead rows bring a vacuum.
  private static TableGiven table() {
    return Given.table("orders").rows(50_000_000).indexed();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new IndexPasses(), given.evidence());
  }
}
