package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.action.SlotPreconditions;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// The consumer of a logical slot in use: what it has confirmed, and how far it is behind.
record SlotConsumer(Slot slot, HorizonCase each) {
  /// A segment of WAL, as `wal_segment_size` is by default: less is what is on its way.
  static final Bytes ON_ITS_WAY = Bytes.ofMegabytes(16);

  /// Receivers report every 10 s by default (`wal_receiver_status_interval`, `pg_recvlogical
  /// --status-interval`): three of them without a word are silence.
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /// Change-data-capture tools flush their offsets about once a minute: ours is the double.
  private static final Duration LATE = Duration.ofMinutes(2);

  /// A decoder buffers as much by default before it writes to disk (`logical_decoding_work_mem`).
  private static final Bytes BUFFERED = Bytes.ofMegabytes(64);

  /// So much is no batch any more: ours.
  private static final Bytes MUCH = Bytes.ofGigabytes(1);

  /// Whether it reads, and has confirmed nothing: since it connected, or since an earlier look.
  boolean confirmsNothing() {
    return isBehindBy(ON_ITS_WAY)
        && (sender()
                .filter(each -> each.flushed().equals(Reading.missing(Why.NOT_APPLICABLE)))
                .filter(this::hasLasted)
                .isPresent()
            || before().filter(older -> !slot.wal().hasMoved(older.wal())).isPresent());
  }

  /// Whether nobody showed if the slot is in use.
  boolean isUnknown() {
    return !slot.temporary() && !slot.consumer().active().isKnown();
  }

  /// Whether it confirms nothing, or late.
  boolean isBehind() {
    return confirmsNothing()
        || slot.isOlderThan(SlotPreconditions.FAR_BEHIND)
        || (isBehindBy(MUCH) && sender().filter(each -> !hasLasted(each)).isEmpty())
        // one that fails again and again is mostly away
        || (isBehindBy(BUFFERED) && (!slot.active() || isFailing() || hasKeptCatalogs()))
        || (isBehindBy(ON_ITS_WAY)
            && sender()
                .flatMap(sender -> sender.flushLag().known())
                .filter(lag -> lag.compareTo(LATE) >= 0)
                .isPresent());
  }

  /// Whether a subscription here that fails is its consumer, which was not connected for long.
  boolean isFailing() {
    return slot.consumer().paused().is(Slot.Subscription::isFailing)
        && sender().filter(this::hasLasted).isEmpty();
  }

  /// Whether vacuums left many rows of catalogs behind: while its consumer was there, it held them,
  /// too.
  private boolean hasKeptCatalogs() {
    var all = HeldRows.within(slot.reach(), each.evidence());
    return HeldRows.isFarPast(all.inVain(), each.evidence());
  }

  /// Whether so much is unconfirmed that it matters whether it confirms at all, and that it moved
  /// was seen neither since an earlier look nor by a lag shorter than it is connected.
  boolean isUnsettled() {
    return !isBehind()
        && isBehindBy(BUFFERED)
        && older()
            .flatMap(survey -> in(survey, slot))
            .filter(then -> slot.wal().hasMoved(then.wal()))
            .isEmpty()
        && sender()
            .filter(this::hasLasted)
            .flatMap(each -> each.flushLag().known())
            .filter(lag -> lag.compareTo(SILENCE) < 0)
            .isEmpty();
  }

  Question question() {
    var behind = slot.wal().unconfirmed().or(Bytes.NONE);
    return Question.of("CONFIRMED", "%s, %s of WAL".formatted(slot.name(), behind));
  }

  private boolean isBehindBy(Bytes least) {
    return slot.wal().unconfirmed().is(all -> all.compareTo(least) >= 0);
  }

  private boolean hasLasted(Sender sender) {
    return sender.since().is(since -> !since.plus(SILENCE).isAfter(now()));
  }

  private Instant now() {
    return each.evidence().takenAt();
  }

  private Optional<Sender> sender() {
    return each.evidence().machinery().sender(slot);
  }

  /// The slot in an earlier survey, long enough ago for a consumer to confirm something.
  private Optional<Slot> before() {
    return older()
        .filter(survey -> Duration.between(survey.takenAt(), now()).compareTo(SILENCE) >= 0)
        .flatMap(survey -> in(survey, slot));
  }

  private Optional<Survey> older() {
    return each.evidence().older();
  }

  private static Optional<Slot> in(Survey survey, Slot slot) {
    return survey.holders(Slot.class).filter(other -> other.name().equals(slot.name())).findFirst();
  }

  /// Whether the WAL that is kept may fill the disk, or be lost, soon.
  boolean isUrgent() {
    long kept = slot.wal().retained().or(Bytes.NONE).count();
    return kept >= SlotPreconditions.MUCH_WAL.count() || slot.wal().safe().is(safe -> safe < kept);
  }

  /// Who it is and what it does, with figures.
  String headline() {
    var failing = slot.consumer().paused().known().filter(_ -> isFailing());
    return "Replication slot %s: its %s %s; %s and the catalogs of every database"
        .formatted(
            slot.name(),
            failing
                .map(Slot.Subscription::called)
                .or(() -> sender().map(sender -> sender.called("consumer")))
                .orElse("consumer"),
            failing.isEmpty() && !slot.active()
                ? "was there a moment ago, and " + behind()
                : confirmsNothing() ? "is connected and confirms nothing" : behind(),
            kept());
  }

  private String behind() {
    return slot.wal()
        .unconfirmed()
        .map(all -> "has yet to confirm %s of WAL".formatted(all))
        .or("lags");
  }

  private String kept() {
    return "it keeps " + wal(slot, each.evidence()).orElse("WAL");
  }

  /// The WAL that a slot keeps, and how fast that grows: "318 MB of WAL (3 GB more an hour)". Empty
  /// where it keeps none, or it is not known.
  static Optional<String> wal(Slot slot, Evidence evidence) {
    return slot.wal()
        .retained()
        .known()
        .filter(all -> all.count() > 0)
        .map(all ->
            "%s of WAL%s"
                .formatted(
                    all,
                    growth(slot, evidence)
                        .map(more -> " (%s more an hour)".formatted(more))
                        .orElse("")));
  }

  private static Optional<Bytes> growth(Slot slot, Evidence evidence) {
    var seconds = evidence.window().map(window -> (double) window.toMillis() / 1e3);
    return evidence
        .older()
        .flatMap(survey -> in(survey, slot))
        .flatMap(then ->
            Reading.both(slot.wal().retained(), then.wal().retained(), "more", Bytes::minus)
                .known())
        .filter(more -> more.count() > 0)
        .map(more -> new Bytes(Math.round(more.count() / Math.max(1, seconds.orElse(1.0)) * 3600)));
  }

  Facts facts() {
    var facts =
        new Facts()
            .shown(
                "WAL it has yet to confirm",
                slot.wal().unconfirmed(),
                "pg_replication_slots",
                "confirmed_flush_lsn");
    sender().ifPresent(sender -> facts.facts(facts(sender, each.evidence())));
    return facts;
  }

  /// What the view of its sender says of a receiver: since when it is connected, when it was heard
  /// of last, how far it is behind.
  static Facts facts(Sender sender, Evidence evidence) {
    var view = "pg_stat_replication";
    return new Facts()
        .shown("connected for", sender.since().map(evidence::ago), view, "backend_start")
        .shown("heard of last, ago", sender.replied().map(evidence::ago), view, "reply_time")
        .shown("confirms behind by", sender.flushLag(), view, "flush_lag")
        .shown("replays behind by", sender.replayLag(), view, "replay_lag");
  }
}
