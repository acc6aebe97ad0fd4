package org.vacuumadvisor.diagnosis.rule.worker;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
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

  /// By default a vacuum that changes all pages of one so large sleeps for seconds, and for some 40
  /// minutes of the other. Our choice.
  private static final Bytes SMALL = Bytes.ofGigabytes(1);

  private static final Bytes LARGE = Bytes.ofGigabytes(100);

  /// One look may find by chance what is rare.
  private static final long ENOUGH_SAMPLES = 5;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var running =
        Throttling.of(evidence).stream()
            .filter(each -> each.asleep() >= MIN_SHARE.fraction())
            .filter(
                each -> each.projected() >= (each.isByHand() ? MIN_WARNING_SECONDS : MIN_SECONDS))
            .sorted(Comparator.comparingDouble(Throttling::projected).reversed())
            .map(each -> finding(each, evidence))
            .toList();
    return LogFacts.verdicts(
        evidence,
        LogFacts.joined(
            Stream.of(
                    running.stream(),
                    sampled(evidence).filter(_ -> running.isEmpty()).stream(),
                    hidden(evidence))
                .flatMap(each -> each)
                .toList(),
            LoggedThrottling.of(evidence).findings(this)),
        Question.PROGRESS);
  }

  private Finding finding(Throttling run, Evidence evidence) {
    var name = Names.of(run.relation(), evidence);
    var share = new Share(run.asleep());
    var elapsed = Quantities.seconds(run.elapsed());
    var projected = Quantities.seconds(run.projected());
    boolean isTwice = evidence.older().isPresent();
    return found(
            run.projected() >= MIN_WARNING_SECONDS ? Severity.WARNING : Severity.ADVICE,
            run.relation())
        .headline(
            "A vacuum of %s%s %s",
            name,
            run.isByHand() ? " by session %d".formatted(run.vacuum().pid()) : "",
            run.isMeasured()
                ? "sleeps %s of its time".formatted(share)
                : isTwice
                    ? "is asleep whenever one looks"
                    : "has run for %s and sleeps for its cost limit".formatted(elapsed))
        .fact(
            run.isMeasured()
                ? Fact.observed(
                    "asleep for the cost limit",
                    share + " of " + elapsed,
                    "pg_stat_progress_vacuum",
                    "delay_time")
                : Fact.observed(
                    "asleep for the cost limit",
                    isTwice
                        ? "each time it was looked at"
                        : "as it was looked at, after " + elapsed,
                    "pg_stat_activity",
                    "wait_event: VacuumDelay"))
        .observed(
            "it will take at this pace",
            projected + run.scannedInWords(),
            "pg_stat_progress_vacuum",
            "heap_blks_scanned, heap_blks_total")
        .observed(
            "awake it would take",
            run.isMeasured() ? Quantities.seconds(run.projected() * (1 - run.asleep())) : "",
            "the same without the time asleep")
        .facts(Stream.of(run).filter(each -> !each.isByHand()).map(each -> limit(each, evidence)))
        .chosen(
            "mostly asleep, and long",
            "%s of a run of %s".formatted(MIN_SHARE, Quantities.seconds(MIN_SECONDS)),
            "")
        .confidence(run.isMeasured() ? Confidence.HIGH : Confidence.MEDIUM)
        .toBeCertain(
            run.isMeasured() || !Setting.TRACK_COST_DELAY_TIMING.isIn(evidence.release())
                ? null
                : "track_cost_delay_timing = on: the server then measures the time asleep.")
        .remedy(
            run.isByHand()
                ? Remedy.Act.said("finish-by-hand", run.vacuum().pid(), name, projected)
                : faster(new Subject.OfRelation(run.relation()), run.projected(), run.asleep()))
        .build();
  }

  /// Vacuums that somebody began on tables that are due, of which our role may not see more: where
  /// so much is dead that a second one is missing, it may stand still.
  private Stream<Finding> hidden(Evidence evidence) {
    return VacuumAtWork.of(evidence).stream()
        .filter(each -> each.vacuum().phase().equals(Reading.missing(Reading.Why.NO_PRIVILEGE)))
        .filter(each -> each.relation().filter(evidence::isPastVacuumThreshold).isPresent())
        .filter(each ->
            evidence.workers().stream().noneMatch(worker -> worker.pid() == each.vacuum().pid()))
        .map(each -> {
          var table = each.relation().orElseThrow();
          boolean isLong = HeldRows.deadRows(table) > 2 * evidence.thresholds(table).vacuum();
          return found(isLong ? Severity.ADVICE : Severity.INFO, table)
              .headline(
                  "%s vacuums %s (%s): since when, and whether it sleeps, this role may not"
                      + " see",
                  "Session " + each.vacuum().pid(),
                  Names.of(table, evidence),
                  HeldRows.inWords(table, evidence))
              .ask(Question.of("GRANT", evidence.survey().server().grantee()))
              .build();
        });
  }

  /// By samples of what vacuums wait for; they may name the table.
  private Optional<Finding> sampled(Evidence evidence) {
    var waits = evidence.machinery().waits();
    var delays = waits.stream().filter(VacuumWait::isDelay).toList();
    long all = times(waits);
    long asleep = times(delays);
    var largest = largest(evidence);
    boolean isMoment = all <= evidence.machinery().vacuums().size();
    if (asleep == 0
        || Share.of(asleep, all).compareTo(MIN_SHARE) < 0
        || (isMoment && largest.orElse(Bytes.NONE).compareTo(LARGE) < 0)) {
      return Optional.empty();
    }
    boolean isEnough = asleep >= ENOUGH_SAMPLES && !isMoment;
    boolean isSmall = largest.filter(each -> each.compareTo(SMALL) < 0).isPresent();
    var surely = isSmall ? Severity.ADVICE : Severity.WARNING;
    var perhaps = isSmall ? Severity.INFO : Severity.ADVICE;
    return Optional.of(
        found(
                isEnough ? surely : perhaps,
                "Vacuum%s sleeps for its cost limit in %s",
                delays.stream()
                    .flatMap(each -> each.relation().stream())
                    .findFirst()
                    .map(name -> " of " + new RelationName("", "", name).sql())
                    .orElse(""),
                isMoment
                    ? "the sample shown, of a table of %s".formatted(largest.orElseThrow())
                    : asleep < all
                        ? "%d of %d samples".formatted(asleep, all)
                        : all == 1 ? "the sample shown" : "all %d samples".formatted(all))
            .observed(
                "samples asleep for the cost limit",
                asleep,
                "pg_stat_activity",
                "wait_event = VacuumDelay")
            .chosen(
                "share of samples from which a vacuum counts as throttled",
                MIN_SHARE,
                "as for vacuums whose time asleep is measured")
            .confidence(isEnough ? Confidence.MEDIUM : Confidence.LOW)
            .toBeCertain(
                "Show %s: %s.".formatted(Question.PROGRESS.what(), Question.PROGRESS.ask()))
            // without a running vacuum to compute with: the first step that guides give
            .remedy(faster(new Subject.Cluster(), MIN_WARNING_SECONDS, (double) asleep / all))
            .build());
  }

  /// The largest table that a vacuum is shown at.
  private static Optional<Bytes> largest(Evidence evidence) {
    var blockSize = evidence.survey().server().blockSize();
    return evidence.machinery().vacuums().stream()
        .flatMap(each -> each.pagesTotal().known().stream())
        .map(each -> new Bytes(each * blockSize))
        .max(Comparator.naturalOrder());
  }

  private static long times(List<VacuumWait> waits) {
    return waits.stream().mapToLong(VacuumWait::times).sum();
  }

  private static Fact limit(Throttling run, Evidence evidence) {
    var options = evidence.options(run.relation());
    boolean isOfTable = options.balance() == AutovacuumOptions.Balance.BYPASSED;
    var cost =
        isOfTable
            ? CostModel.of(evidence.settings(), options)
            : CostModel.ofAutovacuum(evidence.settings());
    return Fact.engine(
        "the cost limit allows",
        "%s cost units a second".formatted(Quantities.count(cost.unitsPerSecond())),
        isOfTable
            ? "the table's own cost limit and delay"
            : "autovacuum_vacuum_cost_limit / autovacuum_vacuum_cost_delay");
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
