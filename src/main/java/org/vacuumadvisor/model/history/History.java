package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.vacuumadvisor.postgres.ReleaseRange;

/// What logs tell of a server's vacuuming: the runs of each table summed up, those that stand out,
/// and what went wrong. It does not grow with the length of the logs.
///
/// @param from the start of the earliest run; empty where the logs have no times
/// @param to the end of the latest
/// @param tables those that were vacuumed longest first
/// @param runsLeftOut how many runs and notices are of tables for which there was no room
/// @param slowest the longest runs, the longest first
/// @param fewRuns all runs, in the order of reading, where there are few enough to keep; else empty
/// @param notices of tables and of the server, by kind
/// @param ids how fast IDs were used
/// @param coverage how much of the logs was understood
/// @param automaticSeconds how long the automatic vacuums of all tables took
public record History(
    Optional<Instant> from,
    Optional<Instant> to,
    ReleaseRange releases,
    List<TableHistory> tables,
    long runsLeftOut,
    List<Run> slowest,
    List<Run> fewRuns,
    WorkerTimeline timeline,
    Map<NoticeKind, Occurrences> notices,
    Spread automaticSeconds,
    IdTrails ids,
    Understanding coverage) {
  private static final Set<NoticeKind> NOTHING_TOLD =
      Set.of(
          NoticeKind.EMPTY_INPUT,
          NoticeKind.BINARY_INPUT,
          NoticeKind.NO_VACUUM_OUTPUT,
          NoticeKind.NOT_A_LOG,
          NoticeKind.UNSUPPORTED_LANGUAGE,
          NoticeKind.LINES_OUT_OF_ORDER,
          NoticeKind.LOCK_WAIT,
          NoticeKind.INCOMPLETE_RECORD);

  public static final History EMPTY = new Historian(0).history();

  public History {
    tables = List.copyOf(tables);
    slowest = List.copyOf(slowest);
    fewRuns = List.copyOf(fewRuns);
    notices = Map.copyOf(notices);
  }

  /// The time it covers; empty where that is not known.
  public Optional<Duration> span() {
    return from.flatMap(start -> to.map(end -> Duration.between(start, end)));
  }

  public Optional<Occurrences> notices(NoticeKind kind) {
    return Optional.ofNullable(notices.get(kind));
  }

  /// Whether anything was read that can be judged: a run, or a message about one. That nothing was
  /// there is no such message.
  public boolean tellsOfRuns() {
    return runs() > 0 || !NOTHING_TOLD.containsAll(notices.keySet());
  }

  /// Whether of vacuums nothing was read but their headings, for their reports are cut off; that a
  /// table was analyzed is no figure.
  public boolean isOfHeadings() {
    var vacuums =
        fewRuns.stream().filter(each -> each.heading().command() == Command.VACUUM).toList();
    return !vacuums.isEmpty()
        && vacuums.stream().allMatch(Run::isHeading)
        && NOTHING_TOLD.containsAll(notices.keySet());
  }

  public long runs() {
    return sum(Counts::all);
  }

  /// How many runs of that kind there were of all tables.
  public long sum(ToLongFunction<Counts> which) {
    return tables.stream().mapToLong(each -> which.applyAsLong(each.counts())).sum();
  }

  /// The same history, with how much of the logs was understood.
  public History covering(Understanding understood) {
    return new History(
        from,
        to,
        releases,
        tables,
        runsLeftOut,
        slowest,
        fewRuns,
        timeline,
        notices,
        automaticSeconds,
        ids,
        understood);
  }
}
