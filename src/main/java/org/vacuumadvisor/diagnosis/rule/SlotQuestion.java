package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.action.SlotPreconditions.MUCH_WAL;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// Replication slots were shown without what they hold, or without a consumer and a horizon: those
/// fill the disk with WAL.
final class SlotQuestion {
  private SlotQuestion() {}

  static Optional<Finding> of(Evidence evidence, Rule rule) {
    var holders = evidence.holders();
    var slots =
        Stream.concat(
                evidence.machinery().otherSlots().stream(),
                holders.stream().filter(Slot.class::isInstance).map(Slot.class::cast))
            .filter(each -> !each.isLost() && !keepsNothing(each))
            .sorted(
                Comparator.comparing(SlotQuestion::isNearlyLost)
                    .thenComparing(Slot::isAbandoned)
                    .thenComparingLong(SlotQuestion::retained)
                    .reversed())
            .toList();
    boolean isAnswered = holders.stream().anyMatch(each -> each.age().isKnown());
    boolean isUnseen = slots.stream().anyMatch(Slot::isUnseen);
    // of what is held for nobody another rule tells
    var open = slots.stream().filter(each -> !each.isAbandoned() || !isHolding(each)).toList();
    var unused = open.stream().filter(each -> each.isAbandoned() || isNearlyLost(each)).toList();
    var telling =
        unused.isEmpty()
            ? open.stream()
                .filter(each -> retained(each) >= MUCH_WAL.count())
                .filter(each -> !isHolding(each) || !each.wal().unconfirmed().isKnown())
                .limit(1)
                .toList()
            : unused;
    var first = telling.stream().findFirst();
    if (first.isEmpty() && (isAnswered || !isUnseen)) {
      return Optional.empty();
    }
    return Optional.of(
        rule.found(
                first
                    .map(each -> isUrgent(each) ? Severity.WARNING : Severity.ADVICE)
                    .orElse(Severity.INFO),
                first
                    .map(each -> headline(each, telling.size()))
                    .orElse(
                        "Whether the replication slots hold back the removal of dead rows is not"
                            + " shown"))
            .observed(
                "slots shown", Integer.toString(slots.size()), "pg_replication_slots", "slot_name")
            .explained("slots")
            .asking(
                List.of(
                    first.filter(SlotQuestion::holdsNone).isPresent()
                        ? Question.named("WAL")
                        : Question.SLOTS))
            .build());
  }

  /// Whether the next checkpoint takes WAL that it still needs (`max_slot_wal_keep_size`).
  private static boolean isNearlyLost(Slot slot) {
    return slot.wal().status().is("unreserved"::equals);
  }

  /// The same, or nobody reads it and it may fill the disk.
  private static boolean isUrgent(Slot slot) {
    return isNearlyLost(slot) || (slot.isAbandoned() && retained(slot) >= MUCH_WAL.count());
  }

  private static long retained(Slot slot) {
    return slot.wal().retained().or(Bytes.NONE).count();
  }

  /// Whether an xmin of it is shown, be it by its age alone.
  private static boolean isHolding(Slot slot) {
    return slot.xid().isKnown() || slot.age().isKnown();
  }

  /// Its horizons were shown, and there are none.
  private static boolean holdsNone(Slot slot) {
    return !isHolding(slot) && !slot.isUnseen();
  }

  /// Its place in the WAL was shown, too, and there is none: it was made and never used.
  private static boolean keepsNothing(Slot slot) {
    return holdsNone(slot)
        && slot.wal().restart().equals(Reading.missing(Reading.Why.NOT_APPLICABLE));
  }

  /// @param first the one of these that keeps most
  private static String headline(Slot first, int all) {
    var others = all == 1 ? "" : ", as %s,".formatted(Quantities.counted(all - 1L, "other"));
    var name = "Replication slot " + first.name() + others;
    if (isNearlyLost(first)) {
      return name
          + " is about to lose WAL that it needs: the next checkpoint may end it unless its"
          + " consumer catches up";
    }
    var consumer = first.isAbandoned() ? " has no consumer" : "";
    return first
        .wal()
        .retained()
        .known()
        .map(wal ->
            (consumer.isEmpty() ? "" : consumer + " and")
                + " keeps %s of WAL: ".formatted(wal)
                + (holdsNone(first)
                    ? "it keeps no dead rows"
                    : isHolding(first)
                        ? "for how many transactions it keeps dead rows is not shown"
                        : "whether it keeps dead rows as well is not shown"))
        .map(name::concat)
        .orElse(
            name
                + consumer
                + (holdsNone(first)
                    ? ": it keeps WAL and no dead rows; how much is not shown"
                    : ": whether it keeps dead rows is not shown"));
  }
}
