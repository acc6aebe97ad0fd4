package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.worker.SleptShare.Basis;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.model.history.WorkerTimeline;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that logs tell of, and that slept for most of a long time: those of autovacuum, and
/// those by hand that say so themselves.
///
/// @param slow the longest first, one of a table
record LoggedThrottling(List<Slow> slow) {
  private static final Share BACK_TO_BACK = new Share(0.8);
  private static final int SHOWN = 3;

  private record Slow(LoggedTable table, Run run, SleptShare share) {
    double seconds() {
      return run.seconds();
    }

    boolean isAutomatic() {
      return run.heading().trigger() == Trigger.AUTOVACUUM;
    }

    private String inWords() {
      var form =
          switch (share.basis()) {
            case PRINTED -> "took %s and slept %s of that for its cost limit";
            case SETTINGS, DEFAULTS -> "took %s and slept about %s of that for its cost limit";
            case IDLE ->
                "took %s and did nothing for %s of that: it slept for its cost limit, or waited";
          };
      return form.formatted(LogFacts.elapsed(run), new Share(share.share()));
    }
  }

  static LoggedThrottling of(Evidence evidence) {
    return new LoggedThrottling(
        evidence.history().stream()
            .flatMap(history ->
                LoggedTable.all(evidence)
                    .filter(table -> !KeptRows.isHeld(table.history()))
                    .flatMap(table -> slow(table, history.timeline()).stream()))
            .sorted(Comparator.comparingDouble(Slow::seconds).reversed())
            .toList());
  }

  private static Optional<Slow> slow(LoggedTable table, WorkerTimeline timeline) {
    return table
        .history()
        .milestones()
        .slowest()
        .filter(run -> run.seconds() >= CostThrottled.MIN_SECONDS || isBackToBack(table))
        .flatMap(run ->
            SleptShare.of(run, table.evidence(), timeline)
                .map(slept -> new Slow(table, run, slept)))
        .filter(each -> each.share.share() >= CostThrottled.MIN_SHARE.fraction());
  }

  /// Whether the next vacuum of it hardly waits for the one before to end.
  private static boolean isBackToBack(LoggedTable table) {
    return table.history().counts().automatic() > 1
        && table
            .evidence()
            .history()
            .flatMap(told -> told.span())
            .filter(span -> (double) span.toSeconds() >= CostThrottled.MIN_SECONDS)
            .filter(span ->
                table.history().seconds().sum()
                    >= BACK_TO_BACK.fraction() * (double) span.toSeconds())
            .isPresent();
  }

  /// One finding: the limit is one for all workers.
  List<Finding> findings(Rule rule) {
    return slow.isEmpty() ? List.of() : List.of(finding(rule, slow.getFirst()));
  }

  private Finding finding(Rule rule, Slow worst) {
    boolean isTold = worst.share.basis() != Basis.IDLE;
    boolean isGrave =
        (isTold && worst.seconds() >= CostThrottled.MIN_WARNING_SECONDS)
            || slow.stream().anyMatch(each -> isBackToBack(each.table()));
    var rates = worst.run().usage().rates();
    return rule.found(
            isGrave ? Severity.WARNING : Severity.ADVICE,
            slow.size() == 1 ? worst.table().subject() : new Subject.Cluster())
        .headline(
            "%s of %s %s",
            worst.isAutomatic() ? "Autovacuum" : "VACUUM", worst.table().name(), worst.inWords())
        .told(
            worst.run(),
            "of its time asleep" + (isTold ? "" : " or waiting"),
            new Share(worst.share.share()))
        .facts(
            slow.stream()
                .limit(SHOWN)
                .map(each -> LogFacts.by(each.run(), each.table().name(), each.inWords())))
        .told(
            worst.run(),
            "it read and dirtied",
            rates == null
                ? null
                : "%s and %s MB/s"
                    .formatted(
                        Quantities.number(rates.readMBps()), Quantities.number(rates.writeMBps())))
        .chosen(
            "throttled",
            "asleep for %s of at least %s, or vacuumed %s of the time"
                .formatted(
                    CostThrottled.MIN_SHARE,
                    Quantities.seconds(CostThrottled.MIN_SECONDS),
                    BACK_TO_BACK),
            "PostgreSQL itself logs vacuums of ten minutes and more by default")
        .confidence(
            switch (worst.share.basis()) {
              case PRINTED, SETTINGS -> Confidence.HIGH;
              case DEFAULTS -> Confidence.MEDIUM;
              case IDLE -> Confidence.LOW;
            })
        .toBeCertain(
            switch (worst.share.basis()) {
              case PRINTED -> null;
              case SETTINGS -> "From 18 on track_cost_delay_timing = on prints the time slept.";
              case DEFAULTS ->
                  "SELECT name, setting FROM pg_settings WHERE name LIKE '%vacuum_cost%'; this"
                      + " rests on the defaults.";
              case IDLE ->
                  "The settings tell how much of it the cost limit explains; track_io_timing = on"
                      + " prints the time of reads and writes.";
            })
        .remedy(remedy(worst))
        .build();
  }

  private static Remedy remedy(Slow worst) {
    if (!worst.isAutomatic()) {
      return Remedy.Act.said("without-delay", worst.table().name());
    }
    return worst.share.basis() == Basis.IDLE
        ? new Remedy.Ask(Question.SETTINGS)
        : CostThrottled.faster(worst.table().subject(), worst.seconds(), worst.share.share());
  }
}
