package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.workload.Confidence;

/// An item of a bigint takes 8 + 8 bytes and a line pointer of 4; a leaf filled to 90 % has room
/// for 8,152 × 0.9 = 7,336: 366 of them. So 3,660,000 keys need 10,000 leaves, and at 70 % and 285
/// items a page 36 pages and a root above them, and the metapage: 10,038.
class IndexBloatTest {
  private static final int NEEDED = 10_038;

  @Test
  void isSilentAboutATightTree() {
    assertEquals(List.of(), examine(NEEDED));
  }

  @Test
  void isSilentAboutATreeThatGrewInRandomOrder() {
    assertEquals(List.of(), examine(NEEDED * 3 / 2));
  }

  @Test
  void speaksOfATreeTenTimesAsLarge() {
    var finding = examine(10 * NEEDED).getFirst();

    assertEquals("90 % of the 784 MB of index log_1 of public.log are empty", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    var subject = assertInstanceOf(Subject.OfIndex.class, finding.subject());
    assertEquals("log_1", subject.index().name());
  }

  /// A build that runs has its table locked: then the index is none that was left over.
  @Test
  void asksForAnIndexToBeDroppedThatABuildLeftBehind() {
    var broken = table().index("log_1", 90, 1).invalid();
    var finding = examine(broken).getFirst();

    assertEquals(
        "Index log_1 of public.log is invalid, left over from a build that failed",
        finding.headline());
    assertEquals(
        "DROP INDEX CONCURRENTLY public.log_1",
        ((Remedy.Act) finding.remedies().getFirst()).what());
    var built = Given.server().with(broken).with(Runs.held(7, 0, Duration.ofSeconds(9)));
    assertEquals(List.of(), Verdicts.findings(new IndexBloat(), built.evidence()));
    var standby = Given.server().asStandby().with(broken);
    assertEquals(List.of(), Verdicts.findings(new IndexBloat(), standby.evidence()));
  }

  /// As REINDEX CONCURRENTLY calls the old one (seen on 17): nothing is to be built again.
  @Test
  void knowsTheOldIndexOfARebuildThatWasBrokenOff() {
    var old = table().index("log_1_ccold", 90, 1).invalid();

    assertEquals(
        "Index log_1_ccold of public.log is invalid, left over from a REINDEX whose new one is in"
            + " use",
        examine(old).getFirst().headline());
  }

  /// Three indexes on one column: one serves all queries, and every row is written to three.
  @Test
  void asksForAnIndexToBeDroppedThatIsTheSameAsAnother() {
    var twins = table().index("log_1", 900, 1).index("by_1", 900, 1).sameAs(30_000);
    var finding = examine(twins).getFirst();

    assertEquals(
        "Index by_1 of public.log is the same as log_1, and written to besides",
        finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "DROP INDEX CONCURRENTLY public.by_1", ((Remedy.Act) finding.remedies().getFirst()).what());
    assertEquals(1, examine(twins).size());
    var standby = Given.server().asStandby().with(twins);
    assertEquals(List.of(), Verdicts.findings(new IndexBloat(), standby.evidence()));
  }

  @Test
  void beginsAtTwiceTheSize() {
    assertEquals(List.of(), examine(2 * NEEDED - 1));
    assertEquals(1, examine(2 * NEEDED).size());
  }

  @Test
  void isSilentWhereWidthsAreUnknown() {
    var table = table().bigints(1, Reading.missing(Why.NOT_APPLICABLE)).index("log_1", 90_000, 1);

    assertEquals(List.of(), examine(table));
  }

  @Test
  void isSilentAboutExpressions() {
    assertEquals(List.of(), examine(table().bigints(1).index("log_1", 90_000, 0)));
  }

  /// Four times its table, of which it should take 1.2 at the most: 5,880 of 8,400 MB.
  @Test
  void comparesAnIndexWithItsTableWhereSizesAreAllThatIsShown() {
    assertEquals(List.of(), beside("8399 MB"));

    var finding = beside("8400 MB").getFirst();

    assertEquals(
        "At least 70 % of the 8.2 GB of index events_created of events are empty",
        finding.headline());
    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(Verdicts.facts(finding).contains("size of its table: 2.1 GB"));
  }

  /// A vacuum found half of an index to be deleted pages: 20,000 of 8 kB.
  @Test
  void countsDeletedPagesThatAVacuumFound() {
    assertEquals(List.of(), told(30_000, 40_000, 19_999));

    var finding = told(30_000, 40_000, 20_000).getFirst();

    assertEquals(
        "At least 50 % of the 313 MB of index jobs_pkey of public.jobs are empty",
        finding.headline());
    assertTrue(Verdicts.facts(finding).contains("deleted pages in it: 20,000"));
  }

  /// Twice its table and less than 25 of 10,000 entries a page: 400 pages would do.
  @Test
  void suspectsALargeIndexWithFewEntriesAPage() {
    assertEquals(List.of(), told(10_000, 19_999, 0));

    var finding = told(10_000, 20_000, 0).getFirst();

    assertEquals(
        "At least 98 % of the 156 MB of index jobs_pkey of public.jobs are empty",
        finding.headline());
    assertEquals(
        List.of("entries in it: 10,000", "size of its table: 10,000 pages"),
        Verdicts.facts(finding).subList(0, 2));
  }

  @Test
  void provesAnEstimateAndSaysWhatMeasuresIt() {
    var finding = examine(10 * NEEDED).getFirst();

    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals("To measure it: SELECT * FROM pgstatindex('public.log_1').", finding.surer());
    assertEquals(
        List.of("size of the index: 784 MB", "what is in it needs at most: 78.4 MB"),
        Verdicts.facts(finding).subList(0, 2));
  }

  private static List<Finding> told(long pages, long indexPages, long deleted) {
    var run =
        RunText.vacuum("shop.public.jobs")
            .pages(pages, pages)
            .index("jobs_pkey", indexPages, deleted);
    return Verdicts.findings(new IndexBloat(), Logs.evidence(run.toString()));
  }

  /// 8 kB, the first page of a B-tree, hold no entry: the estimate is to be checked, not followed.
  @Test
  void asksToMeasureWhatAnEstimateWithoutRoomForAnEntryTells() {
    assertInstanceOf(Remedy.Ask.class, estimated(8_192).remedies().getFirst());
    assertInstanceOf(Remedy.RebuildIndex.class, estimated(8_193).remedies().getFirst());
  }

  private static Finding estimated(long left) {
    return Pasted.findings(
            new IndexBloat(),
            """
             schemaname | tblname |   idxname   | real_size | bloat_size
            ------------+---------+-------------+-----------+------------
             public     | events  | events_pkey | 22519808  | %d
            """
                .formatted(22_519_808 - left))
        .getFirst();
  }

  private static List<Finding> beside(String size) {
    return Pasted.findings(
        new IndexBloat(),
        """
         table_name |  index_name    | table_size | index_size | idx_scan
        ------------+----------------+------------+------------+----------
         events     | events_created | 2100 MB    | %s    |    90021
        """
            .formatted(size));
  }

  private static TableGiven table() {
    return Given.table("log").rows(3_660_000).pages(50_000);
  }

  private static List<Finding> examine(long pages) {
    return examine(table().bigints(1).index("log_1", pages, 1));
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new IndexBloat(), Given.server().with(table).evidence());
  }
}
