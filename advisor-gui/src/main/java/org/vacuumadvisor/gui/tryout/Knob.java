package org.vacuumadvisor.gui.tryout;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A setting that one can turn, and the values that are worth a stop on the way.
///
/// @param unit as people write it behind the number; empty for a plain number
/// @param stops round values over the sensible range, ascending
/// @param meaning what it does, a sentence
record Knob(Setting setting, String unit, List<Double> stops, String meaning) {
  private static final double MB = 1 << 20;
  private static final Pattern SPACE = Pattern.compile(" ");

  private static final Knob SCALE_FACTOR =
      of(
          Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          "",
          "0 0.001 0.002 0.005 0.01 0.02 0.03 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5",
          "The share of its rows that may be dead before a table is vacuumed: lower is sooner.");
  private static final Knob THRESHOLD =
      of(
          Setting.AUTOVACUUM_VACUUM_THRESHOLD,
          "",
          "0 50 100 500 1000 2000 5000 10000 20000 50000 100000 500000 1000000",
          "How many rows may be dead on top of that share.");
  private static final Knob COST_DELAY =
      of(
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          "ms",
          "0 0.5 1 2 3 5 10 20 50",
          "How long a worker sleeps each time the cost limit is reached: 0 is full speed.");
  private static final Knob COST_LIMIT =
      of(
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          "",
          "50 100 200 400 600 800 1000 1500 2000 3000 5000 10000",
          "How much work all workers together do between two sleeps: higher is faster.");
  private static final Knob MAX_WORKERS =
      of(
          Setting.AUTOVACUUM_MAX_WORKERS,
          "",
          "1 2 3 4 5 6 8 10 12 16 24 32",
          "How many tables are vacuumed at the same time; they share the cost limit.");
  private static final Knob NAPTIME =
      of(
          Setting.AUTOVACUUM_NAPTIME,
          "s",
          "1 2 5 10 15 20 30 45 60 90 120 300 600",
          "How long autovacuum waits before it looks at a database again.");
  private static final Knob MAX_THRESHOLD =
      of(
          Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD,
          "",
          "-1 10000 50000 100000 500000 1000000 5000000 10000000 100000000",
          "How many rows may be dead at most, however large the table is; -1 sets no limit.");
  private static final Knob INSERT_SCALE_FACTOR =
      of(
          Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
          "",
          "0 0.005 0.01 0.02 0.05 0.1 0.15 0.2 0.3 0.5 1",
          "The share of a table that may be newly inserted before it is vacuumed.");
  private static final Knob INSERT_THRESHOLD =
      of(
          Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
          "",
          "-1 0 1000 5000 10000 50000 100000 500000 1000000 10000000",
          "How many rows may be newly inserted on top of that share; -1: inserts bring no"
              + " vacuum.");
  private static final Knob FREEZE_MAX_AGE =
      of(
          Setting.AUTOVACUUM_FREEZE_MAX_AGE,
          "",
          "100000 1000000 10000000 50000000 100000000 200000000 500000000 1000000000 1500000000",
          "How old a table may become, in transactions, before it is vacuumed by force.");
  private static final Knob WORK_MEM =
      of(
          Setting.AUTOVACUUM_WORK_MEM,
          "MB",
          "1 4 16 32 64 128 256 512 1024 2048 4096",
          "The memory in which a worker keeps dead rows: too little, and it scans the indexes"
              + " several times.");

  /// What matters most of what a table can have of its own.
  static final List<Knob> FIRST_OF_TABLE = List.of(SCALE_FACTOR, THRESHOLD);

  /// What matters most of the server.
  static final List<Knob> FIRST_OF_SERVER = List.of(COST_DELAY, COST_LIMIT, MAX_WORKERS, NAPTIME);

  /// What else a table can have of its own.
  static final List<Knob> MORE_OF_TABLE =
      List.of(MAX_THRESHOLD, INSERT_SCALE_FACTOR, INSERT_THRESHOLD, FREEZE_MAX_AGE);

  /// What else the server has: of the table's as well, for tables without their own.
  static final List<Knob> MORE_OF_SERVER =
      List.of(
          SCALE_FACTOR,
          THRESHOLD,
          MAX_THRESHOLD,
          INSERT_SCALE_FACTOR,
          INSERT_THRESHOLD,
          FREEZE_MAX_AGE,
          WORK_MEM);

  Knob {
    stops = List.copyOf(stops);
  }

  /// All of them, each once.
  static Stream<Knob> all() {
    return Stream.concat(FIRST_OF_SERVER.stream(), MORE_OF_SERVER.stream());
  }

  boolean isOfServer(Release release) {
    return setting.isIn(release);
  }

  boolean isOfTable(Release release) {
    return setting.isTableParameterIn(release);
  }

  /// The value in effect on a server, in the unit of the knob.
  double of(Cluster cluster) {
    var settings = cluster.settings();
    return switch (setting) {
      case AUTOVACUUM_VACUUM_COST_LIMIT -> settings.autovacuumCostLimit().value();
      case AUTOVACUUM_VACUUM_COST_DELAY -> settings.autovacuumCostDelay().value();
      case AUTOVACUUM_WORK_MEM -> settings.autovacuumWorkMem().value().count() / MB;
      default -> settings.realOrDefault(setting);
    };
  }

  /// The value in effect at a table, in the unit of the knob.
  double of(Cluster cluster, TableStart table) {
    var options = table.options(cluster.release(), cluster.settings());
    return switch (setting) {
      case AUTOVACUUM_VACUUM_SCALE_FACTOR -> options.vacuumScaleFactor().value();
      case AUTOVACUUM_VACUUM_THRESHOLD -> options.vacuumThreshold().value();
      case AUTOVACUUM_VACUUM_MAX_THRESHOLD -> options.maxThreshold().value();
      case AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR -> options.insertScaleFactor().value();
      case AUTOVACUUM_VACUUM_INSERT_THRESHOLD -> options.insertThreshold().value();
      case AUTOVACUUM_FREEZE_MAX_AGE -> options.freezeMaxAge().value().count();
      default -> of(cluster);
    };
  }

  /// As PostgreSQL takes it: `10s`, `0.05`, `64MB`.
  String text(double value) {
    return Quantities.number(value).replace(",", "") + unit;
  }

  /// What somebody typed, as PostgreSQL takes it: a number alone gets the unit.
  Optional<String> typed(String text) {
    var stripped = text.strip().replace(" ", "");
    if (stripped.isEmpty() || stripped.length() > 30) {
      return Optional.empty();
    }
    return Optional.of(
        Character.isLetter(stripped.charAt(stripped.length() - 1)) ? stripped : stripped + unit);
  }

  /// The stop that is nearest to a value.
  int nearest(double value) {
    int nearest = 0;
    for (int at = 1; at < stops.size(); at++) {
      if (Math.abs(stops.get(at) - value) < Math.abs(stops.get(nearest) - value)) {
        nearest = at;
      }
    }
    return nearest;
  }

  private static Knob of(Setting setting, String unit, String stops, String meaning) {
    return new Knob(
        setting, unit, Arrays.stream(SPACE.split(stops)).map(Double::valueOf).toList(), meaning);
  }
}
