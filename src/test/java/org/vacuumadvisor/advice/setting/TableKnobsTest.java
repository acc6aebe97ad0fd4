package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// Which storage parameters of a table are worth a try.
class TableKnobsTest {

  /// Of a million rows, 200,050 by default. Less than 95 % of today's threshold makes a difference:
  /// of 10,526 rows, 10,000; 0.01 of the table and 50 are 10,050.
  @ParameterizedTest
  @CsvSource({
    "0.2, 0.1 0.05 0.02 0.01 0.005 0.002 0.001",
    "0.0106, 0.01 0.005 0.002 0.001",
    "0.0105, 0.005 0.002 0.001",
    "0.001, ''"
  })
  void triesLowerThresholdsThatMakeADifference(String now, String factors) {
    var vacuum = million().with("autovacuum_vacuum_scale_factor", now);
    var analyze = million().with("autovacuum_analyze_scale_factor", now);

    assertEquals(factors, values(deadRows(vacuum), "autovacuum_vacuum_scale_factor"));
    assertEquals(factors, values(changedRows(analyze), "autovacuum_analyze_scale_factor"));
  }

  /// A fixed number above PostgreSQL's 50 would outweigh the factor.
  @ParameterizedTest
  @CsvSource({"50, {}", "51, {autovacuum_vacuum_threshold=50}"})
  void lowersAHighFixedNumberToo(String now, String more) {
    var table = million().with("autovacuum_vacuum_threshold", now);
    var rung = new TreeMap<>(deadRows(table).orElseThrow().rungs().getFirst().values());

    assertEquals("0.1", rung.remove("autovacuum_vacuum_scale_factor"));
    assertEquals(more, rung.toString());
  }

  /// Eight times the target to a quarter of it, to two digits.
  @ParameterizedTest
  @CsvSource({
    "1000, 8000 4000 2000 1000 500 250",
    "123456, 990000 490000 250000 120000 62000 31000",
    "8, 64 32 16 8 4 2"
  })
  void triesFixedNumbersOfInsertsAroundTheTarget(double target, String thresholds) {
    var given = Given.server().with(million());
    var base = new TreeMap<String, String>();
    base.put("autovacuum_enabled", "on");
    var knob = knobs(given).insertedRows(relation(given), base, target);

    assertEquals(thresholds, values(knob, "autovacuum_vacuum_insert_threshold"));
    assertEquals(
        "0 0 0 0 0 0", values(knob, "autovacuum_vacuum_insert_scale_factor"), knob::toString);
    assertEquals("on on on on on on", values(knob, "autovacuum_enabled"));
  }

  /// A page of 8,192 bytes has 8,168 for rows: 5 of 1,600 bytes. At 95 % there are 4 with a place
  /// beside them, at 75 % (2,048 bytes less) 3 with two, at 55 % (3,687 less) 2 with three; of
  /// 4,000 bytes there are 2 and 1 alone.
  @ParameterizedTest
  @CsvSource({
    "1600, 100, 95 75 55",
    "1600, 95, 75 55",
    "1600, 60, 55",
    "1600, 55, ''",
    "4000, 100, 95",
    "400, 100, 95 90 85 80 75 70 65 60 55 50",
    "400, 55, 50",
    "400, 50, ''"
  })
  void triesTheHighestFillfactorForEachPlace(double rowBytes, String now, String fillfactors) {
    var given = Given.server().with(million().with("fillfactor", now));

    assertEquals(
        fillfactors,
        values(
            knobs(given).movedUpdates(relation(given), withRowsOf(rowBytes, given)), "fillfactor"));
  }

  /// In whole hundred thousands, from 95 % to half of `autovacuum_freeze_max_age`; a hundred
  /// thousand is the least that PostgreSQL takes.
  @ParameterizedTest
  @CsvSource({
    "200000000, 2, 190000000 180000000 160000000 140000000 120000000 100000000",
    "123456789, 2, 117200000 111100000 98700000 86400000 74000000 61700000",
    "200000, 2, 100000",
    "150000, 2, 100000",
    "100000, 2, ''",
    "200000000, 1, ''"
  })
  void forcesVacuumsApartEarlierThanToday(String today, int tables, String ages) {
    var given = Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, today);
    var keys = LongStream.range(0, tables).mapToObj(each -> Given.key((int) each)).toList();

    assertEquals(ages, values(knobs(given).forcedApart(keys), "autovacuum_freeze_max_age"));
  }

  @Test
  void keepsWhatHasToBeGivenAlong() {
    var given = Given.server().with(million());
    var base = new TreeMap<String, String>();
    base.put("toast.autovacuum_vacuum_scale_factor", "0.2");

    assertEquals(
        "0.2 0.2 0.2 0.2 0.2 0.2 0.2",
        values(
            knobs(given).deadRows(relation(given), base), "toast.autovacuum_vacuum_scale_factor"));
  }

  private static TableStart withRowsOf(double bytes, Given given) {
    var start = Cluster.of(given.survey(), Optional.empty()).table(Given.key(0)).orElseThrow();
    return new TableStart(
        start.key(),
        start.name(),
        start.kind(),
        start.parameters(),
        start.parent(),
        start.arrivals(),
        new HeapStart(100, 100, 0, bytes, 0, 0, 0, 100, 100, 0),
        start.indexes(),
        start.counters(),
        start.ages(),
        start.cached(),
        start.knowledge(),
        start.pattern());
  }

  private static TableGiven million() {
    return Given.table("t").rows(1_000_000);
  }

  private static Optional<Knob> deadRows(TableGiven table) {
    var given = Given.server().with(table);
    return knobs(given).deadRows(relation(given), new TreeMap<>());
  }

  private static Optional<Knob> changedRows(TableGiven table) {
    var given = Given.server().with(table);
    return knobs(given).changedRows(relation(given), new TreeMap<>());
  }

  private static TableKnobs knobs(Given given) {
    return new TableKnobs(given.evidence());
  }

  private static Relation relation(Given given) {
    return given.survey().relations().getFirst();
  }

  private static String values(Optional<Knob> knob, String parameter) {
    return knob.map(Knob::rungs).orElse(List.of()).stream()
        .map(Rung::values)
        .map(each -> each.getOrDefault(parameter, "none"))
        .collect(Collectors.joining(" "));
  }
}
