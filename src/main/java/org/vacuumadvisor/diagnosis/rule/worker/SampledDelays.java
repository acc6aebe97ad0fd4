package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.workload.Confidence;

/// Samples of what vacuums wait for, most of which found one asleep for the cost limit.
///
/// @param asleep samples in `VacuumDelay`
/// @param all samples of vacuums
record SampledDelays(long asleep, long all, Optional<String> table) {
  /// One look may find by chance what is rare.
  private static final long ENOUGH_SAMPLES = 5;

  static Optional<SampledDelays> of(Evidence evidence) {
    var waits = evidence.survey().machinery().waits();
    long all = sum(waits);
    long asleep = sum(waits.stream().filter(VacuumWait::isDelay).toList());
    return asleep > 0 && (double) asleep >= CostThrottled.MIN_SHARE.fraction() * (double) all
        ? Optional.of(
            new SampledDelays(
                asleep,
                all,
                waits.stream()
                    .filter(VacuumWait::isDelay)
                    .flatMap(each -> each.relation().stream())
                    .findFirst()))
        : Optional.empty();
  }

  private static long sum(List<VacuumWait> waits) {
    return waits.stream().mapToLong(VacuumWait::times).sum();
  }

  Finding finding(Rule rule) {
    boolean isEnough = asleep >= ENOUGH_SAMPLES;
    return rule.found(
            isEnough ? Severity.WARNING : Severity.ADVICE,
            "Vacuum%s sleeps for its cost limit in %s",
            table.map(name -> " of " + new RelationName("", "", name).sql()).orElse(""),
            asleep == all
                ? all == 1 ? "the sample shown" : "all %d samples".formatted(all)
                : "%d of %d samples".formatted(asleep, all))
        .observed(
            "samples asleep for the cost limit",
            asleep,
            "pg_stat_activity",
            "wait_event = VacuumDelay")
        .limit(
            "share of samples from which a vacuum counts as throttled",
            CostThrottled.MIN_SHARE,
            Provenance.CONVENTION,
            "as for vacuums whose time asleep is measured")
        .because(
            "A vacuum that has used up its cost limit sleeps for the cost delay; all workers share"
                + " one limit. The disks could do more. This matters where vacuums take hours, or"
                + " tables wait for them.")
        .confidence(isEnough ? Confidence.MEDIUM : Confidence.LOW)
        .toBeCertain("Show %s: %s.".formatted(Question.PROGRESS.what(), Question.PROGRESS.ask()))
        // without a running vacuum to compute with: the first step that guides give
        .remedy(
            CostThrottled.faster(
                new Subject.Cluster(), CostThrottled.MIN_WARNING_SECONDS, (double) asleep / all))
        .build();
  }
}
