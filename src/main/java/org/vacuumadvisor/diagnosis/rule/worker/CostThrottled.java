package org.vacuumadvisor.diagnosis.rule.worker;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum that takes long because it sleeps: the cost limit, not the disk, decides its speed.
public final class CostThrottled implements Rule {
  /// A vacuum that sleeps less would not be done in half the time. Our choice.
  static final Share MIN_SHARE = new Share(0.5);

  /// PostgreSQL itself logs vacuums of ten minutes and more by default.
  static final double MIN_SECONDS = 600;

  static final double MIN_WARNING_SECONDS = 3600;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var running =
        Throttling.of(evidence).stream()
            .filter(each -> each.asleep() >= MIN_SHARE.fraction())
            .filter(each -> each.projected() >= MIN_SECONDS)
            .sorted(Comparator.comparingDouble(Throttling::projected).reversed())
            .map(each -> finding(each, evidence));
    var sampled = SampledDelays.of(evidence).stream().map(each -> each.finding(this));
    return LogFacts.verdicts(
        evidence,
        LogFacts.joined(
            Stream.concat(running, sampled).toList(), LoggedThrottling.of(evidence).findings(this)),
        Question.PROGRESS,
        LogFacts.isWorkSeen(evidence));
  }

  private Finding finding(Throttling run, Evidence evidence) {
    var name = Names.of(run.relation(), evidence);
    var settings = evidence.survey().settings();
    var cost =
        isOfTable(run, evidence)
            ? CostModel.of(settings, evidence.options(run.relation()))
            : CostModel.ofAutovacuum(settings);
    var facts = new Facts();
    facts.add(
        run.isMeasured()
            ? Fact.observed(
                "asleep for the cost limit",
                "%s of %s".formatted(new Share(run.asleep()), Quantities.seconds(run.elapsed())),
                "pg_stat_progress_vacuum",
                "delay_time")
            : Fact.observed(
                "asleep for the cost limit",
                evidence.older().isPresent()
                    ? "each time it was looked at"
                    : "as it was looked at, after " + Quantities.seconds(run.elapsed()),
                "pg_stat_activity",
                "wait_event: VacuumDelay"));
    facts.observed(
        "it will take at this pace",
        Quantities.seconds(run.projected()) + run.scannedInWords(),
        "pg_stat_progress_vacuum",
        "heap_blks_scanned, heap_blks_total");
    if (run.isMeasured()) {
      facts.observed(
          "awake it would take",
          Quantities.seconds(run.projected() * (1 - run.asleep())),
          new Source.Words("the same without the time asleep"));
    }
    facts.limit(
        "the cost limit allows",
        "%s cost units a second".formatted(Quantities.count(cost.unitsPerSecond())),
        ENGINE,
        isOfTable(run, evidence)
            ? "the table's own cost limit and delay"
            : "autovacuum_vacuum_cost_limit / autovacuum_vacuum_cost_delay");
    facts.limit(
        "mostly asleep, and long",
        "%s of a run of %s".formatted(MIN_SHARE, Quantities.seconds(MIN_SECONDS)),
        CHOSEN,
        "");
    return found(
            run.projected() >= MIN_WARNING_SECONDS ? Severity.WARNING : Severity.ADVICE,
            run.relation(),
            run.isMeasured()
                ? "A vacuum of %s sleeps %s of its time".formatted(name, new Share(run.asleep()))
                : evidence.older().isPresent()
                    ? "A vacuum of %s is asleep whenever one looks".formatted(name)
                    : "A vacuum of %s has run for %s and sleeps for its cost limit"
                        .formatted(name, Quantities.seconds(run.elapsed())))
        .facts(facts)
        .because(
            "After a certain amount of work a vacuum sleeps, so that it does not slow others down."
                + " The default allows about 40 MB of changed pages a second for all workers"
                + " together. While a vacuum is that slow, rows go on dying, and the worker is not"
                + " free for other tables. Raise the limit step by step, and watch WAL and"
                + " latency.")
        .confidence(run.isMeasured() ? Confidence.HIGH : Confidence.MEDIUM)
        .toBeCertain(
            run.isMeasured() || !Feature.DELAY_TIMING.isIn(evidence.survey().server().release())
                ? null
                : "track_cost_delay_timing = on: the server then measures the time asleep.")
        .remedy(faster(new Subject.OfRelation(run.relation()), run.projected(), run.asleep()))
        .build();
  }

  private static boolean isOfTable(Throttling run, Evidence evidence) {
    return evidence.options(run.relation()).balance() == AutovacuumOptions.Balance.BYPASSED;
  }

  /// A higher cost limit, with which a vacuum so long sleeps half of its time at most.
  static Remedy faster(Subject of, double seconds, double asleep) {
    return new Remedy.Tune(
        of,
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        new Goal.AsleepAtMost(
            MIN_SHARE, Duration.ofSeconds(Math.round(seconds)), new Share(asleep)));
  }
}
