package org.vacuumadvisor.gui.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Limit;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.freeze.report.FreezeWords;

/// What the timeline of a plan shows: the most urgent tables, when each comes to its limits, and
/// the windows in which it will be frozen.
///
/// @param from the left end: the time of the survey
/// @param to the right end
/// @param beyond how many more tables there are
record Schedule(Instant from, Instant to, List<Row> rows, int beyond) {
  private static final int MOST = 12;
  private static final double ROOM = 1.4;
  private static final Duration LEAST = Duration.ofDays(7);
  private static final Duration MOST_TIME = Duration.ofDays(3650);

  Schedule {
    rows = List.copyOf(rows);
  }

  /// A table.
  ///
  /// @param aggressive from when on any vacuum of it freezes; now where it is past that; empty
  ///   where no date can be named
  /// @param forced when autovacuum comes by force, likewise
  /// @param windows when it will be frozen
  /// @param words when it comes to which limit
  record Row(
      String name,
      Optional<Instant> aggressive,
      Optional<Instant> forced,
      List<Instant> windows,
      boolean isHeld,
      String words) {
    Row {
      windows = List.copyOf(windows);
    }
  }

  /// Whether anything happens to any of the tables.
  boolean hasNews() {
    return rows.stream()
        .anyMatch(each ->
            each.isHeld
                || each.aggressive.isPresent()
                || each.forced.isPresent()
                || !each.windows.isEmpty());
  }

  static Schedule of(FreezePlan plan) {
    var peoples = plan.tables().stream().filter(each -> !each.table().isSystem()).toList();
    var tables = peoples.isEmpty() ? plan.tables() : peoples;
    var words = new FreezeWords(plan);
    var shown = tables.stream().limit(MOST).map(each -> row(each, plan, words)).toList();
    var from = plan.survey().takenAt();
    return new Schedule(
        from, end(from, shown, plan), shown, Math.max(0, tables.size() - shown.size()));
  }

  /// Whether a date can be named for any table.
  boolean isDated() {
    return rows.stream().anyMatch(each -> each.forced().isPresent());
  }

  /// How far along the timeline a moment is, from 0 to 1; empty beyond its end.
  Optional<Double> at(Instant when) {
    double whole = (double) Duration.between(from, to).toMillis();
    double part = (double) Duration.between(from, when).toMillis() / whole;
    return part > 1 ? Optional.empty() : Optional.of(Math.max(0, part));
  }

  private static Row row(TableOutlook table, FreezePlan plan, FreezeWords words) {
    var from = plan.survey().takenAt();
    return new Row(
        words.name(table),
        reached(table, Limit.AGGRESSIVE, from).filter(words::isDated),
        reached(table, Limit.FORCED, from).filter(words::isDated),
        plan.calendar().stream()
            .filter(each -> each.touches().anyMatch(table::equals))
            .map(each -> each.slot().start())
            .toList(),
        table.isHeld(),
        words(table, words));
  }

  private static Optional<Instant> reached(TableOutlook table, Limit limit, Instant now) {
    return table.deadline(limit).flatMap(each -> each.isReached() ? Optional.of(now) : each.when());
  }

  private static String words(TableOutlook table, FreezeWords words) {
    var lines = new ArrayList<String>();
    lines.add(words.name(table) + ": " + table.xid() + " transactions old");
    add(lines, table, Limit.FORCED, "autovacuum comes by force: ", words);
    add(lines, table, Limit.FAILSAFE, "failsafe: ", words);
    add(lines, table, Limit.WARNING, "the server warns: ", words);
    add(lines, table, Limit.STOP, "the server stops: ", words);
    if (table.isHeld()) {
      lines.add("freezing cannot make it younger until what blocks it has ended");
    }
    return String.join("\n", lines);
  }

  private static void add(
      List<String> lines, TableOutlook table, Limit limit, String what, FreezeWords words) {
    if (table.deadline(limit).isPresent()) {
      lines.add(what + words.date(table, limit));
    }
  }

  /// Some time behind the last limit that is shown; of tables without one, the whole calendar.
  private static Instant end(Instant from, List<Row> rows, FreezePlan plan) {
    var last =
        rows.stream()
            .flatMap(each -> each.forced().stream())
            .max(Instant::compareTo)
            .or(() ->
                plan.calendar().stream().map(each -> each.slot().end()).max(Instant::compareTo))
            .orElse(from);
    double seconds = ROOM * (double) Duration.between(from, last).toSeconds();
    return from.plusSeconds(
        (long) Math.clamp(seconds, (double) LEAST.toSeconds(), (double) MOST_TIME.toSeconds()));
  }
}
