package org.vacuumadvisor.gui.tryout;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.TableStart;
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

  /// The settings of the server, in the order of the screen.
  static final List<Knob> SERVER =
      List.of(
          knob(
              Setting.AUTOVACUUM_NAPTIME,
              "s",
              "How long autovacuum waits before it looks at a database again.",
              1,
              2,
              5,
              10,
              15,
              20,
              30,
              45,
              60,
              90,
              120,
              300,
              600),
          knob(
              Setting.AUTOVACUUM_MAX_WORKERS,
              "",
              "How many tables can be vacuumed at a time.",
              1,
              2,
              3,
              4,
              5,
              6,
              8,
              10,
              12,
              16,
              24,
              32),
          costLimit(),
          costDelay(),
          scaleFactor(),
          threshold(),
          maxThreshold(),
          insertScaleFactor(),
          insertThreshold(),
          freezeMaxAge(),
          new Knob(
              Setting.AUTOVACUUM_WORK_MEM,
              "MB",
              stops(1, 4, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
              "How much memory one worker has to remember dead rows: too little, and it goes over"
                  + " the indexes several times."));

  /// What a table can have of its own.
  static final List<Knob> TABLE =
      List.of(
          scaleFactor(),
          threshold(),
          maxThreshold(),
          insertScaleFactor(),
          insertThreshold(),
          costLimit(),
          costDelay(),
          freezeMaxAge());

  Knob {
    stops = List.copyOf(stops);
  }

  static Stream<Knob> server(Release release) {
    return SERVER.stream().filter(each -> each.setting.isIn(release));
  }

  static Stream<Knob> table(Release release) {
    return TABLE.stream().filter(each -> each.setting.isTableParameterIn(release));
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
      case AUTOVACUUM_VACUUM_COST_LIMIT -> options.costLimit().value();
      case AUTOVACUUM_VACUUM_COST_DELAY -> options.costDelay().value();
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

  private static Knob costLimit() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        "",
        "How much work all workers together may do before they sleep.",
        50,
        100,
        200,
        400,
        600,
        800,
        1000,
        1500,
        2000,
        3000,
        5000,
        10_000);
  }

  private static Knob costDelay() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_DELAY,
        "ms",
        "How long they sleep then; 0 lets them work without a pause.",
        0,
        0.5,
        1,
        2,
        3,
        5,
        10,
        20,
        50);
  }

  private static Knob scaleFactor() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
        "",
        "Which part of a table's rows may be dead before autovacuum comes.",
        0,
        0.001,
        0.002,
        0.005,
        0.01,
        0.02,
        0.03,
        0.05,
        0.075,
        0.1,
        0.15,
        0.2,
        0.3,
        0.4,
        0.5);
  }

  private static Knob threshold() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_THRESHOLD,
        "",
        "How many rows may be dead on top of that.",
        0,
        50,
        100,
        500,
        1000,
        2000,
        5000,
        10_000,
        20_000,
        50_000,
        100_000,
        500_000,
        1_000_000);
  }

  private static Knob maxThreshold() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD,
        "",
        "How many rows may be dead at most, however large the table is; -1 sets no limit.",
        -1,
        10_000,
        50_000,
        100_000,
        500_000,
        1_000_000,
        5_000_000,
        10_000_000,
        100_000_000);
  }

  private static Knob insertScaleFactor() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
        "",
        "Which part of a table may be newly inserted before autovacuum comes.",
        0,
        0.005,
        0.01,
        0.02,
        0.05,
        0.1,
        0.15,
        0.2,
        0.3,
        0.5,
        1);
  }

  private static Knob insertThreshold() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
        "",
        "How many rows may be newly inserted on top of that; -1: inserts bring no vacuum.",
        -1,
        0,
        1000,
        5000,
        10_000,
        50_000,
        100_000,
        500_000,
        1_000_000,
        10_000_000);
  }

  private static Knob freezeMaxAge() {
    return knob(
        Setting.AUTOVACUUM_FREEZE_MAX_AGE,
        "",
        "How old a table may become, in transactions, before autovacuum is forced on it.",
        100_000,
        1_000_000,
        10_000_000,
        50_000_000,
        100_000_000,
        200_000_000,
        500_000_000,
        1_000_000_000,
        1_500_000_000);
  }

  private static Knob knob(Setting setting, String unit, String meaning, double... stops) {
    return new Knob(setting, unit, stops(stops), meaning);
  }

  private static List<Double> stops(double... values) {
    return Arrays.stream(values).boxed().toList();
  }
}
