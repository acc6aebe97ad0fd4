package org.vacuumadvisor.advice.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.PageRoom;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.unit.Quantities;

/// The storage parameters of tables, with the values worth a try.
record TableKnobs(Evidence evidence) {
  /// The first is PostgreSQL's own, for who has a larger one.
  static final List<Double> SCALE_FACTORS =
      List.of(0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001);

  private static final long DEFAULT_BASE = 50;
  private static final List<Double> PARTS = List.of(8.0, 4.0, 2.0, 1.0, 0.5, 0.25);

  /// A threshold this near to today's is none.
  private static final double LOWER = 0.95;

  private static final int STEP = 5;
  private static final List<Double> EARLIER = List.of(0.95, 0.9, 0.8, 0.7, 0.6, 0.5);

  /// `autovacuum_freeze_max_age` in numbers that people can remember.
  private static final long ROUND_AGE = 100_000;

  /// When autovacuum comes to a table for its dead rows.
  ///
  /// @param base parameters that have to be given along
  Optional<Knob> deadRows(Relation relation, SortedMap<String, String> base) {
    double today = evidence.thresholds(relation).vacuum();
    long threshold = evidence.options(relation).vacuumThreshold().value();
    return knob(
        relation,
        TableFigure.DEAD_ROWS,
        scaleFactors(base, "autovacuum_vacuum", threshold)
            .filter(each -> evidence.thresholds(relation, each).vacuum() < LOWER * today));
  }

  /// When autovacuum analyzes a table.
  ///
  /// @param base parameters that have to be given along
  Optional<Knob> changedRows(Relation relation, SortedMap<String, String> base) {
    double today = evidence.thresholds(relation).analyze();
    long threshold = evidence.options(relation).analyzeThreshold().value();
    return knob(
        relation,
        TableFigure.CHANGED_ROWS,
        scaleFactors(base, "autovacuum_analyze", threshold)
            .filter(each -> evidence.thresholds(relation, each).analyze() < LOWER * today));
  }

  private static Stream<SortedMap<String, String>> scaleFactors(
      SortedMap<String, String> base, String prefix, long threshold) {
    return SCALE_FACTORS.stream()
        .map(each -> {
          var parameters = new TreeMap<>(base);
          parameters.put(prefix + "_scale_factor", Quantities.number(each));
          if (threshold > DEFAULT_BASE) {
            parameters.put(prefix + "_threshold", Long.toString(DEFAULT_BASE));
          }
          return parameters;
        });
  }

  /// When autovacuum comes to a table for its inserted rows: after a fixed number.
  Optional<Knob> insertedRows(Relation relation, SortedMap<String, String> base, double target) {
    return knob(
        relation,
        TableFigure.INSERTED_ROWS,
        PARTS.stream()
            .mapToDouble(each -> rounded(each * target))
            .mapToObj(each -> {
              var parameters = new TreeMap<>(base);
              parameters.put("autovacuum_vacuum_insert_scale_factor", "0");
              parameters.put("autovacuum_vacuum_insert_threshold", Long.toString(Math.round(each)));
              return parameters;
            }));
  }

  /// How full pages are filled: the highest fillfactor for each number of places for new versions
  /// that a page can have.
  Optional<Knob> movedUpdates(Relation relation, TableStart table) {
    int now = relation.parameters().fillfactor().orElse(100);
    int blockSize = evidence.survey().server().blockSize();
    var values = new ArrayList<SortedMap<String, String>>();
    var last = table.room(blockSize, now);
    for (int each = now - STEP; each >= Fillfactors.LOWEST; each -= STEP) {
      PageRoom room = table.room(blockSize, each);
      if (room.places() > last.places()) {
        var parameters = new TreeMap<String, String>();
        parameters.put("fillfactor", Integer.toString(each));
        values.add(parameters);
        last = room;
      }
    }
    return knob(relation, TableFigure.MOVED_UPDATES, values.stream());
  }

  /// From which ages on vacuums of tables of one age are forced: never later than today.
  ///
  /// @param tables more than one
  Optional<Knob> forcedApart(List<RelationKey> tables) {
    long today = evidence.survey().settings().freezeMaxAge().count();
    UnaryOperator<Long> round = age -> age / ROUND_AGE * ROUND_AGE;
    var rungs =
        EARLIER.stream()
            .map(each -> round.apply((long) (each * today)))
            .filter(each -> each >= ROUND_AGE)
            .map(each -> Rung.of("autovacuum_freeze_max_age", each.toString()))
            .distinct()
            .toList();
    return tables.size() < 2 || rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(new Knob.Spread("autovacuum_freeze_max_age", tables, today, rungs));
  }

  private static Optional<Knob> knob(
      Relation relation, TableFigure what, Stream<? extends SortedMap<String, String>> values) {
    var rungs = values.map(Rung::new).toList();
    return rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(new Knob.OfTable(relation.key(), what, rungs));
  }

  /// To two digits that count.
  private static double rounded(double rows) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rows)) - 1));
    return Math.round(rows / unit) * unit;
  }
}
