package org.vacuumadvisor.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the server's vacuuming is busy with.
///
/// @param workers of autovacuum; from 10 on every role may count them
/// @param multixactMembers `pg_get_multixact_stats()`, since 19
/// @param locks on tables that keep a vacuum away, and those waited for; empty where none was seen
/// @param urgencies `pg_stat_autovacuum_scores.score` of what is due, since 19
/// @param sessions those in a transaction, those that wait for a lock, and those they wait for
/// @param waits of vacuums, where somebody counted them instead of showing sessions
/// @param otherSlots that hold no horizon as far as is shown
/// @param senders of WAL, whether or not they hold a horizon
/// @param checkpoints since their counters were reset
public record Machinery(
    Reading<List<Worker>> workers,
    List<RunningVacuum> vacuums,
    Reading<Long> multixactMembers,
    List<TableLock> locks,
    Map<RelationKey, Double> urgencies,
    List<Backend> sessions,
    List<VacuumWait> waits,
    List<HorizonHolder.Slot> otherSlots,
    List<Sender> senders,
    Reading<Checkpoints> checkpoints) {
  public Machinery {
    waits = List.copyOf(waits);
    otherSlots = List.copyOf(otherSlots);
    senders = List.copyOf(senders);
    sessions = List.copyOf(sessions);
    vacuums = List.copyOf(vacuums);
    locks = List.copyOf(locks);
    urgencies = Map.copyOf(urgencies);
  }

  /// Of a source that shows nothing of it.
  public static Machinery notCollected() {
    return new Machinery(
        Reading.missing(Reading.Why.NOT_COLLECTED),
        List.of(),
        Reading.missing(Reading.Why.NOT_COLLECTED),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  /// Checkpoints that came by `checkpoint_timeout`, and those that WAL or somebody asked for.
  ///
  /// @param since when they began to be counted
  /// @param images full pages in the WAL (`wal_fpi`), since 14
  public record Checkpoints(
      long timed, long requested, Reading<Instant> since, Reading<Long> images) {}

  /// The process that sends what a consumer of a slot reads, where it was seen.
  public Optional<Sender> sender(HorizonHolder.Slot slot) {
    var pid = slot.consumer().pid().known();
    return senders.stream()
        .filter(each -> pid.isPresent() && each.pid().known().equals(pid))
        .findFirst();
  }

  /// The session of that pid, where it is among those that were seen.
  public Optional<Backend> session(int pid) {
    return sessions.stream().filter(each -> each.pid().is(other -> other == pid)).findFirst();
  }

  /// Whether it runs a vacuum, and does not wait to have the table for itself as VACUUM FULL does:
  /// whoever comes later would wait behind it.
  public boolean runsPlainVacuum(Backend session) {
    return session.runsVacuum()
        && locks.stream()
            .filter(lock -> !lock.granted() && lock.isExclusive())
            .noneMatch(lock -> session.pid().is(pid -> pid == lock.pid()));
  }

  /// A worker of autovacuum.
  ///
  /// @param task what it says it does: `VACUUM ANALYZE public.orders (to prevent wraparound)`
  /// @param waitsFor `wait_event`: `VacuumDelay` while it sleeps for the cost limit
  public record Worker(int pid, String database, String task, Reading<String> waitsFor) {
    /// What a task ends with that is forced; people and `track_activity_query_size` cut the rest.
    public static final String FORCED = "(to prevent wra";

    /// The table that it vacuums or analyzes, as its task names it.
    public String table() {
      return task.replaceAll("^(?:autovacuum: |VACUUM |ANALYZE )*| .*|\"", "");
    }

    public boolean preventsWraparound() {
      return task.contains(FORCED);
    }
  }
}
