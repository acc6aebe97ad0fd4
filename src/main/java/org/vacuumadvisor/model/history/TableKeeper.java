package org.vacuumadvisor.model.history;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;

/// Writes the history of one table while its runs come in.
final class TableKeeper {
  private static final int GAPS = 3;
  private static final int MANUAL_KEPT = 64;

  /// Of a table whose database is not told so many runs are kept, for the one that is meant.
  private static final int UNPLACED_KEPT = 64;

  private final RelationName name;
  private @Nullable ToastOwner toastOf;
  private final Tally seconds = new Tally();
  private final Tally analyzeSeconds = new Tally();
  private final Tally gapSeconds = new Tally();
  private final Tally removed = new Tally();
  private final Tally remain = new Tally();
  private final List<Gap> gaps = new ArrayList<>();
  private final Deque<Instant> manual = new ArrayDeque<>();
  private final HoldTracker holds = new HoldTracker();
  private final LoadTracker load = new LoadTracker();
  private final Map<NoticeKind, Occurrences> notices = new EnumMap<>(NoticeKind.class);
  private final List<TimedRun> unplaced = new ArrayList<>();
  private Work work = Work.NONE;
  private long vacuums;
  private long automatic;
  private long aggressive;
  private long forced;
  private long failsafe;
  private long rewrites;
  private long analyzes;
  private long incomplete;
  private long stuck;
  private @Nullable Run first;
  private @Nullable Run latest;
  private @Nullable Run slowest;
  private @Nullable Run mostPasses;
  private @Nullable Run lastForced;
  private @Nullable Instant lastEnd;

  TableKeeper(RelationName name) {
    this.name = name;
  }

  void add(TimedRun timed) {
    var run = timed.run();
    if (name.database().isEmpty() && unplaced.size() < UNPLACED_KEPT) {
      unplaced.add(timed);
    }
    var owner = run.heading().toastOf();
    toastOf = owner == null ? toastOf : owner;
    incomplete += run.is(Trait.COMPLETE) ? 0 : 1;
    if (run.heading().command() == Command.ANALYZE) {
      analyzes++;
      var elapsed = run.elapsedSeconds();
      if (elapsed != null) {
        analyzeSeconds.add(elapsed);
      }
    } else if (!run.heading().isRewrite()) {
      addVacuum(timed);
    } else {
      rewrites++;
      // a rewrite, too, has to copy the dead rows that somebody may still see
      holds.add(run);
    }
  }

  void add(NoticeKind kind, Occurrences told) {
    var _ = notices.merge(kind, told, Occurrences::and);
  }

  private void addVacuum(TimedRun timed) {
    var run = timed.run();
    vacuums++;
    aggressive += run.is(Trait.AGGRESSIVE) ? 1 : 0;
    failsafe += run.is(Trait.FAILSAFE) ? 1 : 0;
    if (run.heading().trigger() == Trigger.AUTOVACUUM) {
      automatic++;
      addGap(timed);
    } else if (timed.start() != null) {
      addManual(timed.start());
    }
    addForced(run);
    addFigures(run);
    holds.add(run);
    load.add(timed);
    first = first == null ? run : first;
    latest = run;
    slowest = larger(slowest, run, Run::seconds);
    mostPasses = run.indexPasses() > 1 ? larger(mostPasses, run, Run::indexPasses) : mostPasses;
  }

  private void addManual(Instant start) {
    manual.addLast(start);
    if (manual.size() > MANUAL_KEPT) {
      manual.removeFirst();
    }
  }

  /// Up to 14 a run does not say whether it advanced anything.
  private void addForced(Run run) {
    if (!run.is(Trait.TO_PREVENT_WRAPAROUND)) {
      return;
    }
    forced++;
    lastForced = run;
    boolean isTold = run.outcome().cutoff() != null;
    stuck =
        isTold && run.outcome().newRelfrozenXid() == null && run.outcome().newRelminMxid() == null
            ? stuck + 1
            : 0;
  }

  private void addFigures(Run run) {
    var elapsed = run.elapsedSeconds();
    if (elapsed != null) {
      seconds.add(elapsed);
    }
    var tuples = run.outcome().tuples();
    var gone = tuples.gone();
    var left = tuples.left();
    if (gone != null) {
      removed.add((double) gone);
    }
    if (left != null) {
      remain.add((double) Math.max(0, left - run.kept()));
    }
    work = work.plus(Work.of(run));
  }

  /// Runs that come out of order have no gap.
  private void addGap(TimedRun timed) {
    var before = lastEnd;
    var start = timed.start();
    if (before != null && start != null && !start.isBefore(before)) {
      var gap = new Gap(before, start, timed.run().heading().place());
      gapSeconds.add((double) gap.length().toMillis() / 1e3);
      keep(gap);
    }
    lastEnd = timed.end() == null ? before : timed.end();
  }

  /// The longest gaps, the longest first.
  private void keep(Gap gap) {
    if (gaps.size() == GAPS) {
      if (gap.length().compareTo(gaps.getLast().length()) <= 0) {
        return;
      }
      var _ = gaps.removeLast();
    }
    gaps.add(gap);
    gaps.sort(Comparator.comparing(Gap::length).reversed());
  }

  private static @Nullable Run larger(@Nullable Run known, Run run, ToDoubleFunction<Run> by) {
    return known == null || by.applyAsDouble(run) > by.applyAsDouble(known) ? run : known;
  }

  RelationName name() {
    return name;
  }

  /// Whether all that it was told can be told again.
  boolean canMove() {
    return vacuums + rewrites + analyzes == unplaced.size();
  }

  /// Tells another what it was told.
  void moveTo(TableKeeper other) {
    unplaced.forEach(other::add);
    notices.forEach(other::add);
  }

  TableHistory history() {
    return new TableHistory(
        name,
        toastOf,
        new Counts(
            vacuums, automatic, aggressive, forced, failsafe, rewrites, analyzes, incomplete),
        seconds.spread(),
        analyzeSeconds.spread(),
        gapSeconds.spread(),
        gaps,
        removed.spread(),
        remain.spread(),
        work,
        load.profile(),
        new TableHistory.Milestones(
            Optional.ofNullable(first),
            Optional.ofNullable(latest),
            Optional.ofNullable(slowest),
            Optional.ofNullable(mostPasses),
            Optional.ofNullable(lastForced),
            stuck,
            holds.hold(),
            List.copyOf(manual)),
        notices);
  }
}
