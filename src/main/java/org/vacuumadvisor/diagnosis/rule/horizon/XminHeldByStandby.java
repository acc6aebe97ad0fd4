package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LeftBehind;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A connected standby that reports an old snapshot (`hot_standby_feedback`): a query over there
/// keeps dead rows over here.
public final class XminHeldByStandby implements Rule {
  /// About ten minutes of a busy server: so far back it is reported whatever it keeps.
  private static final XidAge FAR_BACK = new XidAge(1_000_000);

  /// More than a standby of a quiet server is back between two reports. Our choice.
  private static final XidAge HANDED_ON = new XidAge(1_000);

  /// A standby that keeps up replays within seconds; a snapshot it reports is older by the rest.
  private static final Duration LAG = Duration.ofSeconds(30);

  /// Of one that keeps nothing. Ours.
  private static final Duration LATE = Duration.ofMinutes(1);

  /// A standby reports at least once in `wal_receiver_status_interval`, 10 s by default.
  private static final Duration REPORTED = Duration.ofSeconds(10);

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var keeping =
        HorizonCase.of(evidence, XminHeldByStandby::isFeedback)
            .filter(each -> severity(each).isPresent())
            .toList();
    var told = keeping.stream().flatMap(each -> sender(each).stream()).toList();
    return LogFacts.verdicts(
        Stream.of(
                delayed(evidence).stream(),
                keeping.stream().flatMap(each -> finding(each).stream()),
                evidence.machinery().senders().stream()
                    .filter(each -> !told.contains(each))
                    .flatMap(each -> late(each, evidence).stream()))
            .flatMap(each -> each)
            .toList(),
        Question.STANDBYS,
        evidence.shows(Kind.STANDBYS));
  }

  /// A standby that keeps nothing here, but would serve old rows, or take long to take over.
  private Optional<Finding> late(Sender sender, Evidence evidence) {
    boolean isSubscriber =
        evidence
            .survey()
            .slots()
            .filter(slot -> slot.type().equals("logical"))
            .anyMatch(slot -> slot.consumer().pid().known().equals(sender.pid().known()));
    var name = sender.called("standby");
    boolean isTold =
        evidence.isReadWhole()
            || evidence.excerpt().stream()
                .anyMatch(each -> each.figures("backend_xmin").findAny().isPresent());
    return sender
        .replayLag()
        .known()
        .filter(lag -> !isSubscriber && lag.compareTo(LATE) >= 0)
        .map(lag ->
            advice(
                    "%s replays %s behind%s",
                    Names.capital(name),
                    lag,
                    isTold ? ", and keeps no rows here" : ": whether it keeps rows is not shown")
                .asking(isTold ? List.of() : List.of(Question.STANDBYS))
                .facts(SlotConsumer.facts(sender, evidence))
                .explained("late", name, LATE)
                .build());
  }

  /// This standby itself: what it replays late on purpose its feedback reports as still needed.
  private Optional<Finding> delayed(Evidence evidence) {
    var set = evidence.aboutServer().real(Setting.RECOVERY_MIN_APPLY_DELAY);
    var delay = set.map(each -> Duration.ofMillis(each.longValue()));
    // without feedback the primary removes rows that a logical slot of this standby needs
    boolean isNeeded = evidence.survey().slots().anyMatch(slot -> slot.type().equals("logical"));
    return delay
        .known()
        .filter(each -> HorizonCase.isFeedback(evidence) && each.compareTo(LAG) >= 0)
        .map(each ->
            found(
                    each.compareTo(Preconditions.BUSY_LIMIT) < 0
                        ? Severity.ADVICE
                        : Severity.WARNING,
                    "This standby replays %s late on purpose, and its feedback keeps the dead rows"
                        + " of as long on the primary",
                    each)
                .observed("recovery_min_apply_delay", delay)
                .remedy(
                    isNeeded
                        ? Remedy.Act.said("apply-delay")
                        : new Remedy.Tune(
                            Setting.HOT_STANDBY_FEEDBACK,
                            new Goal.Switched(
                                false,
                                new Effect.NotPredicted(
                                    "the primary's vacuums remove what they kept; a query here may"
                                        + " be cancelled instead, once it delays replay for"
                                        + " max_standby_streaming_delay"))))
                .build());
  }

  private static boolean isFeedback(HorizonHolder holder) {
    return holder instanceof Standby
        || (holder instanceof Slot slot
            && slot.active()
            && !slot.temporary()
            && !slot.isForConflicts()
            && (slot.isPhysical() || !slot.keepsCatalogsOnly()));
  }

  private Optional<Finding> finding(HorizonCase each) {
    return severity(each)
        .map(severity ->
            found(severity, each.subject())
                .headline(
                    "%s %s and keeps %s in %s",
                    Names.capital(name(each)),
                    lag(each)
                        .map(lag -> "replays %s behind".formatted(Quantities.duration(lag)))
                        .orElse("reports an old snapshot"),
                    each.keptInWords(),
                    each.reachInWords())
                .facts(
                    sender(each).stream()
                        .flatMap(it -> SlotConsumer.facts(it, each.evidence()).list().stream()))
                .facts(each.facts())
                .confidence(each.rows().inVain().isEmpty() ? Confidence.MEDIUM : Confidence.HIGH)
                .remedy(new Remedy.RelieveStandby(each.holder(), name(each), lag(each)))
                .build());
  }

  /// Below the limit of age a standby that reports its snapshots does what it should, unless a
  /// vacuum kept rows for it that died long before, or ended at its very transaction ID, or kept
  /// some while it is still behind.
  private static Optional<Severity> severity(HorizonCase each) {
    if (each.blocksFreezing()) {
      return Optional.of(Severity.CRITICAL);
    }
    if (!each.holder().isOlderThan(HorizonCase.OLD)) {
      return keeps(each, LeftBehind::isLongDead) || each.isCutoff()
          ? Optional.of(Severity.WARNING)
          : isStillBehind(each) || each.isStandingCutoff()
              ? Optional.of(Severity.ADVICE)
              // what it keeps its primary counts, and not this standby that hands it on
              : Optional.of(Severity.INFO)
                  .filter(_ -> each.evidence().isStandby() && each.holder().isOlderThan(HANDED_ON));
    }
    if (each.isCutoff()
        || !each.rows().inVain().isEmpty()
        || HeldRows.isFarPast(each.rows().pastThreshold(), each.evidence())) {
      return Optional.of(Severity.WARNING);
    }
    boolean isOld = each.holder().isOlderThan(FAR_BACK) || each.isStandingCutoff();
    return isOld || isSameAsBefore(each)
        ? Optional.of(each.rows().pastThreshold().isEmpty() ? Severity.ADVICE : Severity.WARNING)
        : Optional.empty();
  }

  /// Whether a vacuum kept some of these rows, and nobody holds back further.
  private static boolean keeps(HorizonCase each, Predicate<Relation> which) {
    return each.rows().inVain().stream().filter(which).anyMatch(each::isOldestFor);
  }

  /// Whether it must have reported since, and did not go on to the newest transaction ID.
  private static boolean isStillBehind(HorizonCase each) {
    var reported = each.evidence().takenAt().minus(REPORTED);
    return each.holder().isOlderThan(XidAge.NONE)
        && keeps(each, kept -> kept.vacuumedLast().filter(reported::isAfter).isPresent());
  }

  /// Whether it reported the same snapshot when the first survey was taken.
  private static boolean isSameAsBefore(HorizonCase each) {
    var xid = each.holder().xid().known();
    return xid.isPresent()
        && each.evidence().older().stream()
            .flatMap(older -> older.horizonHolders().stream())
            .anyMatch(before -> before.xid().known().equals(xid));
  }

  private static String name(HorizonCase each) {
    return each.holder() instanceof Slot slot
        ? sender(each)
            .map(sender -> sender.called("standby"))
            .orElse("the standby")
            .concat(" of " + slot.called())
        : each.holder().called();
  }

  private static Optional<Sender> sender(HorizonCase each) {
    return each.holder() instanceof Standby standby
        ? Optional.of(standby.sender())
        : each.holder() instanceof Slot slot
            ? each.evidence().machinery().sender(slot)
            : Optional.empty();
  }

  /// How far it replays behind, where that is more than a busy standby's moment.
  private static Optional<Duration> lag(HorizonCase each) {
    return sender(each)
        .flatMap(sender -> sender.replayLag().known())
        .filter(lag -> lag.compareTo(LAG) >= 0);
  }
}
