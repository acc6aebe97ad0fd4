package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.model.TableKeys.INSERTS_PER_DAY;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// A table of 20,000,000 rows on 200,000 pages of 8 kB: 81.92 bytes a row. From 13 on N = 1,000 +
/// 0.2 × 20,000,000 = 4,001,000 inserted rows, about 313 MB; "much" is 256 MB.
class InsertThresholdTooHighTest {
  @Test
  void isSilentAboutSmallTables() {
    // 800,000 rows on 8,000 pages are 62.5 MB; large is 64 MB
    assertEquals(List.of(), examine(log(800_000).neverVacuumed().with(OFF, "-1"), Release.V18));
  }

  @Test
  void speaksOfATableWhoseInsertsBringNoVacuum() {
    var finding = examine(log(20_000_000).with(OFF, "-1"), Release.V18).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Inserts never bring autovacuum to public.log, which only grows", finding.headline());
    // 2 MB at 81.92 bytes a row are 25,600 rows; two digits of that
    assertEquals(26_000, wanted(List.of(finding)));
  }

  /// The switch is a finding of its own: one change for all tables, and a vacuum for each.
  /// 20,000,000 rows at 50 times are a vacuum in a billion rows; by default one comes after 1,000 +
  /// 0.2 × 20,000,000 = 4,001,000.
  @Test
  void speaksOfAShareThatSomebodyRaisedOnceTheDefaultWouldHaveCome() {
    var raised =
        log(20_000_000)
            .with("autovacuum_vacuum_insert_scale_factor", "50")
            .written(20_000_000, 0, 0)
            .vacuumed(Given.NOW.minusSeconds(86_400));

    assertEquals(1, examine(raised.insertedSinceVacuum(4_001_001), Release.V13).size());
    assertEquals(List.of(), examine(raised.insertedSinceVacuum(4_001_000), Release.V13));
  }

  @Test
  void tunesNoTableWhereInsertsAreSwitchedOffForAll() {
    var off = Given.server().with(Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD, "-1");

    var finding = examine(off.with(log(20_000_000))).getFirst();

    assertTrue(finding.remedies().stream().allMatch(Remedy.VacuumNow.class::isInstance));
  }

  /// 64 MB at 81.92 bytes a row are 819,200 rows; two digits of that.
  @Test
  void comesLessOftenWhereEachVacuumReadsAWholeIndex() {
    var table = log(20_000_000).with(OFF, "-1");

    assertEquals(820_000, wanted(examine(table.indexed("gin"), Release.V18)));
    assertEquals(26_000, wanted(examine(table.indexed("brin"), Release.V18)));
  }

  private static double wanted(List<Finding> findings) {
    var tune = (Remedy.Tune) findings.getFirst().remedies().getFirst();
    return ((Goal.InsertsBetweenVacuums) tune.goal()).rows();
  }

  /// 10,000,000 rows on 100,000 pages: N = 2,001,000 rows, 156 MB, less than what is much. At
  /// 12,000 a second they take 167 s, and a checkpoint comes every 300 s by default.
  @Test
  void speaksOfVacuumsThatCheckpointsOvertake() {
    assertEquals(36000, wanted(grown(3_600_000)));
    assertEquals(List.of(), grown(4_200_000));
  }

  /// What is inserted in 5 minutes.
  private static List<Finding> grown(long rows) {
    var older =
        Given.server(Release.V17)
            .taken(Duration.ofMinutes(5), 1)
            .with(log(10_000_000).written(1_000_000, 0, 0));
    var newer =
        Given.server(Release.V17)
            .with(
                log(10_000_000)
                    .written(1_000_000 + rows, 0, 0)
                    .allVisible(90_000)
                    .insertedSinceVacuum(rows));
    return Verdicts.findings(new InsertThresholdTooHigh(), newer.after(older));
  }

  @Test
  void asksForAJobWhereTheReleaseHasNoSuchTrigger() {
    var finding = examine(log(20_000_000), Release.V12).getFirst();

    assertTrue(finding.explanation().startsWith("Before 13 only dead rows brought autovacuum"));
    assertTrue(finding.remedies().getFirst() instanceof Remedy.Act);
    assertTrue(finding.remedies().stream().noneMatch(Remedy.Tune.class::isInstance));
  }

  /// Before 13 scans of an index visit each row of a table that grows, be it small; one that nobody
  /// reads waits for what it needs to.
  @Test
  void judgesASmallTableByWhatIsReadOfIt() {
    var small = Given.table("log").rows(362_000).pages(5_000).neverVacuumed();
    var log = small.written(362_000, 0, 0).with(TableKeys.IDX_SCAN, 60L);

    assertEquals(
        Severity.ADVICE,
        examine(log.with(TableKeys.IDX_TUP_FETCH, 427_320L), Release.V12).getFirst().severity());
    assertEquals(List.of(), examine(log.with(TableKeys.IDX_TUP_FETCH, 361_999L), Release.V12));
    assertEquals(List.of(), examine(log.with(TableKeys.IDX_TUP_FETCH, 427_320L), Release.V13));
  }

  @Test
  void isSilentWhereThePagesAreKnownAllVisible() {
    assertEquals(
        List.of(), examine(log(20_000_000).with(OFF, "-1").allVisible(160_000), Release.V18));
    assertEquals(
        1, examine(log(20_000_000).with(OFF, "-1").allVisible(159_999), Release.V18).size());
  }

  @Test
  void tellsATableThatNobodyVacuumsFromOneThatIsDue() {
    var waits = log(20_000_000).neverVacuumed().insertedSinceVacuum(4_001_000);
    var isDue = log(20_000_000).neverVacuumed().insertedSinceVacuum(4_001_001);

    assertEquals(Severity.WARNING, examine(waits, Release.V18).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(isDue, Release.V18).getFirst().severity());
  }

  /// Its first vacuum is due, and comes by itself.
  @Test
  void isSilentAboutATableThatWasJustLoaded() {
    var loaded = log(1_000_000).neverVacuumed();

    assertEquals(1, examine(loaded.insertedSinceVacuum(201_000), Release.V18).size());
    assertEquals(List.of(), examine(loaded.insertedSinceVacuum(201_001), Release.V18));
  }

  /// A tenth of N, 400,100 rows, has to be inserted since the last vacuum, or nobody knows that the
  /// table still grows.
  @Test
  void isSilentAboutATableThatWasLoadedOnce() {
    var loaded = log(20_000_000).allVisible(200_000);

    assertEquals(List.of(), examine(loaded.insertedSinceVacuum(400_099), Release.V17));
    assertEquals(
        Severity.ADVICE,
        examine(loaded.insertedSinceVacuum(400_100), Release.V17).getFirst().severity());
  }

  /// 18 counts only the part that is not frozen (vector V6): a tenth of the pages, N = 401,000.
  @Test
  void countsTheUnfrozenPartAlone() {
    var mostlyFrozen =
        log(20_000_000).allVisible(200_000).allFrozen(180_000).insertedSinceVacuum(400_100);

    assertEquals(1, examine(mostlyFrozen, Release.V17).size());
    assertEquals(List.of(), examine(mostlyFrozen, Release.V18));
  }

  /// 12,000 rows a second are 7,200,000 in ten minutes, more than N: nothing would be won.
  @Test
  void doesNotMakeAutovacuumComeLater() {
    var older = Given.server(Release.V17).taken(Duration.ofMinutes(5), 1).with(log(16_400_000));
    var newer =
        Given.server(Release.V17)
            .with(
                log(20_000_000).indexed("gin").allVisible(100_000).insertedSinceVacuum(3_600_000));

    assertEquals(List.of(), Verdicts.findings(new InsertThresholdTooHigh(), newer.after(older)));
  }

  /// No insert knob on delete churn.
  @Test
  void isSilentWhereRowsAreDeletedAgain() {
    var queue =
        log(20_000_000).written(20_000_000, 0, 19_000_000).with(OFF, "-1").insertedSinceVacuum(1);

    assertEquals(List.of(), examine(queue, Release.V18));
  }

  @Test
  void cannotTellWhereNothingIsCounted() {
    assertEquals(
        List.of("rows inserted", "rows updated", "rows deleted"),
        lacks(log(20_000_000).allVisible(100_000).without(N_TUP_INS, N_TUP_UPD, N_TUP_DEL)));
  }

  @Test
  void cannotTellWithoutTheLastVacuumOrWhatCameSince() {
    assertEquals(List.of("last vacuum"), lacks(log(20_000_000).without(LAST_AUTOVACUUM)));
    assertEquals(
        List.of("rows inserted since the last vacuum"),
        lacks(log(20_000_000).allVisible(100_000).without(N_INS_SINCE_VACUUM)));
  }

  /// Somebody tells of 40 million rows, 50,000 more each night, a scale factor of 0.02 and that no
  /// vacuum ever came: 1,000 + 0.02 × 40,000,000 rows are those of 16 nights.
  @Test
  void countsTheDaysWhereSomebodyTellsHowManyRowsComeADay() {
    var nightly =
        Given.table("log")
            .rows(40_000_000)
            .pages(250_000)
            .allVisible(197_500)
            .neverVacuumed()
            .with("autovacuum_vacuum_insert_scale_factor", "0.02")
            .without(N_TUP_INS, N_TUP_UPD, N_TUP_DEL, N_INS_SINCE_VACUUM, N_DEAD_TUP)
            .with(INSERTS_PER_DAY, 50_000L);

    assertEquals(
        "Autovacuum waits for 801,000 inserted rows in public.log, those of 16 days",
        examine(nightly, Release.V17).getFirst().headline());
  }

  private static List<String> lacks(TableGiven table) {
    return Verdicts.lacks(new InsertThresholdTooHigh(), Given.server(Release.V17).with(table));
  }

  @Test
  void passesByWhatAutovacuumDoesNotMind() {
    var table = log(20_000_000).with(OFF, "-1");

    assertEquals(List.of(), examine(Given.server().asStandby().with(table)));
    assertEquals(List.of(), examine(Given.server().with(Setting.AUTOVACUUM, "off").with(table)));
    assertEquals(List.of(), examine(log(20_000_000).with(OFF, "-1").temporary(), Release.V18));
  }

  private static final String OFF = "autovacuum_vacuum_insert_threshold";

  private static TableGiven log(long rows) {
    return Given.table("log").rows((double) rows).written(rows, 0, 0);
  }

  private static List<Finding> examine(TableGiven table, Release release) {
    return examine(Given.server(release).with(table));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new InsertThresholdTooHigh(), given);
  }
}
