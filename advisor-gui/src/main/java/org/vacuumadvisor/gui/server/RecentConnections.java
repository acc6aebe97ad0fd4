package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SavableConnection;

/// The servers that were reached last, from one start of the window to the next, without secrets.
final class RecentConnections {
  private static final String KEY = "recent.connections";
  private static final int MOST = 6;

  private final Memory memory;

  RecentConnections(Memory memory) {
    this.memory = memory;
  }

  /// Remembers one that was reached, as the latest. What is not sure to be free of secrets is not
  /// remembered.
  void add(String conninfo) {
    try {
      var open = conninfo.isBlank() ? "" : SavableConnection.of(conninfo).conninfo();
      if (!open.isBlank() && open.lines().count() == 1) {
        memory.keep(
            KEY,
            String.join(
                "\n",
                Stream.concat(Stream.of(open), all().stream()).distinct().limit(MOST).toList()));
        memory.save();
      }
    } catch (SourceException _) {
      return;
    }
  }

  /// The latest first.
  List<String> all() {
    return memory.value(KEY).stream()
        .flatMap(String::lines)
        .filter(each -> !each.isBlank())
        .toList();
  }
}
