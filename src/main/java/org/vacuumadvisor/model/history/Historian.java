package org.vacuumadvisor.model.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;

/// Writes the history while logs are read. What it holds depends on the number of tables, up to a
/// limit, never on the number of runs.
public final class Historian implements RunSink {
  private static final int MOST_TABLES = 20_000;

  /// As many runs as somebody pastes are kept whole.
  private static final int FEW_RUNS = 100;

  private static final Comparator<Run> SHORTEST_FIRST = Comparator.comparingDouble(Run::seconds);

  private final int slowestKept;
  private final Map<RelationName, TableKeeper> tables = new LinkedHashMap<>();
  private final Map<NoticeKind, Occurrences> notices = new EnumMap<>(NoticeKind.class);
  private final TimelineKeeper timeline = new TimelineKeeper();
  private final PriorityQueue<Run> slowest = new PriorityQueue<>(SHORTEST_FIRST);
  private final List<Run> fewRuns = new ArrayList<>();
  private final IdKeeper ids = new IdKeeper();
  private final ReleaseClues clues = new ReleaseClues();
  private final Tally automatic = new Tally();
  private boolean isLong;
  private long runsLeftOut;
  private @Nullable Instant from;
  private @Nullable Instant to;

  /// @param slowestKept how many of the longest runs to keep whole
  public Historian(int slowestKept) {
    this.slowestKept = slowestKept;
  }

  @Override
  public void run(Run run) {
    var name = run.heading().name().relation();
    var timed = TimedRun.of(run);
    var keeper = keeper(name);
    if (keeper != null) {
      keeper.add(timed);
    }
    keepWhole(run);
    timeline.add(timed, name);
    ids.add(timed);
    clues.add(run);
    seen(timed.start());
    seen(timed.end());
    var elapsed = run.elapsedSeconds();
    if (elapsed == null) {
      return;
    }
    if (run.heading().command() == Command.VACUUM
        && run.heading().trigger() == Trigger.AUTOVACUUM) {
      automatic.add(elapsed);
    }
    if (slowest.size() < slowestKept) {
      slowest.add(run);
    } else if (slowestKept > 0 && SHORTEST_FIRST.compare(run, slowest.element()) > 0) {
      slowest.add(run);
      var _ = slowest.remove();
    }
  }

  private void keepWhole(Run run) {
    isLong |= fewRuns.size() == FEW_RUNS;
    if (isLong) {
      fewRuns.clear();
    } else {
      fewRuns.add(run);
    }
  }

  @Override
  public void notice(Notice notice) {
    var told = Occurrences.of(notice);
    var _ = notices.merge(notice.kind(), told, Occurrences::and);
    clues.add(notice);
    Moments.of(notice).ifPresent(this::seen);
    if (notice.name().table() != null) {
      var keeper = keeper(notice.name().relation());
      if (keeper != null) {
        keeper.add(notice.kind(), told);
      }
    }
  }

  /// What has been read so far.
  public History history() {
    join();
    var all =
        tables.values().stream()
            .map(TableKeeper::history)
            .sorted(
                Comparator.comparingDouble((TableHistory each) -> each.seconds().sum()).reversed())
            .toList();
    return new History(
        Optional.ofNullable(from),
        Optional.ofNullable(to),
        clues.releases(),
        all,
        runsLeftOut,
        slowest.stream().sorted(SHORTEST_FIRST.reversed()).toList(),
        fewRuns,
        timeline.timeline(),
        notices,
        automatic.spread(),
        ids.trails(),
        Understanding.NONE);
  }

  /// Many notices do not name database and schema, and what VACUUM VERBOSE prints for its client
  /// not the database: where only one table can be meant, they are its.
  private void join() {
    var byTable =
        tables.values().stream().collect(Collectors.groupingBy(each -> each.name().name()));
    tables
        .values()
        .removeIf(each -> hasMoved(each, byTable.getOrDefault(each.name().name(), List.of())));
  }

  private static boolean hasMoved(TableKeeper table, List<TableKeeper> alike) {
    var meant = table.canMove() ? namedMoreFully(table.name(), alike) : List.<TableKeeper>of();
    if (meant.size() != 1) {
      return false;
    }
    table.moveTo(meant.getFirst());
    return true;
  }

  private static List<TableKeeper> namedMoreFully(RelationName name, List<TableKeeper> alike) {
    return alike.stream()
        .filter(other -> !other.name().equals(name))
        .filter(other -> name.schema().isEmpty() || other.name().schema().equals(name.schema()))
        .filter(
            other -> name.database().isEmpty() || other.name().database().equals(name.database()))
        .limit(2)
        .toList();
  }

  private @Nullable TableKeeper keeper(RelationName name) {
    var known = tables.get(name);
    if (known != null) {
      return known;
    }
    if (tables.size() >= MOST_TABLES) {
      runsLeftOut++;
      return null;
    }
    var keeper = new TableKeeper(name);
    tables.put(name, keeper);
    return keeper;
  }

  private void seen(@Nullable Instant time) {
    if (time == null) {
      return;
    }
    from = from == null || time.isBefore(from) ? time : from;
    to = to == null || time.isAfter(to) ? time : to;
  }
}
