package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.action.SlotPreconditions;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// A replication slot without anyone connected to it: the horizon of its last user stays where it
/// was, for ever. Or a logical one whose consumer is far behind.
public final class XminHeldBySlot implements Rule {
  /// A consumer in use is behind by what it has yet to confirm.
  private static final XidAge LATE = SlotPreconditions.FAR_BEHIND;

  /// Four segments of WAL: what a reader that restarts leaves behind is read again soon. Ours.
  private static final Bytes LEFT = Bytes.ofMegabytes(64);

  /// Consumers reconnect within seconds. Our choice.
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var consumers =
        HorizonCase.of(evidence, Slot.class::isInstance)
            .map(each -> new SlotConsumer((Slot) each.holder(), each))
            .toList();
    var findings = Stream.concat(findings(consumers), keepingWal(evidence)).toList();
    boolean isUnseen = evidence.machinery().otherSlots().stream().anyMatch(Slot::isUnseen);
    return findings.isEmpty() && (isUnseen || consumers.stream().anyMatch(SlotConsumer::isUnknown))
        ? Stream.of(HorizonSight.SLOTS.cannotTell())
        : Stream.concat(unsettled(consumers), HorizonSight.SLOTS.verdicts(findings, evidence));
  }

  /// Consumers of which one look does not tell whether they confirm anything.
  private static Stream<Verdict> unsettled(List<SlotConsumer> consumers) {
    return consumers.stream()
        .filter(each ->
            each.slot().keepsCatalogsOnly()
                && each.slot().active()
                && !each.slot().temporary()
                && each.isUnsettled())
        .map(each -> new HorizonSight(Kind.REPLICATION_SLOTS, each.question()).cannotTell());
  }

  private Stream<Finding> findings(List<SlotConsumer> consumers) {
    // a slot may hold two horizons; that of all tables says more than that of the catalogs
    var twice =
        consumers.stream()
            .map(SlotConsumer::slot)
            .filter(slot -> !slot.keepsCatalogsOnly())
            .map(Slot::name)
            .collect(Collectors.toSet());
    return consumers.stream()
        .filter(each -> !each.slot().keepsCatalogsOnly() || !twice.contains(each.slot().name()))
        .sorted(Comparator.comparing(each -> each.slot().keepsCatalogsOnly()))
        .flatMap(each -> finding(each).stream());
  }

  /// An active slot of a standby is the standby's matter: see [XminHeldByStandby]. A consumer that
  /// is away since a restart or failover may just not be back yet.
  private Optional<Finding> finding(SlotConsumer consumer) {
    var slot = consumer.slot();
    var each = consumer.each();
    if (slot.temporary() || slot.isForConflicts()) {
      boolean isSeen = slot.isForConflicts() && !each.rows().pastThreshold().isEmpty();
      boolean isPaused = slot.consumer().paused().isKnown();
      return each.blocksFreezing()
              || (isSeen && isPaused)
              || slot.isOlderThan(isSeen ? HorizonCase.OLD : LATE)
          ? Optional.of(late(slot, each))
          : Optional.empty();
    }
    // one that fails again and again is mostly away, and never for long
    boolean isGrave = each.blocksFreezing(); // whoever comes back has held it for long all the same
    boolean isInGrace = each.preconditions().slots().isInGrace(slot);
    // rows that a vacuum just left show that it is in the way, be it for a moment
    boolean isProven =
        !each.preconditions().slots().isCopied(slot)
            && each.heldFor(AT_ONCE)
            && !each.rows().inVain().isEmpty();
    if (slot.isAbandoned() && (isGrave || isProven || !isInGrace)) {
      var severity =
          isHarmful(slot, each)
              ? isInGrace && !isGrave ? Severity.ADVICE : each.severity(Severity.WARNING)
              : holdsLittle(slot, each) ? Severity.INFO : each.severity(Severity.ADVICE);
      return Optional.of(
          abandoned(severity, slot, each)
              .explained(slot.keepsCatalogsOnly() ? "catalogs" : "everything")
              .remedy(new Remedy.DropSlot(slot))
              .build());
    }
    if (each.preconditions().slots().isKeptInStep(slot)) {
      return Optional.empty(); // its consumer reads the primary's
    }
    boolean mayBeSeen =
        slot.active() || (slot.consumer().goneSince().isKnown() && !slot.isOfFirstCopy());
    if (slot.keepsCatalogsOnly()
        && !(slot.isPhysical() && slot.active())
        && mayBeSeen
        && consumer.isBehind()) {
      return Optional.of(behind(consumer));
    }
    boolean isEarly =
        slot.isAbandoned()
            && each.heldFor(AT_ONCE)
            && keeps(SlotConsumer.ON_ITS_WAY, slot)
            && !each.preconditions().slots().isCopied(slot);
    return isEarly
        ? Optional.of(abandoned(Severity.INFO, slot, each).explained("early").build())
        : Optional.empty();
  }

  private Finding behind(SlotConsumer consumer) {
    var each = consumer.each();
    boolean isGrave = consumer.confirmsNothing() || consumer.isFailing() || consumer.isUrgent();
    var slots = each.evidence().survey().slots();
    var awaited = slots.filter(each.preconditions().slots()::isAwaited).findFirst();
    return found(each.severity(isGrave ? Severity.WARNING : Severity.ADVICE), each.subject())
        .headline(consumer.headline())
        .facts(consumer.facts())
        .facts(facts(consumer.slot()))
        .facts(each.facts())
        .explained("lag")
        .observed(
            "waits for a slot that nobody reads",
            awaited.map(Slot::name),
            "pg_settings",
            "synchronized_standby_slots")
        .remedy(
            awaited
                .<Remedy>map(Remedy.DropSlot::new)
                .orElseGet(() -> new Remedy.CatchUp(consumer.slot())))
        .build();
  }

  private Finding late(Slot slot, HorizonCase each) {
    return found(
            each.severity(slot.isForConflicts() ? Severity.WARNING : Severity.ADVICE),
            each.subject())
        .headline("%s keeps %s in %s", called(slot), each.keptInWords(), each.reachInWords())
        .facts(facts(slot))
        .chosen("late", LATE, "about ten minutes of a busy server")
        .facts(each.facts())
        .explained(slot.isForConflicts() ? "conflicts" : "lag")
        .remedy(new Remedy.CatchUp(slot))
        .build();
  }

  private static String called(Slot slot) {
    return slot.consumer()
        .paused()
        .map(each ->
            "Subscription %s of database %s does not run, and its slot %s"
                .formatted(each.name(), each.database(), slot.name()))
        .or(
            slot.isForConflicts()
                ? "Slot %s, which subscriptions retain,".formatted(slot.name())
                : "The consumer of replication slot %s lags, and".formatted(slot.name()));
  }

  private FindingBuilder abandoned(Severity severity, Slot slot, HorizonCase each) {
    return found(severity, each.subject())
        .headline(
            "Replication slot %s has no consumer%s%s and keeps %s in %s",
            slot.name(),
            each.held()
                .map(gone -> " for " + each.preconditions().slots().unreadFor(slot, gone))
                .orElse(""),
            SlotConsumer.wal(slot, each.evidence()).map(", retains "::concat).orElse(""),
            each.keptInWords(),
            each.reachInWords())
        .facts(facts(slot))
        .facts(each.facts());
  }

  private static boolean keeps(Bytes least, Slot slot) {
    return slot.wal().retained().is(all -> all.compareTo(least) >= 0);
  }

  /// Slots that keep no rows, but WAL, while nobody reads them. One that keeps no rows is read all
  /// the time, and before 17 nothing but its WAL shows since when it is not.
  private Stream<Finding> keepingWal(Evidence evidence) {
    var may = new SlotPreconditions(evidence.survey());
    return evidence.machinery().otherSlots().stream()
        .filter(slot -> slot.isAbandoned() && !slot.temporary() && !slot.isLost())
        .filter(slot -> slot.wal().retained().is(all -> all.compareTo(LEFT) > 0))
        .filter(slot -> !(may.isInGrace(slot) || may.isKeptInStep(slot)))
        .map(slot -> keepingWal(slot, evidence, may.isAwaited(slot) ? "wal-awaited" : "wal"));
  }

  private Finding keepingWal(Slot slot, Evidence evidence, String cause) {
    return found(
            keeps(SlotPreconditions.MUCH_WAL, slot) ? Severity.WARNING : Severity.ADVICE,
            new Subject.Cluster())
        .headline(
            "Replication slot %s has no consumer and retains %s",
            slot.name(), SlotConsumer.wal(slot, evidence).orElse("WAL"))
        .facts(facts(slot))
        .chosen("WAL that a reader may be behind by", LEFT, "four segments")
        .explained(cause, slot.name())
        .build();
  }

  private static boolean isHarmful(Slot slot, HorizonCase each) {
    return !each.rows().pastThreshold().isEmpty()
        || slot.isOlderThan(HorizonCase.OLD)
        || keeps(SlotPreconditions.MUCH_WAL, slot);
  }

  /// Whether its consumer may be between two reads: nothing shows that it was gone for long, or
  /// that the slot keeps more than was written meanwhile.
  private static boolean holdsLittle(Slot slot, HorizonCase each) {
    return each.rows().inVain().isEmpty()
        && slot.age().isKnown()
        && slot.wal().retained().is(all -> all.compareTo(SlotConsumer.ON_ITS_WAY) < 0)
        && !each.heldFor(SlotPreconditions.FORGOTTEN);
  }

  private static Facts facts(Slot slot) {
    var view = "pg_replication_slots";
    var isConnected = slot.consumer().active().map(each -> each ? "yes" : "no");
    var safe = slot.wal().safe().map(each -> each < 0 ? "none" : new Bytes(each));
    return new Facts()
        .shown("consumer connected", isConnected, view, "active")
        .shown("WAL it keeps", slot.wal().retained(), view, "restart_lsn")
        .shown("state of that WAL", slot.wal().status(), view, "wal_status")
        .shown("WAL that may be written before it is lost", safe, view, "safe_wal_size")
        .shown("kind of slot", Reading.of(slot.type()), view, "slot_type");
  }
}
