package org.vacuumadvisor.source.log.line;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.EntrySink;

/// The streams of messages that alternate in one input: syslog writes the lines of all processes as
/// they come, compose those of all services.
public final class Streams {
  private static final int MOST_STREAMS = 32;

  /// A process that wrote this many lines ago has finished its message.
  private static final int PATIENCE = 200;

  private final EntrySink sink;
  private final @Nullable LinePrefix given;
  private final Habits habits;
  private final LayersSeen evidence;
  private final Messages main;
  private final Map<Long, Messages> others = new LinkedHashMap<>();

  Streams(EntrySink sink, @Nullable LinePrefix given, Habits habits, LayersSeen evidence) {
    this.sink = sink;
    this.given = given;
    this.habits = habits;
    this.evidence = evidence;
    this.main = new Messages(sink, given, habits, evidence);
  }

  /// The stream of lines that no wrapper tells apart.
  public Messages main() {
    return main;
  }

  Messages of(Wrapping wrapping, long number) {
    if (wrapping.stream == 0) {
      if (!others.isEmpty()) {
        flushOthers();
      }
      return main;
    }
    if (main.isOpen()) {
      main.flush();
    }
    flushOlderThan(number - PATIENCE);
    return others.computeIfAbsent(
        wrapping.stream, _ -> new Messages(sink, given, habits, evidence));
  }

  /// Hands over all that is open, oldest first.
  void flush() {
    main.flush();
    flushOthers();
  }

  private void flushOthers() {
    others.values().forEach(Messages::flush);
    others.clear();
  }

  private void flushOlderThan(long number) {
    var oldest = others.values().iterator();
    while (oldest.hasNext()) {
      Messages each = oldest.next();
      if (each.lastNumber() >= number && others.size() <= MOST_STREAMS) {
        return;
      }
      each.flush();
      oldest.remove();
    }
  }
}
