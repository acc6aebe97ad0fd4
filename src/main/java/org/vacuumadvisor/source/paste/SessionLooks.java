package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Listings of sessions that one statement showed at different times.
final class SessionLooks {
  private record Look(Grid grid, Instant clock) {}

  private final Gathered gathered;
  private final Map<String, Look> latest = new HashMap<>();

  SessionLooks(Gathered gathered) {
    this.gathered = gathered;
  }

  /// Whether a later listing by the same statement was read before. Who is only in the earlier one
  /// is gone: its rows are forgotten.
  boolean isOutdated(Grid grid, Optional<Statement> statement) {
    var clock =
        IntStream.range(0, grid.header().size())
            .mapToObj(at -> clock(grid, at))
            .flatMap(Optional::stream)
            .findFirst();
    if (clock.isEmpty()) {
      return false;
    }
    var look = new Look(grid, clock.get());
    var listing = grid.header() + statement.map(Statement::text).orElse("");
    var other = latest.putIfAbsent(listing, look);
    if (other == null || other.clock().equals(look.clock())) {
      return false;
    }
    if (other.clock().isAfter(look.clock())) {
      return true;
    }
    gathered.remove(Topic.SESSIONS, other.grid().rows().stream().map(Grid.Cells::line).toList());
    latest.put(listing, look);
    return false;
  }

  /// The server's clock in a column beside others, as in `SELECT now(), * FROM pg_stat_activity`.
  static Optional<Instant> clock(Grid grid, int at) {
    return Vocabulary.standard()
        .column(Topic.SERVER, grid.header().get(at))
        .filter(column -> column.name().equals("now"))
        .flatMap(_ -> grid.column(at).stream().findFirst())
        .flatMap(Figures::moment);
  }
}
