package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A process that sends WAL to a standby or a subscriber, as `pg_stat_replication` shows it.
///
/// @param since `backend_start`: when it connected
/// @param flushed `flush_lsn`, as a position in bytes; not applicable while nothing was confirmed
/// @param flushLag how long ago what it confirmed last was written, since 10
/// @param replayLag how far a standby replays behind, since 10
/// @param replied `reply_time`: when it was heard of last, since 12
public record Sender(
    Reading<Integer> pid,
    Reading<String> application,
    Reading<String> address,
    Reading<Instant> since,
    Reading<Long> flushed,
    Reading<Duration> flushLag,
    Reading<Duration> replayLag,
    Reading<Instant> replied) {

  /// Who it sends to, as far as it is shown: "standby replica1 (pid 77, 10.0.0.7)".
  ///
  /// @param kind what to call the receiver
  public String called(String kind) {
    var name = application.known().filter(each -> !each.isEmpty()).map(each -> " " + each);
    var more =
        Stream.of(pid.known().map(each -> "pid " + each), address.known())
            .flatMap(each -> each.stream())
            .collect(Collectors.joining(", "));
    return kind + name.orElse("") + (more.isEmpty() ? "" : " (" + more + ")");
  }
}
