package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.postgres.LockMode;

/// The table that a statement works on and the lock it takes there, where its first words tell.
/// What each command takes is in the documentation, 13.3.1.
record LockWish(String table, LockMode mode) {
  private static final int LOOKED_AT = 400;

  /// In the order of the resource `locks.txt`; the first that fits.
  private static final List<Beginning> BEGINNINGS =
      Forms.lines("locks.txt").stream().map(LockWish::beginning).toList();

  private record Beginning(Pattern form, LockMode mode) {}

  private static Beginning beginning(String line) {
    var parts = line.split(" ", 2);
    return new Beginning(Pattern.compile("(?is)" + parts[1] + ".*"), LockMode.valueOf(parts[0]));
  }

  /// The lock that a statement takes; empty where it takes none that matters here.
  ///
  /// @param query as `pg_stat_activity.query` shows it
  static Optional<LockWish> of(String query) {
    var text = Command.bare(query);
    var beginning = text.substring(0, Math.min(text.length(), LOOKED_AT));
    for (var each : BEGINNINGS) {
      var found = each.form().matcher(beginning);
      if (found.matches()) {
        return Optional.of(new LockWish(found.group("name"), each.mode()));
      }
    }
    return Optional.empty();
  }
}
