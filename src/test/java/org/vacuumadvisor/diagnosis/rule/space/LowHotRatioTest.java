package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Acts;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A table of 100,000 rows, each updated more than once.
class LowHotRatioTest {
  @Test
  void isSilentWhereMostUpdatesAreHot() {
    assertEquals(List.of(), examine(updated(200_000, 100_000, 90_000)));
  }

  @Test
  void asksForRoomWherePagesHaveNone() {
    var finding = examine(updated(200_000, 80_000, 110_000)).getFirst();

    assertEquals(
        "Only 40 % of the updates of public.orders are HOT: their pages have no room",
        finding.headline());
    assertInstanceOf(
        Goal.RoomForUpdates.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// No fillfactor helps where an indexed column changes.
  @Test
  void asksForNoRoomWhereAnIndexedColumnChanges() {
    var finding = examine(updated(200_000, 80_000, 1_000)).getFirst();

    // some are HOT: what was counted may be of before another index was dropped
    assertTrue(finding.headline().endsWith("they may change an indexed column"));
    assertTrue(finding.remedies().stream().allMatch(each -> each instanceof Remedy.Act));
  }

  /// Nothing is HOT, and much goes elsewhere: full pages look like that, and so does an indexed
  /// column.
  @Test
  void doesNotGuessTheCause() {
    var finding = examine(updated(200_000, 100, 150_000)).getFirst();

    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(finding.remedies().stream().allMatch(Remedy.Act.class::isInstance));
    // none was HOT, though 50,000 stayed on their page: they changed an indexed column
    var none = examine(updated(200_000, 0, 150_000)).getFirst();
    assertEquals(Confidence.MEDIUM, none.confidence());
    assertTrue(Acts.of(none).contains("DROP INDEX CONCURRENTLY public.by_note"));
  }

  /// An index that nobody scans is named together with what to do about it.
  @Test
  void asksWhetherAnIndexIsNeededThatItNames() {
    var given = Given.server().with(table().updated(200_000, 0, 1_000));

    var finding = examine(given).getFirst();

    assertTrue(
        finding.evidence().stream()
            .anyMatch(fact -> fact.value().equals("by_note on a column, 800 kB, never scanned")));
    assertTrue(
        finding.remedies().stream()
            .anyMatch(each -> each instanceof Remedy.Act act && act.what().contains("by_note")));
  }

  @Test
  void doesNotGuessTheCauseBefore16() {
    var finding =
        examine(
                Given.server(Release.V15)
                    .with(table().activity(Grouped.activity(0, 200_000, 80_000, 0, 0, 0, 0, 0))))
            .getFirst();

    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(String.valueOf(finding.surer()).contains("pg_stat_statements"));
  }

  /// Before 16 a BRIN index counts as any other. Where a fillfactor left room, it was there for the
  /// first update.
  @Test
  void doesNotWaitForTheSecondUpdateWhereAFillfactorLeftRoom() {
    var none = Grouped.activity(0, 72_600, 0, 0, 0, 0, 0, 0);
    var some = Grouped.activity(0, 72_600, 100, 0, 0, 0, 0, 0);
    var before16 = Release.V15;

    assertEquals(List.of(), examine(Given.server(before16).with(table().activity(none))));
    var left = table().with("fillfactor", "80");
    assertEquals(1, examine(Given.server(before16).with(left.activity(none))).size());
    assertEquals(List.of(), examine(Given.server(before16).with(left.activity(some))));
  }

  @Test
  void waitsUntilEveryRowWasUpdatedTwice() {
    assertEquals(List.of(), examine(updated(199_999, 100, 150_000)));
    assertEquals(1, examine(updated(200_000, 100, 150_000)).size());
  }

  /// Each page had room for the new version, and none was HOT: an indexed column changes, however
  /// few updates there were for a row. Of one statement that changes all rows all go to another
  /// page; ten million are no statement.
  @Test
  void takesManyMovedRowsForNoSingleStatement() {
    assertEquals(List.of(), examine(updated(9_999_999, 100, 9_900_000)));
    assertEquals(1, examine(updated(10_000_000, 100, 9_900_000)).size());
  }

  @Test
  void speaksEarlierWherePagesHadRoom() {
    assertEquals(
        "None of the updates of public.orders are HOT: they may change a column of index by_note",
        examine(updated(50_000, 0, 0)).getFirst().headline());
    assertEquals(List.of(), examine(updated(9_999, 0, 0)));
    // 5,000 that stayed on their page and were not HOT, as none was
    assertEquals(1, examine(updated(15_000, 0, 10_000)).size());
    assertEquals(List.of(), examine(updated(15_000, 0, 10_001)));
    // a tenth, where some were HOT
    assertEquals(List.of(), examine(updated(50_000, 100, 5_000)));
  }

  /// Somebody shows updates, the share of HOT ones and the size: 500 MB are 5 million rows of 100
  /// bytes.
  @Test
  void takesASharesOfUpdatesAndTheSizeForEnough() {
    assertEquals(
        "Only 33 % of the updates of public.orders are HOT: their pages have no room",
        examine(Given.server().with(shown(10_500_000, 0.33))).getFirst().headline());
    assertEquals(List.of(), examine(Given.server().with(shown(10_500_000, 0.5))));
    // by the likely number of rows each may have been updated once, by one statement
    assertEquals(
        List.of(Severity.INFO),
        examine(Given.server().with(shown(9_900_000, 0.33))).stream()
            .map(Finding::severity)
            .toList());
  }

  @Test
  void provesItWithUpdatesAndFillfactor() {
    assertEquals(
        List.of(
            "updates: 200,000",
            "HOT updates among them: 40 %",
            "updates that went to another page: 110,000",
            "fillfactor: 100, the default"),
        Verdicts.facts(examine(updated(200_000, 80_000, 110_000)).getFirst()).subList(0, 4));

    var set = Given.server().with(table().updated(200_000, 0, 1_000).with("fillfactor", "90"));
    assertTrue(Verdicts.facts(examine(set).getFirst()).contains("fillfactor: 90"));
  }

  /// Counters of 14 to 18 that began before said 21, 17, 37 and 31 % a few seconds after the
  /// fillfactor was set, and it was lowered again and again.
  @Test
  void asksForNoMoreRoomByCountersOfTheTimeBefore() {
    var set = table().updated(200_000, 80_000, 110_000).with("fillfactor", "90");

    assertEquals(List.of(), examine(Given.server().with(set)));
  }

  /// Of 120,000 updates that were not HOT: from half on room is missing. Most of fewer had room on
  /// their page, and only an indexed column that changes keeps such an update from being HOT.
  @Test
  void tellsTheCauseByTheShareThatWentElsewhere() {
    assertTrue(headline(80_000, 59_999).endsWith(": they may change an indexed column"));
    assertTrue(headline(80_000, 60_000).endsWith(": their pages have no room"));
  }

  /// 60,000 updates of 3,000 rows while a report held the horizon left 404 pages for 20 that they
  /// need; afterwards a fillfactor was asked for.
  @Test
  void asksForNoRoomWhereRowsThatWereKeptFilledThePages() {
    var kept =
        Given.table("log").bigints(12).rows(65_000).indexed().updated(200_000, 80_000, 110_000);

    assertEquals(1, examine(Given.server().with(kept.pages(1_960))).size());
    assertEquals(List.of(), examine(Given.server().with(kept.pages(2_100))));
  }

  /// Two entries of 75 bytes of WAL for each of 200,000 updates, as measured on 18.
  @Test
  void saysWhatIsSaved() {
    assertTrue(
        Verdicts.facts(examine(updated(200_000, 0, 1_000)).getFirst())
            .contains(
                "index entries that HOT updates would have saved: 400,000, and 28.6 MB of WAL or"
                    + " more"));
  }

  /// A tenth of the updates were HOT: the columns they set cannot all be indexed.
  @Test
  void blamesMissingRoomOnlyWhereSomeUpdatesAreHot() {
    assertTrue(headline(19_999, 150_000).endsWith(" are HOT"));
    assertTrue(headline(20_000, 150_000).endsWith(": their pages have no room"));
  }

  /// 8 MB are 1,024 pages. Of a smaller table it is worth knowing, and worth a change once each row
  /// was updated ten times.
  @Test
  void weighsSmallTablesByTheUpdatesOfARow() {
    assertEquals(Severity.INFO, severity(1_023, 999_999));
    assertEquals(Severity.ADVICE, severity(1_023, 1_000_000));
    assertEquals(Severity.ADVICE, severity(1_024, 200_000));
  }

  /// A row a second that dies is 86,400 a day, and a small table is vacuumed for it all the time:
  /// between two looks, or by what died since the last vacuum.
  @Test
  void weighsSmallTablesByTheUpdatesOfASecond() {
    var vacuumed = Given.NOW.minusSeconds(1_000);

    var hot = Given.server().with(small().updated(1_000, 0, 0).vacuumed(vacuumed).dead(1_000));

    assertEquals(Severity.ADVICE, examine(hot).getFirst().severity());
    assertEquals(
        List.of(),
        examine(Given.server().with(small().updated(1_000, 0, 0).vacuumed(vacuumed).dead(999))));
    assertEquals(
        List.of(),
        examine(Given.server().with(small().updated(999, 0, 0).vacuumed(vacuumed).dead(1_000))));
    assertEquals(Severity.ADVICE, sampled(Duration.ofSeconds(1_000)).getFirst().severity());
    assertEquals(List.of(), sampled(Duration.ofSeconds(1_001)));
  }

  /// One look at a young table: autovacuum would have come within two naps of a minute.
  @Test
  void takesDeadRowsThatNoVacuumCameToForThoseOfTwoNaps() {
    var young = small().neverVacuumed().updated(1_000, 0, 0);

    assertEquals(
        Severity.ADVICE, examine(Given.server().with(young.dead(120))).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with(young.dead(119))));
    assertEquals(
        List.of(), examine(Given.server().with(young.dead(120).with("autovacuum_enabled", "off"))));
  }

  /// A statement that changes whole pages finds no room on them: measured, all went elsewhere, and
  /// 5 % of what was updated row by row.
  @Test
  void isSilentAboutStatementsThatChangeWholePages() {
    assertEquals(List.of(), examine(updated(200_000, 0, 180_000)));
    assertEquals(1, examine(updated(200_000, 0, 179_999)).size());
  }

  /// Two statements changed 100,000 rows each; by an index one row after the other was updated. Of
  /// the updates that were not HOT, half and more are the statements'.
  @Test
  void asksForNoRoomWhereScansOfTheTableFoundManyRowsEach() {
    assertEquals(List.of(), examine(found(10, 200_000, 100_000)));
    assertEquals(1, examine(found(11, 200_000, 100_000)).size());
    assertEquals(1, examine(found(2, 299_000, 201_001)).size());
    // before 16 nobody counts what went elsewhere; a part of the pages that is left free is room
    assertEquals(List.of(), examine(Given.server(Release.V15).with(bulk())));
    assertEquals(
        1, examine(Given.server(Release.V15).with(bulk().with("fillfactor", "50"))).size());
    assertEquals(
        1, examine(Given.server(Release.V15).with(bulk().without(TableKeys.IDX_TUP_FETCH))).size());
  }

  /// Statements of many rows, of which half stayed on their pages and none was HOT: they change an
  /// indexed column, and nobody scans that index.
  @Test
  void namesAnIndexInTheWayOfStatementsThatNobodyScans() {
    var moved = table().updated(900_000, 0, 500_000);

    assertEquals(1, examine(Given.server().with(moved)).size());
  }

  private static TableGiven bulk() {
    return table().activity(Grouped.activity(0, 200_000, 0, 0, 3, 300_000, 0, 0));
  }

  /// Updates of which 90,000 were HOT and all others went to another page.
  private static Given found(long scans, long updated, long byIndex) {
    return Given.server()
        .with(
            table()
                .activity(
                    new Activity(
                        0,
                        updated,
                        90_000,
                        0,
                        scans,
                        scans * 100_000,
                        byIndex,
                        byIndex,
                        Reading.of(updated - 90_000))));
  }

  private static List<Finding> sampled(Duration window) {
    var older = Given.server().taken(window, 1).with(small().activity(activity(0, 1_000, 0, 0)));
    var newer = Given.server().with(small().activity(activity(0, 2_000, 0, 0)));
    return Verdicts.findings(new LowHotRatio(), newer.after(older));
  }

  private static TableGiven small() {
    return Given.table("orders").rows(500).pages(10).indexed().index("by_seen", 5, 0);
  }

  private static Severity severity(long pages, long updates) {
    return examine(Given.server().with(table().pages(pages).updated(updates, 0, updates * 3 / 4)))
        .getFirst()
        .severity();
  }

  /// A statement that changes all rows, or a snapshot that kept them: there is no index to blame,
  /// and more room would not have been enough.
  @Test
  void isSilentWhereThePrimaryKeyIsTheOnlyIndex() {
    var alone = Given.table("orders").rows(100_000).pages(2_000).indexed();

    assertEquals(List.of(), examine(Given.server().with(alone.updated(200_000, 100, 199_000))));
    assertEquals(List.of(), examine(Given.server().with(alone.updated(200_000, 0, 1_000))));
    assertEquals(1, examine(Given.server().with(alone.updated(200_000, 80_000, 110_000))).size());
  }

  @Test
  void saysWhatWouldTellTheCause() {
    var counted = examine(updated(200_000, 100, 150_000)).getFirst();
    var certain = examine(updated(200_000, 80_000, 110_000)).getFirst();

    assertTrue(String.valueOf(counted.surer()).contains("pg_stat_statements"));
    assertNull(certain.surer());
    assertEquals(Confidence.MEDIUM, certain.confidence());
  }

  /// Each page of 8,192 bytes has 50 rows: 2,000 pages for 100,000 of them.
  @Test
  void asksForRoomByTheRowsOfAPage() {
    var remedy =
        (Remedy.Tune) examine(updated(200_000, 80_000, 110_000)).getFirst().remedies().getFirst();

    assertEquals(new Goal.RoomForUpdates(50), remedy.goal());
  }

  /// Primary keys hardly change, and are needed whether or not anybody scans them.
  @Test
  void namesThreeIndexesAndNoPrimaryKey() {
    var given =
        Given.server()
            .with(
                table()
                    .index("c", 100, 2)
                    .index("d", 100, 2)
                    .index("e", 100, 2)
                    .updated(200_000, 0, 1_000));

    assertEquals(
        List.of("by_note", "c", "d"),
        Verdicts.facts(examine(given).getFirst()).stream()
            .filter(each -> each.startsWith("index that may be in the way: "))
            .map(each -> each.substring(30, each.indexOf(" on ")))
            .toList());
  }

  @Test
  void passesByStandbysAndCatalogs() {
    var busy = table().updated(200_000, 80_000, 110_000);

    assertEquals(List.of(), examine(Given.server().asStandby().with(busy)));
    assertEquals(List.of(), examine(Given.server().with(busy.inSchema("pg_catalog"))));
  }

  private static String headline(long hot, long newPage) {
    return examine(updated(200_000, hot, newPage)).getFirst().headline();
  }

  private static TableGiven shown(long updates, double hot) {
    return Given.table("orders")
        .without(all())
        .withoutParameters()
        .with(TableKeys.N_TUP_UPD, updates)
        .with(TableKeys.HOT_PERCENT, new Share(hot))
        .with(TableKeys.MAIN_BYTES, new Bytes(500_000_000));
  }

  private static Key<?>[] all() {
    return TableKeys.ALL.toArray(Key<?>[]::new);
  }

  @Test
  void cannotTellWithoutTheSizeOrTheShare() {
    var busy = table().updated(200_000, 80_000, 110_000);

    assertEquals(
        List.of("share of HOT updates"),
        Verdicts.lacks(
            new LowHotRatio(), Given.server().with(busy.without(TableKeys.N_TUP_HOT_UPD))));
    assertEquals(
        List.of("rows updated"),
        Verdicts.lacks(new LowHotRatio(), Given.server().with(busy.without(TableKeys.N_TUP_UPD))));
  }

  /// Half of the rows that came were updated once, most of them on another page: their own was full
  /// by then. Of all rows of the table few were.
  @Test
  void asksForRoomWhereRowsAreUpdatedSoonAfterTheyCame() {
    var finding = lately(30_000, 15_000, 6_000, 8_000).getFirst();

    assertEquals(
        "Only 40 % of the updates of public.orders are HOT: their pages have no room",
        finding.headline());
    assertInstanceOf(
        Goal.RoomForUpdates.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
    assertEquals(List.of(), lately(30_000, 14_999, 6_000, 8_000));
    assertEquals(List.of(), lately(999, 15_000, 6_000, 8_000));
  }

  /// Every update is HOT since an index was dropped, which one look at sums does not show: it is no
  /// more than a note. Where none ever was, nothing changed.
  @Test
  void claimsNothingBySumsThatAnIndexOfBeforeMayExplain() {
    assertEquals(Severity.INFO, examine(updated(200_000, 12_000, 1_000)).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(updated(200_000, 0, 1_000)).getFirst().severity());
  }

  /// Those before found pages full of rows that somebody's snapshot kept; now they are HOT.
  @Test
  void isSilentOnceUpdatesAreHotAgain() {
    var held = activity(0, 200_000, 80_000, 110_000);
    var older = Given.server().taken(Duration.ofMinutes(1), 1).with(table().activity(held));
    assertEquals(1, examine(older).size());

    var newer = Given.server().with(table().activity(activity(0, 201_485, 81_485, 110_000)));
    assertEquals(List.of(), Verdicts.findings(new LowHotRatio(), newer.after(older)));
  }

  private static List<Finding> lately(long inserted, long updated, long hot, long newPage) {
    var older =
        Given.server().taken(Duration.ofMinutes(1), 1).with(table().activity(activity(0, 0, 0, 0)));
    var newer = Given.server().with(table().activity(activity(inserted, updated, hot, newPage)));
    return Verdicts.findings(new LowHotRatio(), newer.after(older));
  }

  private static Activity activity(long inserted, long updated, long hot, long newPage) {
    return new Activity(inserted, updated, hot, 0, 0, 0, 0, 0, Reading.of(newPage));
  }

  @Test
  void isSilentWhereNothingIsUpdated() {
    assertEquals(List.of(), examine(Given.server().with(table())));
  }

  private static Given updated(long all, long hot, long newPage) {
    return Given.server().with(table().updated(all, hot, newPage));
  }

  private static TableGiven table() {
    return Given.table("orders").rows(100_000).pages(2_000).indexed().index("by_note", 100, 2);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new LowHotRatio(), given);
  }
}
