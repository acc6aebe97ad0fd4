package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.LockMode;

/// The table that a statement works on and the lock it takes there, where its first words tell.
/// What each command takes is in the documentation, 13.3.1.
record LockWish(String table, LockMode mode) {
  private static final int LOOKED_AT = 400;

  /// What may stand before a name, and the name.
  private static final String NAME =
      "\\s+(?:(?:table|if|exists|only|full|verbose|analyze|concurrently|not)\\s+)*+"
          + "(?<name>[\\p{L}\"_<][^\\s;,()]*)";

  /// How a statement begins, and the lock that it takes then; the first that fits.
  private static final List<Command> COMMANDS =
      List.of(
          command(
              "alter\\s+table" + NAME + "(?=.*\\b(?:validate|statistics|set\\s*\\())",
              LockMode.SHARE_UPDATE_EXCLUSIVE),
          command("(?:alter|drop)\\s+table" + NAME, LockMode.ACCESS_EXCLUSIVE),
          command("(?:truncate|cluster)" + NAME, LockMode.ACCESS_EXCLUSIVE),
          command("lock(?!.*\\sin\\s)" + NAME, LockMode.ACCESS_EXCLUSIVE),
          command(
              "create\\b(?=.*\\bindex\\b)(?=.*\\bconcurrently\\b)" + behind("on"),
              LockMode.SHARE_UPDATE_EXCLUSIVE),
          command("create\\b(?=.*\\bindex\\b)" + behind("on"), LockMode.SHARE),
          command("create\\b(?=.*\\btrigger\\b)" + behind("on"), LockMode.SHARE_ROW_EXCLUSIVE),
          command("reindex" + behind("table"), LockMode.SHARE),
          command(
              "vacuum\\b(?=.*\\bfull\\b)(?:\\s*\\([^)]*\\))?" + NAME, LockMode.ACCESS_EXCLUSIVE),
          command("vacuum\\b(?:\\s*\\([^)]*\\))?" + NAME, LockMode.SHARE_UPDATE_EXCLUSIVE),
          command("(?:select|with)" + behind("from"), LockMode.ACCESS_SHARE),
          command("insert" + behind("into"), LockMode.ROW_EXCLUSIVE),
          command("delete" + behind("from"), LockMode.ROW_EXCLUSIVE),
          command("update" + NAME, LockMode.ROW_EXCLUSIVE));

  private record Command(Pattern form, LockMode mode) {}

  /// The name behind the first such word.
  private static String behind(String word) {
    return "(?:(?!\\b%1$s\\s).)*+\\b%1$s".formatted(word) + NAME;
  }

  private static Command command(String form, LockMode mode) {
    return new Command(Pattern.compile("(?is)" + form + ".*"), mode);
  }

  /// The lock that a statement takes; empty where it takes none that matters here.
  ///
  /// @param query as `pg_stat_activity.query` shows it
  static Optional<LockWish> of(String query) {
    var text = query.strip();
    var beginning = text.substring(0, Math.min(text.length(), LOOKED_AT));
    for (var each : COMMANDS) {
      var found = each.form().matcher(beginning);
      if (found.matches()) {
        return Optional.of(new LockWish(found.group("name"), each.mode()));
      }
    }
    return Optional.empty();
  }
}
