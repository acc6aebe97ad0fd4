package org.vacuumadvisor.fleet.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// The ages of databases, and sums over all tables of those that were surveyed.
final class DatabaseSamples {
  /// Surveyed ones first, then the oldest.
  private static final Comparator<Database> ORDER =
      Comparator.comparing(Database::surveyed)
          .thenComparing(each -> each.xidAge().or(XidAge.NONE))
          .reversed()
          .thenComparing(Database::name);

  private DatabaseSamples() {}

  /// @param most how many databases at most
  static void add(Evidence evidence, int most, Samples samples) {
    var databases = evidence.survey().databases();
    samples.add(Metric.LEFT_OUT, Math.max(0, databases.size() - most), "databases");
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
      samples.addKnown(
          Metric.DATABASE_AGE_IDS,
          database.age(ids).map(XidAge::count),
          List.of(samples.cluster(), database.name(), LimitSamples.word(ids)));
    }
  }

  private static void sums(Evidence evidence, String database, Samples samples) {
    var tables =
        TableSamples.tables(
            evidence.relations(database).stream().filter(each -> !each.isSystem()).toList());
    samples.add(Metric.DATABASE_TABLES, tables.size(), database);
    var dead = sum(tables, table -> table.get(TableKeys.N_DEAD_TUP));
    dead.ifPresent(sum -> {
      samples.add(Metric.DATABASE_DEAD_ROWS, sum, database);
      samples.add(
          Metric.DATABASE_TABLES_PAST_THRESHOLD,
          tables.stream().filter(evidence::isPastVacuumThreshold).count(),
          database);
    });
    sum(tables, table -> table.get(TableKeys.N_LIVE_TUP))
        .ifPresent(sum -> samples.add(Metric.DATABASE_LIVE_ROWS, sum, database));
    sum(tables, table -> table.get(TableKeys.N_INS_SINCE_VACUUM))
        .ifPresent(sum -> samples.add(Metric.DATABASE_INSERTED_SINCE_VACUUM_ROWS, sum, database));
    tables.stream()
        .flatMap(table -> TableSamples.heapBytes(evidence, table).known().stream())
        .reduce(Long::sum)
        .ifPresent(sum -> samples.add(Metric.DATABASE_HEAP_BYTES, sum, database));
  }

  /// Empty where a figure that applies is not known: a part of a sum is none.
  private static Optional<Long> sum(
      List<Relation> tables, Function<Relation, Reading<Long>> figure) {
    long sum = 0;
    for (var table : tables) {
      switch (figure.apply(table)) {
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
