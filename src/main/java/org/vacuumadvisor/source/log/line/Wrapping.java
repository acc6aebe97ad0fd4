package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Scan;

/// What the wrappers around a line say about it; used where the line itself does not.
final class Wrapping {
  @Nullable String timestamp;
  @Nullable String zone;
  long pid;

  /// Which stream of messages the line belongs to: a process in syslog, a container in compose.
  long stream;

  /// The number that syslog gives the message within its process, -1 if none.
  long sequence;

  /// Which piece of syslog's message it is, from 1; 0 if that is not told, -1 if it is none.
  long piece;

  void clear() {
    timestamp = null;
    zone = null;
    pid = -1;
    stream = 0;
    sequence = -1;
    piece = -1;
  }

  /// The same, for a line that is held.
  Wrapping copy() {
    var copy = new Wrapping();
    copy.take(this);
    return copy;
  }

  /// Takes over what another says.
  void take(Wrapping other) {
    timestamp = other.timestamp;
    zone = other.zone;
    pid = other.pid;
    stream = other.stream;
    sequence = other.sequence;
    piece = other.piece;
  }

  /// Takes the wrapper's time from a range that [Stamps] read.
  void time(byte[] in, Stamps stamps) {
    timestamp =
        text(in, stamps.timestampFrom, stamps.timestampTo).replace('T', ' ').replace(',', '.');
    zone = stamps.zoneFrom < 0 ? null : text(in, stamps.zoneFrom, stamps.zoneTo);
  }

  /// Takes a time as `2026-11-21T10:52:05.123Z`, if it is one.
  ///
  /// @return whether it is
  boolean time(String printed) {
    byte[] bytes = Scan.bytes(printed);
    var stamps = new Stamps();
    stamps.clear();
    boolean isTime = stamps.readTimestamp(bytes, 0, bytes.length) >= 0;
    if (isTime) {
      time(bytes, stamps);
    }
    return isTime;
  }

  /// Takes a time as seconds since 1970.
  void epoch(String seconds) {
    timestamp = seconds;
    zone = null;
  }

  private static String text(byte[] in, int from, int to) {
    return new String(in, from, to - from, StandardCharsets.UTF_8);
  }
}
