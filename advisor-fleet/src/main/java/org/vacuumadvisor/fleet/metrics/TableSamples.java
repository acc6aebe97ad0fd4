package org.vacuumadvisor.fleet.metrics;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// The figures of the tables that lead in one of them, so that a server with many tables has few
/// series.
final class TableSamples {
  private static final long UNKNOWN = -1;

  /// The metrics that are columns.
  private static final Map<Metric, Key<?>> COLUMNS =
      Metric.all()
          .filter(each -> each.published().startsWith(Metric.OF_COLUMNS))
          .collect(Collectors.toMap(each -> each, each -> key(each.name())));

  private final Evidence evidence;
  private final Samples samples;

  private static Key<?> key(String column) {
    return TableKeys.ALL.stream()
        .filter(each -> each.pasted().equals(column))
        .findFirst()
        .orElseThrow();
  }

  private TableSamples(Evidence evidence, Samples samples) {
    this.evidence = evidence;
    this.samples = samples;
  }

  /// @param top how many tables of each ranking
  static void add(Evidence evidence, int top, Samples samples) {
    var tables = tables(evidence.survey().userRelations().toList());
    var leading = leading(evidence, tables, top);
    leading.forEach(new TableSamples(evidence, samples)::add);
    samples.add("left_out", tables.size() - leading.size(), "tables");
  }

  /// Those that have storage.
  static List<Relation> tables(List<Relation> relations) {
    return relations.stream()
        .filter(each -> each.kind() != RelationKind.PARTITIONED_TABLE)
        .toList();
  }

  /// A table with what it is ranked by, looked up once: there may be 100,000 of them.
  private record Ranked(Relation table, long figure) {}

  private static Set<Relation> leading(Evidence evidence, List<Relation> tables, int top) {
    List<ToLongFunction<Relation>> rankings =
        List.of(
            table -> table.get(TableKeys.N_DEAD_TUP).or(UNKNOWN),
            table -> table.get(TableKeys.N_INS_SINCE_VACUUM).or(UNKNOWN),
            table -> table.get(TableKeys.N_MOD_SINCE_ANALYZE).or(UNKNOWN),
            table -> heapBytes(evidence, table).or(UNKNOWN),
            table -> table.get(TableKeys.XID_AGE).map(XidAge::count).or(UNKNOWN));
    var leading = new LinkedHashSet<Relation>();
    for (var ranking : rankings) {
      tables.stream()
          .map(table -> new Ranked(table, ranking.applyAsLong(table)))
          .filter(each -> each.figure() > 0)
          .sorted(
              Comparator.comparingLong(Ranked::figure)
                  .reversed()
                  .thenComparing(each -> each.table().key().toString()))
          .limit(top)
          .map(Ranked::table)
          .forEach(leading::add);
    }
    return leading;
  }

  /// Of most tables, as of the last vacuum or analyze.
  static Reading<Long> heapBytes(Evidence evidence, Relation table) {
    return evidence.about(table).ask(TableFigures.HEAP_BYTES).map(Bytes::count);
  }

  private void add(Relation table) {
    String[] labels = {table.name().database(), table.name().schema(), table.name().name()};
    COLUMNS.forEach((metric, key) ->
        samples.add(metric.name(), table.get(key).map(TableSamples::number), labels));
    samples.add("table_heap_bytes", heapBytes(evidence, table), labels);
    samples.add("table_age_transactions", table.get(TableKeys.XID_AGE).map(XidAge::count), labels);
    autovacuum(table, labels);
  }

  private static Double number(Object value) {
    return value instanceof Instant time ? Samples.seconds(time) : ((Number) value).doubleValue();
  }

  /// What autovacuum goes by; where it is off no threshold brings it.
  private void autovacuum(Relation table, String... labels) {
    if (!table.isAutovacuumed()) {
      return;
    }
    var about = evidence.about(table);
    var state = about.ask(TableFigures.AUTOVACUUM_STATE).map(AutovacuumState::isOn);
    samples.add("table_autovacuum_enabled", state.map(each -> each ? 1 : 0), labels);
    var thresholds = about.ask(TableFigures.THRESHOLDS).known();
    if (state.or(false) && thresholds.isPresent()) {
      samples.add("table_vacuum_threshold_rows", thresholds.get().vacuum(), labels);
      thresholds
          .filter(Thresholds::hasInsert)
          .ifPresent(each -> samples.add("table_insert_threshold_rows", each.insert(), labels));
    }
  }

  /// The ages of databases, and sums over all tables of those that were surveyed.
  static final class DatabaseSamples {
    /// Surveyed ones first, then the oldest.
    private static final Comparator<Database> ORDER =
        Comparator.comparing(Database::surveyed)
            .thenComparing(each -> each.xidAge().or(XidAge.NONE))
            .reversed()
            .thenComparing(Database::name);

    private static final Map<String, Key<Long>> SUMS =
        Map.of(
            "database_dead_rows", TableKeys.N_DEAD_TUP,
            "database_live_rows", TableKeys.N_LIVE_TUP,
            "database_inserted_since_vacuum_rows", TableKeys.N_INS_SINCE_VACUUM);

    private DatabaseSamples() {}

    /// @param most how many databases at most
    static void add(Evidence evidence, int most, Samples samples) {
      var databases = evidence.survey().databases();
      samples.add("left_out", Math.max(0, databases.size() - most), "databases");
      databases.stream()
          .sorted(ORDER)
          .limit(most)
          .forEach(database -> {
            ages(database, samples);
            if (database.surveyed()) {
              sums(evidence, database.name(), samples);
            }
          });
    }

    private static void ages(Database database, Samples samples) {
      for (var ids : Wraparound.values()) {
        samples.add(
            "database_age_ids",
            database.age(ids).map(XidAge::count),
            database.name(),
            SurveySamples.word(ids));
      }
    }

    private static void sums(Evidence evidence, String database, Samples samples) {
      var tables =
          TableSamples.tables(
              evidence.relations(database).stream().filter(each -> !each.isSystem()).toList());
      samples.add("database_tables", tables.size(), database);
      SUMS.forEach(
          (name, key) -> sum(tables, key).ifPresent(sum -> samples.add(name, sum, database)));
      if (sum(tables, TableKeys.N_DEAD_TUP).isPresent()) {
        samples.add(
            "database_tables_past_threshold",
            tables.stream().filter(evidence::isPastVacuumThreshold).count(),
            database);
      }
      tables.stream()
          .flatMap(table -> TableSamples.heapBytes(evidence, table).known().stream())
          .reduce(Long::sum)
          .ifPresent(sum -> samples.add("database_heap_bytes", sum, database));
    }

    /// Empty where a figure that applies is not known: a part of a sum is none.
    private static Optional<Long> sum(List<Relation> tables, Key<Long> figure) {
      long sum = 0;
      for (var table : tables) {
        switch (table.get(figure)) {
          case Reading.Known<Long>(Long value, _) -> sum += value;
          case Reading.Missing<Long>(Why why) -> {
            if (why != Why.NOT_APPLICABLE) {
              return Optional.empty();
            }
          }
        }
      }
      return Optional.of(sum);
    }
  }
}
