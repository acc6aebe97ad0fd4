package org.vacuumadvisor.diagnosis.logged;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.logged.SleptShare.Basis;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trigger;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that take long because they sleep: autovacuum's cost limit, not the disk, sets their
/// pace.
final class CostThrottled implements Rule {
  private static final Share MOSTLY = new Share(0.5);
  private static final double LONG_SECONDS = 600;
  private static final double VERY_LONG_SECONDS = 3600;
  private static final Share BACK_TO_BACK = new Share(0.8);

  private record Slow(TableHistory table, Run run, SleptShare slept) {
    double seconds() {
      return Told.seconds(run);
    }
  }

  @Override
  public String id() {
    return "cost-throttled";
  }

  /// One finding: the limit is one for all workers.
  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    var companions = new Companions(logs.history().timeline());
    var slow =
        logs.tables()
            .filter(table -> !logs.isHeld(table))
            .flatMap(table -> slow(table, logs, companions).stream())
            .sorted(Comparator.comparingDouble(Slow::seconds).reversed())
            .toList();
    return slow.isEmpty() ? Stream.empty() : Stream.of(finding(slow, logs));
  }

  private static Optional<Slow> slow(TableHistory table, LogCase logs, Companions companions) {
    return table
        .milestones()
        .slowest()
        .filter(run -> run.heading().trigger() == Trigger.AUTOVACUUM)
        .filter(run -> Told.seconds(run) >= LONG_SECONDS || isBackToBack(table, logs))
        .flatMap(
            run -> SleptShare.of(run, logs, companions).map(slept -> new Slow(table, run, slept)))
        .filter(each -> each.slept().share() >= MOSTLY.fraction());
  }

  /// Whether the next vacuum of it hardly waits for the one before to end.
  private static boolean isBackToBack(TableHistory table, LogCase logs) {
    return table.counts().automatic() > 1
        && logs.history()
            .span()
            .filter(span -> (double) span.toSeconds() >= LONG_SECONDS)
            .filter(span ->
                table.seconds().sum() >= BACK_TO_BACK.fraction() * (double) span.toSeconds())
            .isPresent();
  }

  private Finding finding(List<Slow> slow, LogCase logs) {
    var worst = slow.getFirst();
    boolean isGrave =
        worst.seconds() >= VERY_LONG_SECONDS
            || slow.stream().anyMatch(each -> isBackToBack(each.table(), logs));
    return new Finding(
        id(),
        isGrave ? Severity.WARNING : Severity.ADVICE,
        slow.size() == 1 ? logs.subject(worst.table()) : new Subject.Cluster(),
        "Autovacuum of %s took %s and slept %s of that for its cost limit"
            .formatted(
                logs.name(worst.table()),
                Told.elapsed(worst.run()),
                approximately(worst.slept()) + new Share(worst.slept().share())),
        facts(slow, logs),
        "Autovacuum is charged for each page it finds, reads and dirties, and sleeps each time it"
            + " has used up its cost limit; all workers share one limit. These vacuums would have"
            + " been done much sooner without the pauses. That is worth changing where dead rows"
            + " pile up or other tables wait meanwhile; the disks have to bear it.",
        switch (worst.slept().basis()) {
          case PRINTED, SETTINGS -> Confidence.HIGH;
          case DEFAULTS -> Confidence.MEDIUM;
        },
        switch (worst.slept().basis()) {
          case PRINTED -> null;
          case SETTINGS -> "From 18 on track_cost_delay_timing = on prints the time slept.";
          case DEFAULTS ->
              "SELECT name, setting FROM pg_settings WHERE name LIKE '%vacuum_cost%'; this rests on"
                  + " the defaults.";
        },
        List.of(remedy(worst, logs)));
  }

  private static String approximately(SleptShare slept) {
    return slept.basis() == Basis.PRINTED ? "" : "about ";
  }

  private static List<Fact> facts(List<Slow> slow, LogCase logs) {
    var facts = new ArrayList<Fact>();
    for (var each : slow.subList(0, Math.min(3, slow.size()))) {
      facts.add(
          Told.by(
              each.run(),
              logs.name(each.table()),
              "took %s, slept %s%s"
                  .formatted(
                      Told.elapsed(each.run()),
                      approximately(each.slept()),
                      new Share(each.slept().share()))));
    }
    var worst = slow.getFirst().run();
    var rates = worst.usage().rates();
    if (rates != null) {
      facts.add(
          Told.by(
              worst,
              "it read and dirtied",
              "%s and %s MB/s"
                  .formatted(
                      Quantities.number(rates.readMBps()), Quantities.number(rates.writeMBps()))));
    }
    facts.add(
        Fact.threshold(
            "throttled",
            "asleep for %s of at least %s, or vacuumed %s of the time"
                .formatted(MOSTLY, Quantities.seconds(LONG_SECONDS), BACK_TO_BACK),
            Provenance.CONVENTION,
            "ours; PostgreSQL itself logs vacuums of ten minutes and more by default"));
    return facts;
  }

  private static Remedy remedy(Slow worst, LogCase logs) {
    return new Remedy.Tune(
        logs.subject(worst.table()),
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        new Goal.AsleepAtMost(
            MOSTLY,
            Duration.ofSeconds(Math.round(worst.seconds())),
            new Share(worst.slept().share())));
  }
}
