package org.vacuumadvisor.action;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Which replication slots may be dropped on the server of a survey: those that nobody comes back
/// to.
public record SlotPreconditions(Survey survey) {
  /// Consumers reconnect within seconds of a restart or failover (`wal_retrieve_retry_interval` is
  /// 5 s); some take longer to be started again.
  public static final Duration GRACE = Duration.ofMinutes(1);

  /// A deployment, or a cluster that starts the consumer on another machine, takes minutes
  /// (Kubernetes waits five before it does). Where much is held, this long is neglect: ours.
  public static final Duration NEGLECTED = Duration.ofMinutes(10);

  /// Where little is held, a consumer that reads in batches may be away for so long: ours.
  public static final Duration FORGOTTEN = Duration.ofHours(1);

  /// About ten minutes of a busy server: so far behind is no consumer that keeps up.
  public static final XidAge FAR_BEHIND = new XidAge(1_000_000);

  /// Half of all transaction IDs: nobody who comes back reads so far behind, however short he is
  /// known to be away, and the server is about to stop. Ours.
  private static final XidAge LOST = new XidAge(1_000_000_000);

  /// WAL that a slot keeps. Less is usual of a consumer that reads in batches. Our choice.
  public static final Bytes MUCH_WAL = Bytes.ofGigabytes(10);

  /// Whether a slot may be dropped, once those who used it were asked.
  public Permission dropping(Slot slot) {
    if (slot.temporary()) {
      return Permission.endsByItself("temporary-slot");
    }
    if (isKeptInStep(slot)) {
      return Permission.forbidden("kept-in-step");
    }
    if (slot.isForConflicts()) {
      return Permission.forbidden("for-conflicts");
    }
    if (slot.isOfFirstCopy()) {
      return Permission.forbidden("first-copy", Identifiers.quotedLiteral(slot.name()));
    }
    if (slot.consumer().paused().isKnown()) {
      return Permission.forbidden("subscribed");
    }
    if (slot.active()) {
      return Permission.forbidden("slot-in-use");
    }
    if (isAwaited(slot)) {
      return Permission.forbidden("awaited");
    }
    if (!slot.isAbandoned() || slot.name().isEmpty() || !isWalShown(slot)) {
      return Permission.notShown("slot-not-shown");
    }
    var gone = slot.consumer().goneSince().known();
    if (gone.isEmpty()) {
      return Permission.notShown("gone-not-shown");
    }
    var unread = Duration.between(gone.get(), survey.takenAt());
    return isNeglected(slot, unread)
        ? new Permission.Granted(dropSql(slot))
        : Permission.forbidden(
            "unread", unreadFor(slot, unread), Identifiers.quotedLiteral(slot.name()));
  }

  /// Whether a standby's worker keeps it in step with a slot of the primary (17): a promotion
  /// leaves it marked so, and nobody keeps it any more.
  public boolean isKeptInStep(Slot slot) {
    return slot.synced() && survey.server().standby();
  }

  /// Whether logical slots with `failover` wait for a standby that does not read its slot: they
  /// send nothing that the slots in `synchronized_standby_slots` (17) have not confirmed.
  public boolean isAwaited(Slot slot) {
    return slot.isAbandoned()
        && survey
            .settings()
            .value("synchronized_standby_slots")
            .filter(each -> List.of(each.setting().split("[\\s,\"]+")).contains(slot.name()))
            .isPresent();
  }

  /// Whether it was left unread for so long, and holds so much, that its consumer is not just away.
  private boolean isNeglected(Slot slot, Duration unread) {
    boolean isMuch =
        slot.isOlderThan(FAR_BEHIND)
            || slot.isOlderThan(survey.settings().freezeMaxAge())
            || slot.wal().retained().or(Bytes.NONE).compareTo(MUCH_WAL) >= 0;
    var limit = isMuch ? NEGLECTED : FORGOTTEN;
    return isLost(slot)
        || (unread.compareTo(limit) >= 0 && (isMuch || slot.isOlderThan(Preconditions.AGE_LIMIT)));
  }

  /// Whether nobody who comes back can catch up before the server stops.
  public static boolean isLost(Slot slot) {
    return slot.isOlderThan(LOST);
  }

  /// Since when nobody reads it, as far as is known: a restart sets `inactive_since` anew.
  public String unreadFor(Slot slot, Duration unread) {
    var restart = survey.server().startedAt().map(start -> start.plus(GRACE));
    boolean isOfRestart =
        Reading.both(slot.consumer().goneSince(), restart, "-", Instant::isBefore).or(false);
    return (isOfRestart ? "at least " : "") + Quantities.duration(unread);
  }

  /// Whether its consumer may just not have come back yet, or is at work without being connected to
  /// it. Where it left at the latest time that a text shows, nobody knows how long ago that is.
  public boolean isInGrace(Slot slot) {
    var grace = slot.isOfFirstCopy() ? Preconditions.BUSY_LIMIT : GRACE;
    return isCopied(slot)
        || slot.consumer()
            .goneSince()
            .known()
            .or(() -> survey.server().startedAt().known())
            .map(since -> Duration.between(since, survey.takenAt()))
            .filter(ago -> ago.compareTo(grace) < 0)
            .filter(ago -> !ago.isZero() || survey.coverage().excerpt().isEmpty())
            .isPresent();
  }

  /// Whether the session is seen that makes the first copy of a table for it.
  public boolean isCopied(Slot slot) {
    return slot.isOfFirstCopy()
        && survey.machinery().sessions().stream()
            .anyMatch(each -> each.application().is(slot.name()::equals));
  }

  /// NULL where a slot keeps no WAL.
  private static boolean isWalShown(Slot slot) {
    var retained = slot.wal().retained();
    return retained.isKnown() || retained.equals(Reading.missing(Reading.Why.NOT_APPLICABLE));
  }

  private static String dropSql(Slot slot) {
    var column = slot.keepsCatalogsOnly() ? "catalog_xmin" : "xmin";
    return "SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM"
        + " pg_catalog.pg_replication_slots WHERE slot_name = %s AND NOT active%s;"
            .formatted(
                Identifiers.quotedLiteral(slot.name()),
                slot.xid().known().map(xid -> " AND %s = '%d'".formatted(column, xid)).orElse(""));
  }
}
