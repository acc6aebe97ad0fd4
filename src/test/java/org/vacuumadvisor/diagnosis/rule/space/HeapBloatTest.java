package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// A row of 12 bigints takes 24 + 96 bytes and a line pointer of 4; a page has room for 8,168: 65
/// rows. So 650,000 rows need 10,000 pages of 8 kB.
class HeapBloatTest {
  private static final int NEEDED = 10_000;

  @Test
  void isSilentAboutATableAsLargeAsItsRows() {
    assertEquals(List.of(), examine(rows().pages(NEEDED)));
  }

  @Test
  void speaksOfAFileThreeTimesAsLarge() {
    var finding = examine(rows().pages(3 * NEEDED)).getFirst();

    assertEquals("67 % of the 234 MB of public.log are free or dead", finding.headline());
    assertEquals(Severity.INFO, finding.severity());
    var rewrite = assertInstanceOf(Remedy.RewriteTable.class, finding.remedies().getFirst());
    assertEquals(new Bytes(NEEDED * 8_192L), rewrite.needed());
  }

  /// `vacuum_truncate`, of the server since 18: VACUUM (TRUNCATE) cuts off all the same.
  @Test
  void saysThatTheServerKeepsWhatIsEmpty() {
    var finding =
        Verdicts.findings(
                new HeapBloat(),
                Given.server(Release.V18)
                    .with(Setting.VACUUM_TRUNCATE, "off")
                    .with(rows().pages(3 * NEEDED)))
            .getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    var vacuum = assertInstanceOf(Remedy.VacuumNow.class, finding.remedies().getFirst());
    assertEquals(List.of("TRUNCATE"), vacuum.options());
    // whether anything is left between rows only shows then
    assertTrue(finding.remedies().stream().noneMatch(each -> each instanceof Remedy.RewriteTable));
  }

  /// Three quarters and 75 MB, as after a purge, are worth a word on every release, unless a vacuum
  /// is due.
  @Test
  void advisesWhereMostIsFree() {
    assertEquals(Severity.ADVICE, severity(Release.V19, rows().pages(4 * NEEDED).indexed()));
    assertEquals(Severity.INFO, severity(Release.V19, rows().pages(3 * NEEDED).indexed()));
    assertEquals(Severity.ADVICE, severity(Release.V16, rows().pages(4 * NEEDED)));
    assertEquals(
        Severity.INFO, severity(Release.V16, rows().pages(4 * NEEDED).dead(1_000_000_000)));
  }

  /// 6,000 pages less 1,000 are 39 MB; an index of one bigint needs about 280 of its 2,280 pages
  /// (16 MB): a rewrite gives back both, and none of them alone is 50 MB.
  @Test
  void weighsWhatARewriteGivesBackOfIndexes() {
    var table = Given.table("log").bigints(12).rows(65_000).pages(10_000);

    assertEquals(Severity.INFO, severity(Release.V19, table));
    assertEquals(Severity.ADVICE, severity(Release.V19, table.index("log_1", 2_280, 1)));
  }

  /// 15 % of 11,300 pages are filled: 75 of 88 MB are left for updates.
  @Test
  void saysThatNoUpdateUsesWhatAFillfactorLeaves() {
    var table = Given.table("log").bigints(12).rows(109_000).pages(11_300).with("fillfactor", "15");

    assertEquals(
        "fillfactor = 15 leaves 75 MB of the 88.3 MB of public.log free for updates, and none came",
        examine(table.written(109_000, 0, 0)).getFirst().headline());
    assertEquals(List.of(), examine(table.written(109_000, 1, 0)));
    assertEquals(List.of(), examine(table.written(1_000, 0, 0)));
  }

  /// What 17 showed after four loads of 300,000 rows that failed: each counts as inserted, and
  /// leaves a dead row. A table that was loaded and truncated has no dead ones, and no free space.
  @Test
  void namesInsertsThatWereRolledBack() {
    var table = Given.table("log").rows(20_000).live(20_000);
    var loaded = table.written(1_520_000, 0, 0);

    assertEquals(
        "Inserts into public.log were rolled back: 300,000 dead rows that no update or delete left",
        examine(loaded.dead(300_000)).getFirst().headline());
    assertEquals(List.of(), examine(loaded.dead(9_999)));
    assertEquals(List.of(), examine(table.written(1_520_000, 0, 1_500_000).dead(300_000)));
    assertEquals(List.of(), examine(table.written(39_999, 0, 0).dead(19_999)));
    assertEquals(
        "Inserts into public.log were rolled back: 156 MB in it and its indexes is free that no"
            + " update or delete left",
        examine(rows().pages(3 * NEEDED).written(1_520_000, 0, 0).live(650_000))
            .getFirst()
            .headline());
  }

  private static Severity severity(Release release, TableGiven table) {
    return Verdicts.findings(new HeapBloat(), Given.server(release).with(table))
        .getFirst()
        .severity();
  }

  @Test
  void warnsOfAGigabyte() {
    assertEquals(Severity.WARNING, examine(rows().pages(NEEDED + 131_072)).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(rows().pages(NEEDED + 131_071)).getFirst().severity());
  }

  @Test
  void beginsAtHalfOfTheFile() {
    assertEquals(List.of(), examine(rows().pages(2 * NEEDED - 1)));
    assertEquals(1, examine(rows().pages(2 * NEEDED)).size());
  }

  /// 10 MB are 1,280 pages; 6,500 rows need 100.
  @Test
  void passesOverSmallFiles() {
    assertEquals(List.of(), examine(Given.table("log").bigints(12).rows(6_500).pages(1_379)));
    assertEquals(1, examine(Given.table("log").bigints(12).rows(6_500).pages(1_380)).size());
  }

  /// By default 130,050 rows may die before autovacuum comes: their room, 20,000 / 650,000 pages
  /// each, is needed again.
  @Test
  void leavesTheRoomThatIsNeededBetweenTwoVacuums() {
    var busy = Given.table("log").bigints(12).rows(6_500).pages(1_380).written(0, 1_000, 0);

    assertEquals(List.of(), examine(busy));
  }

  @Test
  void isSilentWhereWidthsAreHiddenOrUnknown() {
    for (var why : List.of(Why.NO_PRIVILEGE, Why.NOT_APPLICABLE)) {
      var table = rows().bigints(12, Reading.missing(why)).pages(3 * NEEDED);
      assertEquals(List.of(), examine(table), why.name());
    }
  }

  @Test
  void isSilentWhereMostRowsAreNew() {
    assertEquals(List.of(), examine(rows().pages(3 * NEEDED).modifiedSinceAnalyze(2_000_000)));
  }

  /// 37 % of 10 GB are 3.7 GB: more than a quarter, and than 1 GB.
  @Test
  void speaksOfAQuarterOfALargeFileThatWasMeasured() {
    var part =
        unknown()
            .with(TableKeys.TABLE_LEN, Bytes.ofGigabytes(10))
            .with(TableKeys.FREE_PERCENT, Share.ofPercent(37));

    assertEquals("37 % of the 10 GB of public.log are free or dead", headline(part));
    assertEquals(List.of(), examine(part.with(TableKeys.FREE_PERCENT, Share.ofPercent(24))));
  }

  @Test
  void speaksOfAnEstimateThatSomebodyShows() {
    var shown =
        unknown()
            .with(TableKeys.MAIN_BYTES, Bytes.ofMegabytes(170))
            .with(TableKeys.EXPECTED_BYTES, Bytes.ofMegabytes(17));

    assertEquals("90 % of the 170 MB of public.log are free or dead", headline(shown));
  }

  /// The whole file was read: an estimate does not outweigh that.
  @Test
  void believesWhatWasMeasured() {
    var both =
        unknown()
            .with(TableKeys.TABLE_LEN, Bytes.ofGigabytes(20))
            .with(TableKeys.FREE_PERCENT, Share.ofPercent(4))
            .with(TableKeys.DEAD_TUPLE_PERCENT, Share.ofPercent(0))
            .with(TableKeys.BLOAT_PERCENT, Share.ofPercent(55));

    assertEquals(List.of(), examine(both));
  }

  @Test
  void cannotTellWithoutSizeOrRows() {
    assertEquals(List.of("size of the heap", "free space in the file"), lacks(unknown()));
    assertEquals(
        List.of("free space in the file"),
        lacks(unknown().with(TableKeys.MAIN_BYTES, Bytes.ofGigabytes(3))));
  }

  /// How many rows die between two vacuums is not known: at most a fifth of them.
  @Test
  void leavesTheRoomOfAFifthWhereNobodyCountedUpdates() {
    var table = rows().pages(3 * NEEDED).without(TableKeys.N_TUP_UPD);

    assertEquals(1, examine(table).size());
  }

  private static TableGiven unknown() {
    return Given.table("log").without(TableKeys.ALL.toArray(new Key<?>[0]));
  }

  private static String headline(TableGiven table) {
    return examine(table).getFirst().headline();
  }

  private static List<String> lacks(TableGiven table) {
    return Verdicts.lacks(new HeapBloat(), Given.server().with(table));
  }

  /// Rows of 1.2 kB on average are rare: where more of them were deleted than there are, the right
  /// to read statistics tells what is free.
  @Test
  void asksForTheRightToSeeWhatALargeFileNeeds() {
    var hidden =
        Given.table("log")
            .bigints(12, Reading.missing(Reading.Why.NO_PRIVILEGE))
            .indexed()
            .rows(65_000)
            .live(65_000);
    var right = new Remedy.Ask(Question.of("GRANT_DATA", "pg_read_all_data TO advisor"));

    assertEquals(List.of(right), asked(hidden.pages(13_000).written(200_000, 0, 135_000)));
    assertEquals(List.of(), asked(hidden.written(100_000, 0, 35_000)));
    assertEquals(List.of(), asked(hidden.pages(6_500).written(200_000, 0, 135_000)));
  }

  /// A row spans no page: 200 rows need 200 pages at the most, and no right has to show their
  /// widths.
  @Test
  void countsAPageForEachRowOfHiddenWidth() {
    var hidden =
        Given.table("outbox")
            .bigints(12, Reading.missing(Why.NO_PRIVILEGE))
            .indexed()
            .rows(200)
            .live(200)
            .pages(15_558)
            .written(280_000, 0, 279_800);
    var finding =
        Verdicts.findings(new HeapBloat(), Given.server(Release.V19).with(hidden)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "At least 99 % of the 122 MB of public.outbox are free or dead", finding.headline());
    var rewrite = assertInstanceOf(Remedy.RewriteTable.class, finding.remedies().getFirst());
    assertEquals(new Bytes(200 * 8_192L), rewrite.needed());
    // 13,000 rows may fill the file: only their widths tell
    assertInstanceOf(Remedy.Ask.class, asked(hidden.rows(13_000).live(13_000)).getFirst());
  }

  private static List<Remedy> asked(TableGiven table) {
    return Verdicts.findings(new HeapBloat(), Given.server(Release.V19).with(table).evidence())
        .stream()
        .flatMap(each -> each.remedies().stream())
        .toList();
  }

  private static TableGiven rows() {
    return Given.table("log").bigints(12).rows(65 * NEEDED);
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new HeapBloat(), Given.server().with(table).evidence());
  }
}
