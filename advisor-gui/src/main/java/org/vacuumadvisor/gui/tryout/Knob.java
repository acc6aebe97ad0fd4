package org.vacuumadvisor.gui.tryout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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

  private static final List<Knob> ALL =
      List.of(
          of(
              Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
              "",
              "0 0.001 0.002 0.005 0.01 0.02 0.03 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5",
              "The share of its rows that may be dead before a table is vacuumed: lower is"
                  + " sooner."),
          of(
              Setting.AUTOVACUUM_VACUUM_THRESHOLD,
              "",
              "0 50 100 500 1000 2000 5000 10000 20000 50000 100000 500000 1000000",
              "How many rows may be dead on top of that share."),
          of(
              Setting.AUTOVACUUM_VACUUM_COST_DELAY,
              "ms",
              "0 0.5 1 2 3 5 10 20 50",
              "How long a worker sleeps each time the cost limit is reached: 0 is full speed."),
          of(
              Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
              "",
              "50 100 200 400 600 800 1000 1500 2000 3000 5000 10000",
              "How much work all workers together do between two sleeps: higher is faster."),
          of(
              Setting.AUTOVACUUM_MAX_WORKERS,
              "",
              "1 2 3 4 5 6 8 10 12 16 24 32",
              "How many tables are vacuumed at the same time; they share the cost limit."),
          of(
              Setting.AUTOVACUUM_NAPTIME,
              "s",
              "1 2 5 10 15 20 30 45 60 90 120 300 600",
              "How long autovacuum waits before it looks at a database again."),
          of(
              Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD,
              "",
              "-1 10000 50000 100000 500000 1000000 5000000 10000000 100000000",
              "How many rows may be dead at most, however large the table is; -1 sets no limit."),
          of(
              Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
              "",
              "0 0.005 0.01 0.02 0.05 0.1 0.15 0.2 0.3 0.5 1",
              "The share of a table that may be newly inserted before it is vacuumed."),
          of(
              Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
              "",
              "-1 0 1000 5000 10000 50000 100000 500000 1000000 10000000",
              "How many rows may be newly inserted on top of that share; -1: inserts bring no"
                  + " vacuum."),
          of(
              Setting.AUTOVACUUM_FREEZE_MAX_AGE,
              "",
              "100000 1000000 10000000 50000000 100000000 200000000 500000000 1000000000"
                  + " 1500000000",
              "How old a table may become, in transactions, before it is vacuumed by force."),
          of(
              Setting.AUTOVACUUM_WORK_MEM,
              "MB",
              "1 4 16 32 64 128 256 512 1024 2048 4096",
              "The memory in which a worker keeps dead rows: too little, and it scans the indexes"
                  + " several times."));

  /// The first of them matter most.
  private static final int FIRST = 6;

  /// What only the server has, or what each worker takes from it.
  private static final Set<Setting> OF_SERVER_ALONE =
      EnumSet.of(
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          Setting.AUTOVACUUM_MAX_WORKERS,
          Setting.AUTOVACUUM_NAPTIME,
          Setting.AUTOVACUUM_WORK_MEM);

  /// Whose setting it is.
  enum Owner {
    TABLE,
    SERVER
  }

  Knob {
    stops = List.copyOf(stops);
  }

  /// What an owner can set in a release, what matters most first. Most of what a table has of its
  /// own a server has as well, for tables without.
  static List<Knob> of(Owner owner, Release release) {
    return switch (owner) {
      case TABLE ->
          ALL.stream()
              .filter(each -> !OF_SERVER_ALONE.contains(each.setting))
              .filter(each -> each.setting.isTableParameterIn(release))
              .toList();
      case SERVER ->
          ALL.stream()
              .filter(each -> each.setting.isIn(release))
              .sorted(Comparator.comparing(each -> !each.isFirst(Owner.SERVER)))
              .toList();
    };
  }

  /// Whether it matters most of what its owner can set.
  boolean isFirst(Owner owner) {
    return ALL.indexOf(this) < FIRST && (owner == Owner.TABLE || OF_SERVER_ALONE.contains(setting));
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
