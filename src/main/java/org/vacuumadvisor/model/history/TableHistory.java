package org.vacuumadvisor.model.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;

/// All that logs tell of one table.
///
/// @param name what messages call it; parts that none of them names are empty
/// @param toastOf whose TOAST table it is; null for others
/// @param seconds how long its vacuums took
/// @param analyzeSeconds how long its analyzes took
/// @param gapSeconds the time from the end of an automatic vacuum to the start of the next
/// @param longestGaps the longest of these, longest first
/// @param removed row versions, a vacuum
/// @param remain row versions left alive, a vacuum
/// @param work of all vacuums together
/// @param written row versions that died, or came, in each hour of the week
/// @param milestones runs that stand out
/// @param notices by kind
public record TableHistory(
    RelationName name,
    @Nullable ToastOwner toastOf,
    Counts counts,
    Spread seconds,
    Spread analyzeSeconds,
    Spread gapSeconds,
    List<Gap> longestGaps,
    Spread removed,
    Spread remain,
    Work work,
    WeekProfile written,
    Milestones milestones,
    Map<NoticeKind, Occurrences> notices) {
  public TableHistory {
    longestGaps = List.copyOf(longestGaps);
    notices = Map.copyOf(notices);
  }

  /// The runs of a table that stand out.
  ///
  /// @param first the first complete vacuum
  /// @param latest the last complete vacuum
  /// @param slowest the longest vacuum
  /// @param mostPasses the vacuum that scanned the indexes most often, if more than once
  /// @param forced the last vacuum to prevent wraparound
  /// @param stuck vacuums to prevent wraparound in a row that did not advance relfrozenxid
  /// @param hold the most telling one
  /// @param manual when the last vacuums began that autovacuum did not run, 64 at most, in the
  ///   order of the log
  public record Milestones(
      Optional<Run> first,
      Optional<Run> latest,
      Optional<Run> slowest,
      Optional<Run> mostPasses,
      Optional<Run> forced,
      long stuck,
      Optional<Hold> hold,
      List<Instant> manual) {
    public Milestones {
      manual = List.copyOf(manual);
    }
  }

  public Optional<Occurrences> notices(NoticeKind kind) {
    return Optional.ofNullable(notices.get(kind));
  }

  public long count(NoticeKind kind) {
    return notices(kind).map(Occurrences::count).orElse(0L);
  }

  public boolean isToast() {
    return toastOf != null || name.schema().equals("pg_toast");
  }

  public boolean isSystem() {
    return name.schema().equals("pg_catalog") || name.schema().equals("information_schema");
  }

  /// Whether a vacuum of it is known to have ended after the last of these messages.
  public boolean wasVacuumedSince(Occurrences told) {
    var last = Moments.of(told.last());
    // a log of whole seconds has both in one: its lines tell what came first
    return milestones
        .latest()
        .filter(run -> run.heading().place().compareTo(told.last().place()) > 0)
        .flatMap(Moments::end)
        .filter(end -> last.isPresent() && !end.isBefore(last.get()))
        .isPresent();
  }
}
