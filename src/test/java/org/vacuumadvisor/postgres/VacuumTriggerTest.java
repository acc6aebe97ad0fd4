package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.unit.XidAge;

/// The numbers were read from the debug output of servers of these releases, except where they
/// follow from the documented rule alone.
class VacuumTriggerTest {
  private static final XidAge YOUNG = new XidAge(50_000_000);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, reltuples, relpages, relallfrozen,    vacuum,   insert,  analyze
          9.6,         1000000,        0,            0,    200050, Infinity,   100050
          12,          1000000,        0,            0,    200050, Infinity,   100050
          13,          1000000,        0,            0,    200050,   201000,   100050
          18,          1000000,        0,            0,    200050,   201000,   100050
          17,       1000000000,        0,            0, 200000048, 200000992, 100000048
          18,       1000000000,        0,            0, 100000000, 200000992, 100000048
          13,         10000000,   100000,        90000,   2000050,  2001000,  1000050
          17,         10000000,   100000,        90000,   2000050,  2001000,  1000050
          18,         10000000,   100000,        90000,   2000050,   201000,  1000050
          18,        400000000,  5000000,      4900000,  80000048,  1600998, 40000048
          18,           100000,   100000,       120000,     20050,     1000,    10050
          18,               -1,        0,            0,        50,     1000,       50
          13,                0,        0,            0,        50,     1000,       50
          """)
  void thresholdsAreTheServersToTheLastDigit(
      String major,
      double reltuples,
      long relpages,
      long relallfrozen,
      double vacuum,
      double insert,
      double analyze) {
    var size = new RelationSize(reltuples, relpages, relallfrozen);

    var thresholds = trigger(Release.ofMajor(major), Map.of()).at(size);

    assertEquals(vacuum, printed(thresholds.vacuum()));
    assertEquals(insert, printed(thresholds.insert()));
    assertEquals(analyze, printed(thresholds.analyze()));
  }

  /// At the defaults the threshold reaches the cap at 499,999,750 rows.
  @Test
  void theCapRulesLargeTables() {
    var trigger = trigger(Release.V18, Map.of());

    assertTrue(trigger.at(RelationSize.ofRows(499_999_000)).vacuum() < 100_000_000);
    assertEquals(100_000_000, trigger.at(RelationSize.ofRows(500_001_000)).vacuum());
    assertTrue(
        trigger(Release.V17, Map.of()).at(RelationSize.ofRows(500_001_000)).vacuum() > 100_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void aThresholdMustBePassed(Release release) {
    var size = RelationSize.ofRows(1_000_000);
    var trigger = trigger(release, Map.of());

    assertFalse(trigger.at(size).isPassedByDead(200_050));
    assertTrue(trigger.at(size).isPassedByDead(200_051));
    assertEquals(100_050, trigger.at(size).analyze());
  }

  @ParameterizedTest
  @EnumSource
  void insertsBringAVacuumFrom13On(Release release) {
    var size = RelationSize.ofRows(0);

    assertFalse(trigger(release, Map.of()).at(size).isPassedByInserted(1000));
    assertEquals(
        Feature.INSERT_TRIGGERED_VACUUM.isIn(release),
        trigger(release, Map.of()).at(size).isPassedByInserted(1001));
  }

  @Test
  void insertsBringNoVacuumWhereThatIsSwitchedOff() {
    var trigger = trigger(Release.V18, Map.of("autovacuum_vacuum_insert_threshold", "-1"));

    assertFalse(trigger.at(RelationSize.ofRows(0)).hasInsert());
    assertFalse(trigger.at(RelationSize.ofRows(0)).isPassedByInserted(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @EnumSource
  void aTableCanHaveAFixedThreshold(Release release) {
    var own =
        Map.of(
            "autovacuum_vacuum_scale_factor", "0",
            "autovacuum_vacuum_threshold", "1000",
            "autovacuum_analyze_scale_factor", "0.01",
            "autovacuum_analyze_threshold", "0");
    var thresholds = trigger(release, own).at(RelationSize.ofRows(5_000_000));

    assertEquals(1000, printed(thresholds.vacuum()));
    assertEquals(50_000, printed(thresholds.analyze()));
  }

  @Test
  void theCapCanBeSwitchedOff() {
    var trigger = trigger(Release.V18, Map.of("autovacuum_vacuum_max_threshold", "-1"));

    assertEquals(200_000_048, trigger.at(RelationSize.ofRows(1e9)).vacuum());
  }

  @Test
  void aTableCannotRaiseTheFreezeLimit() {
    var trigger = trigger(Release.V18, Map.of("autovacuum_freeze_max_age", "300000000"));

    assertTrue(trigger.forced(new XidAge(210_000_000), XidAge.NONE));
  }

  @Test
  void aTableCanLowerTheFreezeLimit() {
    var trigger = trigger(Release.V18, Map.of("autovacuum_freeze_max_age", "100000000"));

    assertTrue(trigger.forced(new XidAge(150_000_000), XidAge.NONE));
    assertFalse(trigger.forced(new XidAge(100_000_000), XidAge.NONE));
  }

  @Test
  void aDisabledTableIsOnlyForced() {
    var trigger = trigger(Release.V18, Map.of("autovacuum_enabled", "of"));

    assertFalse(trigger.options().state().isOn());
    assertFalse(trigger.forced(YOUNG, XidAge.NONE));
    assertTrue(trigger.forced(new XidAge(200_000_001), XidAge.NONE));
  }

  @Test
  void multixactMembersLowerTheLimit() {
    var trigger = trigger(Release.V18, Map.of()).withMultixactLimit(new XidAge(1000));

    assertFalse(trigger.forced(YOUNG, new XidAge(1000)));
    assertTrue(trigger.forced(YOUNG, new XidAge(1001)));
    assertEquals(
        new XidAge(400_000_000),
        trigger(Release.V18, Map.of())
            .withMultixactLimit(new XidAge(500_000_000))
            .multixactFreezeMaxAge());
  }

  @Test
  void aThresholdOfZeroIsOne() {
    var none =
        trigger(
            Release.V18,
            Map.of(
                "autovacuum_vacuum_max_threshold", "0",
                "autovacuum_vacuum_insert_threshold", "0",
                "autovacuum_vacuum_insert_scale_factor", "0"));

    assertEquals(0, none.at(RelationSize.ofRows(1_000)).vacuum());
    assertEquals(0, none.at(RelationSize.ofRows(1_000)).insert());
  }

  private static VacuumTrigger trigger(Release release, Map<String, String> own) {
    return AutovacuumOptions.of(
            release, ServerSettings.unknown(release), new StorageParameters(own))
        .trigger();
  }

  /// As `%.0f` of C, in which the server prints it.
  private static double printed(float threshold) {
    return Math.rint((double) threshold);
  }
}
