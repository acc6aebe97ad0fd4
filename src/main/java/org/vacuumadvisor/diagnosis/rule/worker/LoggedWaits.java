package org.vacuumadvisor.diagnosis.rule.worker;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Gap;
import org.vacuumadvisor.model.history.Occupation;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.history.WorkerTimeline;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Tables that had to wait for a vacuum because all workers were busy with others, as logs tell.
///
/// @param waits the longest first
/// @param workers as many as the server has; else as many as were ever seen side by side
record LoggedWaits(List<Wait> waits, int workers, Evidence evidence) {
  private static final long MIN_RUNS = 5;
  private static final double TIMES_LONGER = 5;
  private static final Duration MIN_WAIT = Duration.ofMinutes(5);
  private static final Share BUSY = new Share(0.8);
  private static final int DEFAULT_WORKERS = 3;
  private static final int SHOWN = 3;

  /// Where it is not known how often a table is vacuumed.
  private static final Duration MIN_LONE_WAIT = Duration.ofMinutes(30);

  private static final Share BUSY_ALL_THE_TIME = new Share(0.95);
  private static final double MIN_REMOVED = 10_000;

  /// One of them.
  ///
  /// @param busy for how much of it no worker was free
  record Wait(LoggedTable table, Gap gap, Duration busy) {
    boolean hasUsual() {
      return LoggedWaits.hasUsual(table.history());
    }
  }

  static LoggedWaits of(Evidence evidence) {
    if (evidence.history().isEmpty()) {
      return new LoggedWaits(List.of(), 0, evidence);
    }
    int workers = workers(evidence);
    var occupation = evidence.history().get().timeline().occupation(workers);
    return new LoggedWaits(
        LoggedTable.all(evidence)
            .filter(each -> hasUsual(each.history()) || isPlain(each.history(), workers))
            .flatMap(table -> wait(table, occupation).stream())
            .sorted(Comparator.comparing((Wait each) -> each.gap().length()).reversed())
            .toList(),
        workers,
        evidence);
  }

  List<Finding> findings(Rule rule) {
    return waits.isEmpty() ? List.of() : List.of(finding(rule, waits.getFirst()));
  }

  private static int workers(Evidence evidence) {
    return evidence
        .settings()
        .integer(Setting.AUTOVACUUM_MAX_WORKERS)
        .map(Long::intValue)
        .orElseGet(() -> Math.max(1, evidence.history().orElseThrow().timeline().most()));
  }

  /// Whether there were enough runs to know how often it is vacuumed.
  private static boolean hasUsual(TableHistory table) {
    return table.gapSeconds().count() >= MIN_RUNS - 1;
  }

  /// Of few runs, a long wait tells only where much was to do, and more than one worker was busy
  /// for all of it.
  private static boolean isPlain(TableHistory table, int workers) {
    return workers > 1
        && table.gapSeconds().count() >= 1
        && table.removed().most() >= MIN_REMOVED
        && table.longestGaps().stream().anyMatch(gap -> gap.length().compareTo(MIN_LONE_WAIT) >= 0);
  }

  private static Optional<Wait> wait(LoggedTable told, Occupation occupation) {
    var table = told.history();
    boolean hasUsual = hasUsual(table);
    double least =
        hasUsual ? TIMES_LONGER * table.gapSeconds().median() : MIN_LONE_WAIT.toSeconds();
    var share = hasUsual ? BUSY : BUSY_ALL_THE_TIME;
    return table.longestGaps().stream()
        .filter(gap -> gap.length().compareTo(MIN_WAIT) >= 0)
        .filter(gap -> (double) gap.length().toSeconds() >= least)
        .map(gap -> new Wait(told, gap, occupation.busy(gap.from(), gap.to(), table.name())))
        .filter(wait ->
            wait.busy().toMillis() >= share.fraction() * (double) wait.gap().length().toMillis())
        .findFirst();
  }

  private Finding finding(Rule rule, Wait worst) {
    var timeline = evidence.history().orElseThrow().timeline();
    var giants =
        timeline.during(worst.gap().from(), worst.gap().to(), worst.table().history().name());
    boolean isKnown = evidence.settings().integer(Setting.AUTOVACUUM_MAX_WORKERS).isPresent();
    return rule.found(Severity.WARNING, worst.table().subject())
        .headline(
            "%s waited %s for a vacuum while %s busy with other tables",
            worst.table().name(),
            worst.gap().length(),
            workers == 1 ? "the only worker was" : "all %d workers were".formatted(workers))
        .facts(waits.stream().limit(SHOWN).map(this::fact))
        .observed(
            "of that, all workers were busy elsewhere for",
            worst.busy(),
            "end and duration of their runs")
        .observed(
            "at",
            giants.stream()
                .limit(workers)
                .map(each -> "%s (%s)".formatted(name(each), Quantities.duration(each.time())))
                .collect(Collectors.joining(", ")),
            "end and duration of their runs")
        .chosen(
            "a wait",
            worst.hasUsual()
                ? "%s, %s times the usual, and %s of it without a free worker"
                    .formatted(Quantities.duration(MIN_WAIT), Quantities.number(TIMES_LONGER), BUSY)
                : "%s, and %s of it without a free worker"
                    .formatted(Quantities.duration(MIN_LONE_WAIT), BUSY_ALL_THE_TIME),
            "reports of queues starved for an hour and more")
        .explained(
            "waited",
            worst.table().name(),
            giants.stream().limit(2).map(LoggedWaits::name).collect(Collectors.joining(" and ")))
        .confidence(
            isKnown
                ? Confidence.HIGH
                : workers >= DEFAULT_WORKERS ? Confidence.MEDIUM : Confidence.LOW)
        .toBeCertain(
            isKnown
                ? null
                : "SHOW autovacuum_max_workers; the log shows %d at most.".formatted(workers))
        .build();
  }

  private Fact fact(Wait wait) {
    var length = Quantities.duration(wait.gap().length());
    return LogFacts.by(
        wait.gap(),
        wait.table().name() + " was not vacuumed for",
        wait.hasUsual()
            ? "%s; usually %s"
                .formatted(length, Quantities.seconds(wait.table().history().gapSeconds().median()))
            : length);
  }

  private static String name(WorkerTimeline.Share share) {
    return share.table().name().isEmpty() ? "a table whose name is not shown" : share.table().sql();
  }
}
