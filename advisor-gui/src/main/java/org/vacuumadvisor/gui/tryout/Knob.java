package org.vacuumadvisor.gui.tryout;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A setting that one can turn, and the values that are worth a stop on the way.
///
/// @param unit as people write it behind the number; empty for a plain number
/// @param isOfServerAlone whether only the server has it, or each worker takes it from there
/// @param stops round values over the sensible range, ascending
/// @param meaning what it does, a sentence
record Knob(
    Setting setting, String unit, boolean isOfServerAlone, List<Double> stops, String meaning) {
  private static final double MB = 1 << 20;
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern TAB = Pattern.compile("\t");

  private static final List<Knob> ALL = read();

  /// The first of them matter most.
  private static final int FIRST = 6;

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
              .filter(each -> !each.isOfServerAlone)
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
    return ALL.indexOf(this) < FIRST && (owner == Owner.TABLE || isOfServerAlone);
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
    return IntStream.range(0, stops.size())
        .boxed()
        .min(Comparator.comparingDouble(at -> Math.abs(stops.get(at) - value)))
        .orElse(0);
  }

  private static List<Knob> read() {
    return Texts.resource(Knob.class, "knobs.tsv")
        .lines()
        .skip(1)
        .map(line -> of(TAB.split(line)))
        .toList();
  }

  private static Knob of(String... cells) {
    return new Knob(
        Setting.named(cells[0]).orElseThrow(),
        cells[1],
        cells[2].equals("server"),
        SPACE.splitAsStream(cells[3]).map(Double::valueOf).toList(),
        cells[4]);
  }
}
