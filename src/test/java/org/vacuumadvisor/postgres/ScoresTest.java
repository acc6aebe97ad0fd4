package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Scores.Activity;
import org.vacuumadvisor.postgres.Scores.FailsafeAges;
import org.vacuumadvisor.postgres.Scores.Weights;
import org.vacuumadvisor.unit.XidAge;

/// The figures are those of `pg_stat_autovacuum_scores` of a server of release 19.
class ScoresTest {
  private static final ServerSettings SERVER = ServerSettings.unknown(Release.V19);

  @Test
  void rowsCountAgainstTheirThreshold() {
    var scores = scores(Map.of(), 400, new Activity(520, 0, 0, age(50_000_000), age(0)));

    assertEquals(4.0, scores.vacuum());
    assertEquals(0.25, scores.xid());
    assertEquals(4.0, scores.highest());
  }

  @Test
  void ageBeyondTheFailsafeOutweighsEverything() {
    var scores = scores(Map.of(), 400, new Activity(520, 0, 0, age(1_699_999_349), age(0)));

    assertEquals(6.311213316000421e+15, scores.xid(), 10);
    assertEquals(scores.xid(), scores.highest());
  }

  @Test
  void insertsCountAgainstTheirThreshold() {
    var own =
        Map.of(
            "autovacuum_vacuum_insert_threshold", "80",
            "autovacuum_vacuum_insert_scale_factor", "0");

    assertEquals(1.25, scores(own, 0, new Activity(0, 100, 0, age(0), age(0))).insert());
    assertEquals(
        0,
        scores(
                Map.of("autovacuum_vacuum_insert_threshold", "-1"),
                0,
                new Activity(0, 100, 0, age(0), age(0)))
            .insert());
  }

  @Test
  void aWeightScalesItsScoreAndBringsTheFailsafeNearer() {
    var weights = new Weights(2, 1, 0, 1, 1);
    var activity = new Activity(520, 0, 0, age(800_000_000), age(0));
    var scores =
        Scores.of(trigger(Map.of()), RelationSize.ofRows(400), activity, weights, failsafe());

    assertEquals(0, scores.vacuum());
    assertEquals(2 * Math.pow(4, 8), scores.xid(), 1e-6);
  }

  @Test
  void withoutWeightsTablesAreNotSorted() {
    assertFalse(new Weights(0, 0, 0, 0, 0).sorts());
    assertTrue(Weights.of(SERVER).sorts());
  }

  @Test
  void eachWeightScalesItsScore() {
    var weights = new Weights(1, 1, 1, 3, 5);
    var activity = new Activity(0, 2_160, 900, age(0), age(0));
    var scores =
        Scores.of(trigger(Map.of()), RelationSize.ofRows(400), activity, weights, failsafe());

    // thresholds 1000 + 0.2 * 400 and 50 + 0.1 * 400
    assertEquals(6, scores.insert());
    assertEquals(50, scores.analyze());
  }

  /// `vacuum_failsafe_age` is 1,600,000,000: at it the age is raised to its power already.
  @Test
  void theFailsafeBeginsAtItsAge() {
    assertEquals(
        Math.pow(8, 16),
        scores(Map.of(), 0, new Activity(0, 0, 0, age(1_600_000_000), age(0))).xid());
    assertEquals(
        7.999999995, scores(Map.of(), 0, new Activity(0, 0, 0, age(1_599_999_999), age(0))).xid());
  }

  private static Scores scores(Map<String, String> own, double rows, Activity activity) {
    return Scores.of(
        trigger(own), RelationSize.ofRows(rows), activity, Weights.of(SERVER), failsafe());
  }

  private static VacuumTrigger trigger(Map<String, String> own) {
    return AutovacuumOptions.of(Release.V19, SERVER, new StorageParameters(own)).trigger();
  }

  private static FailsafeAges failsafe() {
    return FailsafeAges.of(SERVER);
  }

  private static XidAge age(long count) {
    return new XidAge(count);
  }
}
