package org.vacuumadvisor.diagnosis.logged;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
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

/// A table that is vacuumed often had to wait, because all workers were busy with others.
final class WorkerStarvation implements Rule {
  private static final long RUNS = 5;
  private static final double TIMES_LONGER = 5;
  private static final Duration LEAST = Duration.ofMinutes(5);
  private static final Share BUSY = new Share(0.8);
  private static final int DEFAULT_WORKERS = 3;

  /// Where it is not known how often a table is vacuumed.
  private static final Duration LONG = Duration.ofMinutes(30);

  private static final Share ALL = new Share(0.95);
  private static final double MUCH = 10_000;

  private record Wait(TableHistory table, Gap gap, Duration busy) {}

  @Override
  public String id() {
    return "worker-starvation";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    int workers = workers(logs);
    var occupation = logs.history().timeline().occupation(workers);
    var waits =
        logs.tables()
            .filter(each -> hasUsual(each) || isPlain(each, workers))
            .flatMap(table -> wait(table, occupation).stream())
            .sorted(Comparator.comparing((Wait each) -> each.gap().length()).reversed())
            .toList();
    return waits.isEmpty() ? Stream.empty() : Stream.of(finding(waits, workers, logs));
  }

  /// As many as the server has; else as many as were ever seen side by side.
  private static int workers(LogCase logs) {
    var known = logs.evidence().survey().settings().integer(Setting.AUTOVACUUM_MAX_WORKERS);
    return known.isPresent()
        ? (int) known.getAsLong()
        : Math.max(1, logs.history().timeline().most());
  }

  /// Whether there were enough runs to know how often it is vacuumed.
  private static boolean hasUsual(TableHistory table) {
    return table.gapSeconds().count() >= RUNS - 1;
  }

  /// Of few runs, a long wait tells only where much was to do, and more than one worker was busy
  /// for all of it.
  private static boolean isPlain(TableHistory table, int workers) {
    return workers > 1
        && table.gapSeconds().count() >= 1
        && table.removed().most() >= MUCH
        && table.longestGaps().stream().anyMatch(gap -> gap.length().compareTo(LONG) >= 0);
  }

  private static Optional<Wait> wait(TableHistory table, Occupation occupation) {
    boolean hasUsual = hasUsual(table);
    double least = hasUsual ? TIMES_LONGER * table.gapSeconds().median() : LONG.toSeconds();
    var share = hasUsual ? BUSY : ALL;
    return table.longestGaps().stream()
        .filter(gap -> gap.length().compareTo(LEAST) >= 0)
        .filter(gap -> (double) gap.length().toSeconds() >= least)
        .map(gap -> new Wait(table, gap, occupation.busy(gap.from(), gap.to(), table.name())))
        .filter(wait ->
            wait.busy().toMillis() >= share.fraction() * (double) wait.gap().length().toMillis())
        .findFirst();
  }

  /// Where the workers were meanwhile.
  private static List<WorkerTimeline.Share> giants(Wait wait, LogCase logs) {
    return logs.history()
        .timeline()
        .during(wait.gap().from(), wait.gap().to(), wait.table().name());
  }

  private Finding finding(List<Wait> waits, int workers, LogCase logs) {
    var worst = waits.getFirst();
    var giants = giants(worst, logs);
    boolean isKnown =
        logs.evidence().survey().settings().integer(Setting.AUTOVACUUM_MAX_WORKERS).isPresent();
    return new Finding(
        id(),
        Severity.WARNING,
        logs.subject(worst.table()),
        "%s waited %s for a vacuum while %s busy with other tables"
            .formatted(
                logs.name(worst.table()),
                Quantities.duration(worst.gap().length()),
                workers == 1 ? "the only worker was" : "all %d workers were".formatted(workers)),
        facts(waits, giants, workers, logs),
        "A worker takes one table after the other, and does not leave a large one before it is"
            + " done. While all workers are at large tables, nobody comes to a small busy one, and"
            + " its dead rows pile up, whatever its threshold is. Larger steps (the cost limit) let"
            + " the large ones end sooner; more workers alone only share the same limit.",
        isKnown ? Confidence.HIGH : workers >= DEFAULT_WORKERS ? Confidence.MEDIUM : Confidence.LOW,
        isKnown
            ? null
            : "SHOW autovacuum_max_workers; the log shows %d at most.".formatted(workers),
        remedies(worst, giants, logs));
  }

  private static List<Fact> facts(
      List<Wait> waits, List<WorkerTimeline.Share> giants, int workers, LogCase logs) {
    var facts = new ArrayList<Fact>();
    for (var each : waits.subList(0, Math.min(3, waits.size()))) {
      facts.add(
          Told.by(
              each.gap(),
              logs.name(each.table()) + " was not vacuumed for",
              hasUsual(each.table())
                  ? "%s; usually %s"
                      .formatted(
                          Quantities.duration(each.gap().length()),
                          Quantities.seconds(each.table().gapSeconds().median()))
                  : Quantities.duration(each.gap().length())));
    }
    var worst = waits.getFirst();
    facts.add(
        Fact.observed(
            "of that, all workers were busy elsewhere for",
            Quantities.duration(worst.busy()),
            "end and duration of their runs"));
    facts.add(
        Fact.observed(
            "at",
            giants.stream()
                .limit(workers)
                .map(each ->
                    "%s (%s)"
                        .formatted(LogCase.name(each.table()), Quantities.duration(each.time())))
                .collect(Collectors.joining(", ")),
            "end and duration of their runs"));
    facts.add(
        Fact.threshold(
            "a wait",
            hasUsual(worst.table())
                ? "%s, %s times the usual, and %s of it without a free worker"
                    .formatted(Quantities.duration(LEAST), Quantities.number(TIMES_LONGER), BUSY)
                : "%s, and %s of it without a free worker"
                    .formatted(Quantities.duration(LONG), ALL),
            Provenance.CONVENTION,
            "ours, after reports of queues starved for an hour and more"));
    return facts;
  }

  private static List<Remedy> remedies(
      Wait worst, List<WorkerTimeline.Share> giants, LogCase logs) {
    var names =
        giants.stream()
            .limit(2)
            .map(each -> LogCase.name(each.table()))
            .collect(Collectors.joining(" and "));
    var act =
        new Remedy.Act(
            "Vacuum %s in the quiet hours by a job, so that autovacuum finds less to do there by day."
                .formatted(names));
    var queue =
        new Remedy.Act(
            "Let a job vacuum %s every few minutes: a manual VACUUM needs no worker."
                .formatted(logs.name(worst.table())));
    return List.of(queue, act);
  }
}
