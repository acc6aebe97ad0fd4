package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// The consumer of a logical slot in use: what it has confirmed, and how far it is behind.
record SlotConsumer(Slot slot, HorizonCase each) {
  /// A segment of WAL, as `wal_segment_size` is by default: less is what is on its way.
  private static final Bytes ON_ITS_WAY = Bytes.ofMegabytes(16);

  /// Receivers report every 10 s by default (`wal_receiver_status_interval`, `pg_recvlogical
  /// --status-interval`): three of them without a word are silence.
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /// Change-data-capture tools flush their offsets about once a minute: ours is the double.
  private static final Duration LATE = Duration.ofMinutes(2);

  /// So much is no batch any more: ours.
  private static final Bytes MUCH = Bytes.ofGigabytes(1);

  /// Whether it reads, and has confirmed nothing: since it connected, or since an earlier look.
  boolean confirmsNothing() {
    return isBehindBy(ON_ITS_WAY)
        && (sender().filter(this::isSilent).isPresent()
            || before().filter(older -> !slot.wal().hasMoved(older.wal())).isPresent());
  }

  boolean isLate() {
    return slot.isOlderThan(Preconditions.FAR_BEHIND)
        || isBehindBy(MUCH)
        || (isBehindBy(ON_ITS_WAY)
            && sender()
                .flatMap(sender -> sender.flushLag().known())
                .filter(lag -> lag.compareTo(LATE) >= 0)
                .isPresent());
  }

  private boolean isBehindBy(Bytes least) {
    return slot.wal().unconfirmed().known().filter(all -> all.compareTo(least) >= 0).isPresent();
  }

  private boolean isSilent(Sender sender) {
    return sender.flushed() instanceof Reading.Missing<Long>(Why why)
        && why == Why.NOT_APPLICABLE
        && sender
            .since()
            .known()
            .filter(since -> Duration.between(since, now()).compareTo(SILENCE) >= 0)
            .isPresent();
  }

  private Instant now() {
    return each.evidence().survey().takenAt();
  }

  private Optional<Sender> sender() {
    return each.evidence().survey().machinery().sender(slot);
  }

  /// The slot in an earlier survey, long enough ago for a consumer to confirm something.
  private Optional<Slot> before() {
    return older()
        .filter(survey -> Duration.between(survey.takenAt(), now()).compareTo(SILENCE) >= 0)
        .flatMap(this::in);
  }

  private Optional<Survey> older() {
    return each.evidence().older();
  }

  private Optional<Slot> in(Survey survey) {
    return survey.horizonHolders().stream()
        .flatMap(holder -> holder instanceof Slot other ? Stream.of(other) : Stream.empty())
        .filter(other -> other.name().equals(slot.name()))
        .findFirst();
  }

  /// Whether the WAL that is kept may fill the disk, or be lost, soon.
  boolean isUrgent() {
    long kept = slot.wal().retained().or(Bytes.NONE).count();
    return kept >= Preconditions.MUCH_WAL.count()
        || slot.wal().safe().known().filter(safe -> safe < kept).isPresent();
  }

  /// Who it is and what it does, with figures.
  String headline() {
    return "Replication slot %s: its %s %s; %s and the catalogs of every database"
        .formatted(
            slot.name(),
            sender().map(sender -> sender.called("consumer")).orElse("consumer"),
            confirmsNothing() ? "is connected and confirms nothing" : behind(),
            kept());
  }

  private String behind() {
    return slot.wal()
        .unconfirmed()
        .known()
        .map(all -> "has yet to confirm %s of WAL".formatted(all))
        .orElse("lags");
  }

  private String kept() {
    return "it keeps %s%s"
        .formatted(
            slot.wal().retained().known().map(all -> all + " of WAL").orElse("WAL"),
            growth().map(more -> " (%s more an hour)".formatted(more)).orElse(""));
  }

  private Optional<Bytes> growth() {
    return older()
        .flatMap(survey ->
            in(survey)
                .flatMap(before -> before.wal().retained().known())
                .flatMap(then ->
                    slot.wal().retained().known().map(now -> (double) (now.count() - then.count())))
                .filter(more -> more > 0)
                .map(more -> {
                  double seconds =
                      (double) Duration.between(survey.takenAt(), now()).toMillis() / 1e3;
                  return new Bytes(Math.round(more / Math.max(1, seconds) * 3600));
                }));
  }

  Stream<Fact> facts() {
    return Stream.concat(
        slot.wal().unconfirmed().known().stream()
            .map(all ->
                Fact.observed(
                    "WAL it has yet to confirm",
                    all,
                    new Source.Shown("pg_replication_slots", "confirmed_flush_lsn"))),
        sender().stream().flatMap(sender -> facts(sender, now())));
  }

  /// What the view of its sender says of a receiver: since when it is connected, when it was heard
  /// of last, how far it is behind.
  static Stream<Fact> facts(Sender sender, Instant now) {
    return Stream.of(
            ago("connected for", sender.since(), "backend_start", now),
            ago("heard of last, ago", sender.replied(), "reply_time", now),
            fact("confirms behind by", sender.flushLag(), "flush_lag"),
            fact("replays behind by", sender.replayLag(), "replay_lag"))
        .flatMap(Optional::stream);
  }

  private static Optional<Fact> ago(
      String label, Reading<Instant> since, String column, Instant now) {
    return fact(label, since.map(time -> Duration.between(time, now)), column);
  }

  private static Optional<Fact> fact(String label, Reading<Duration> time, String column) {
    return time.known()
        .map(known -> Fact.observed(label, known, new Source.Shown("pg_stat_replication", column)));
  }
}
