package org.vacuumadvisor.cli.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.Query;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.PlannedChange.Guard;
import org.vacuumadvisor.verify.PlannedChange.Guarded;

/// What must hold on the server for a stage to begin.
///
/// @param plan has the limits of what its changes may do
/// @param maxRate the most WAL in a second, and the most that autovacuum's workers may read and
///   write
/// @param cancelled when automatic vacuums were, as logs tell; null where there is no log
record Guards(PlanInHand plan, Bytes maxRate, @Nullable List<Instant> cancelled) {
  /// A tenth more than before is no worse.
  private static final double NO_WORSE = 1.1;

  private static final Duration TICK = Duration.ofMillis(250);

  private static final double MEGABYTE = 1 << 20;

  /// A figure that is looked at.
  ///
  /// @param value null where it is not known, or this release does not show it
  record Watched(String figure, @Nullable Double value, double limit, String unit) {
    /// Whether it forbids to go on.
    boolean isOver() {
      return value != null && value > limit;
    }

    /// `WAL 1.2 MB/s`.
    String inWords() {
      return value == null
          ? figure + " not known"
          : "%s %s %s".formatted(figure, plain(value), unit).strip();
    }

    /// `WAL 120 MB/s (limit 100)`.
    String withLimit() {
      return "%s (limit %s)".formatted(inWords(), plain(limit));
    }

    private static String plain(double number) {
      return Quantities.number(Math.rint(number * 10) / 10);
    }
  }

  /// What is seen at one moment, with the limits that the server itself has.
  private static List<Watched> figures(ServerLook look, Release release)
      throws SourceException, SQLException {
    return look.read(
        "",
        Stream.of("workers", "wal", "io", "standbys")
            .flatMap(each -> Query.text(Guards.class, "guard_" + each, release).stream())
            .collect(Collectors.joining("UNION ALL\n")),
        row ->
            new Watched(
                row.getString(1), (Double) row.getObject(2), row.getDouble(3), row.getString(4)));
  }

  /// A figure over a time: the growth of a counter in a second, or the mean, where it is shown.
  private Watched over(List<Watched> looks, double seconds) {
    var one = looks.getFirst();
    var seen = looks.stream().flatMap(each -> Stream.ofNullable(each.value())).toList();
    var value =
        one.unit().endsWith("/s") && !seen.isEmpty()
            ? OptionalDouble.of((seen.getLast() - seen.getFirst()) / seconds)
            : seen.stream().mapToDouble(each -> each).average();
    return new Watched(
        one.figure(),
        value.isPresent() ? (Double) value.getAsDouble() : null,
        limit(one),
        one.unit());
  }

  /// Watches the server for a while.
  List<Watched> watched(ServerLook look, Release release, Duration span, Progress progress)
      throws SQLException, SourceException, InterruptedException {
    var looks = new ArrayList<Watched>();
    long start = System.nanoTime();
    looks.addAll(figures(look, release));
    Duration passed;
    do {
      Thread.sleep(TICK);
      looks.addAll(figures(look, release));
      passed = Duration.ofNanos(System.nanoTime() - start);
      progress.step("watching the server", passed.toSeconds(), span.toSeconds());
    } while (passed.compareTo(span) < 0);
    double seconds = (double) passed.toMillis() / 1e3;
    var figures = new ArrayList<Watched>();
    looks.stream()
        .collect(Collectors.groupingBy(Watched::figure, LinkedHashMap::new, Collectors.toList()))
        .forEach((_, all) -> figures.add(over(all, seconds)));
    plan.changedAt().ifPresent(begin -> figures.add(cancelledSince(begin)));
    return figures;
  }

  private Watched cancelledSince(Instant begin) {
    double limit = limit(Guarded.CANCELLED_VACUUMS);
    return cancelled == null
        ? new Watched("vacuums cancelled since the change, without --log,", null, limit, "")
        : new Watched(
            "vacuums cancelled since the change",
            (double) cancelled.stream().filter(each -> !each.isBefore(begin)).count(),
            limit,
            "");
  }

  private double limit(Watched watched) {
    return switch (watched.figure()) {
      case "busy workers" -> mostBusy() * 100;
      case "WAL", "autovacuum I/O" -> maxRate.count() / MEGABYTE;
      case "standby behind" -> limit(Guarded.REPLICA_LAG_SECONDS);
      default -> watched.limit();
    };
  }

  /// Before the first change the workers may be as busy as they are: it may be the cure, and later
  /// only more than that forbids to go on.
  private double mostBusy() {
    double most = limit(Guarded.BUSY_WORKERS);
    var before = plan.journal().known().begun().map(JournalLine.Begun::busy);
    return plan.changedAt().isEmpty()
        ? 1
        : before.map(busy -> Math.max(most, Math.min(1, busy * NO_WORSE))).orElse(most);
  }

  /// The strictest that the plan has, or else the usual one.
  private double limit(Guarded figure) {
    var planned = plan.saved().changes().stream().flatMap(each -> each.guards().stream());
    return Stream.concat(
            planned.sorted(Comparator.comparingDouble(Guard::limit)), Guard.ALL.stream())
        .filter(each -> each.figure() == figure)
        .findFirst()
        .orElseThrow()
        .limit();
  }
}
