package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// What may be turned together: settings of the server for what many tables want, parameters of
/// tables for the rest.
class KnobSetTest {
  private static final int WRITTEN = 10_000;

  /// More than five, or more than half of those that are written to and no single one.
  @ParameterizedTest
  @CsvSource({
    "6, 50, 0, true",
    "5, 50, 0, false",
    "2, 3, 0, true",
    "2, 4, 0, false",
    "3, 5, 50, true",
    "1, 1, 0, false"
  })
  void turnsTheServersSettingWhereManyWantIt(int wanting, int busy, int idle, boolean isShared) {
    var given = given(busy, idle);
    for (var figure :
        List.of(TableFigure.DEAD_ROWS, TableFigure.INSERTED_ROWS, TableFigure.CHANGED_ROWS)) {
      var targets =
          IntStream.range(0, wanting).mapToObj(n -> target(relation(given, n), figure)).toList();

      assertEquals(isShared ? List.of(factor(figure)) : List.of(), shared(knobs(given, targets)));
      assertEquals(wanting, tables(knobs(given, targets)).count());
    }
  }

  @Test
  void asksOfTheServerWhatTheSameFigureIsAbout() {
    var given = given(4, 0);
    var targets =
        List.of(
            target(relation(given, 0), TableFigure.DEAD_ROWS),
            target(relation(given, 1), TableFigure.CHANGED_ROWS),
            target(relation(given, 2), TableFigure.CHANGED_ROWS),
            target(relation(given, 3), TableFigure.CHANGED_ROWS));

    assertEquals(List.of(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR), shared(knobs(given, targets)));
  }

  /// A table's threshold for dead rows decides how long it waits and how many passes it takes, too.
  @Test
  void turnsOneKnobOfATableForEachOfItsFigures() {
    var given = given(10, 0);
    var first = relation(given, 0);
    var targets =
        List.of(
            target(first, TableFigure.DEAD_ROWS),
            target(first, TableFigure.WAIT),
            target(first, TableFigure.INDEX_PASSES),
            target(first, TableFigure.ASLEEP),
            target(first, TableFigure.CHANGED_ROWS),
            target(relation(given, 1), TableFigure.WAIT));

    assertEquals(
        List.of("t0 DEAD_ROWS", "t0 CHANGED_ROWS", "t1 DEAD_ROWS"),
        tables(knobs(given, targets))
            .map(each -> "t%d %s".formatted(each.table().oid() - first.key().oid(), each.what()))
            .toList());
  }

  @Test
  void turnsTheMachineryWithEachOfThem() {
    var given = given(10, 0);
    var knobs = knobs(given, List.of(target(relation(given, 0), TableFigure.DEAD_ROWS)));

    assertEquals(
        List.of(
            Setting.AUTOVACUUM_NAPTIME,
            Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
            Setting.AUTOVACUUM_MAX_WORKERS),
        servers(knobs).toList());
  }

  /// The one that takes longest keeps its age, and starts last.
  @Test
  void forcesTablesApartTheSmallestFirst() {
    var given =
        Given.server()
            .with(Given.table("middle").pages(2_000))
            .with(Given.table("large").pages(3_000))
            .with(Given.table("small").pages(1_000));
    var guard = new Guard.OfServer(ServerFigure.FORCED_BYTES, 1, "one at a time");
    var targets =
        Stream.of(0, 1, 2, 0)
            .map(n ->
                new Concern.Target(relation(given, n), guard, new TreeMap<>(), Duration.ofHours(1)))
            .toList();
    var spread = (Knob.Spread) knobs(given, targets).getFirst();

    assertEquals(1, knobs(given, targets).size());
    assertEquals(List.of(Given.key(2), Given.key(0), Given.key(1)), spread.tables());
  }

  private static Given given(int busy, int idle) {
    var given = Given.server();
    for (int n = 0; n < busy + idle; n++) {
      int written = n < busy ? WRITTEN : 0;
      given.with(Given.table("t" + n).rows(1_000_000).written(written, written, 0));
    }
    return given;
  }

  private static Relation relation(Given given, int n) {
    return given.survey().relations().get(n);
  }

  private static Concern.Target target(Relation relation, TableFigure figure) {
    return new Concern.Target(
        relation,
        new Guard.OfTable(figure, relation.key(), 1_000, "few"),
        new TreeMap<>(),
        Duration.ofHours(1));
  }

  private static List<Knob> knobs(Given given, List<Concern.Target> targets) {
    return new KnobSet(given.evidence(), _ -> true)
        .of(targets, Cluster.of(given.survey(), Optional.empty()));
  }

  private static List<Setting> shared(List<Knob> knobs) {
    return servers(knobs).filter(each -> each.parameter().endsWith("_scale_factor")).toList();
  }

  private static Stream<Setting> servers(List<Knob> knobs) {
    return knobs.stream()
        .flatMap(
            each -> each instanceof Knob.OfServer it ? Stream.of(it.setting()) : Stream.empty());
  }

  private static Stream<Knob.OfTable> tables(List<Knob> knobs) {
    var all = new ArrayList<Knob.OfTable>();
    for (var each : knobs) {
      if (each instanceof Knob.OfTable it) {
        all.add(it);
      }
    }
    return all.stream();
  }

  private static Setting factor(TableFigure figure) {
    return switch (figure) {
      case DEAD_ROWS -> Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR;
      case INSERTED_ROWS -> Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR;
      default -> Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR;
    };
  }
}
