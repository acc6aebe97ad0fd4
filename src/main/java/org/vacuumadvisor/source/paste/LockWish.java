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

  /// What may stand before a name, and the name.
  private static final String NAME =
      "\\s+(?:(?:table|if|exists|only|full|freeze|verbose|analyze|concurrently|not)\\s+)*+"
          + "(?<name>[\\p{L}\"_<][^\\s;,()]*)";

  /// How a statement begins, and the lock that it takes then; the first that fits.
  private static final List<Beginning> BEGINNINGS =
      List.of(
          beginning(
              "alter\\s+table" + NAME + "(?=.*\\b(?:validate|statistics|set\\s*\\())",
              LockMode.SHARE_UPDATE_EXCLUSIVE),
          beginning("(?:alter|drop)\\s+table" + NAME, LockMode.ACCESS_EXCLUSIVE),
          beginning("(?:truncate|cluster)" + NAME, LockMode.ACCESS_EXCLUSIVE),
          beginning("lock(?!.*\\sin\\s)" + NAME, LockMode.ACCESS_EXCLUSIVE),
          beginning(
              "create\\b(?=.*\\bindex\\b)(?=.*\\bconcurrently\\b)" + behind("on"),
              LockMode.SHARE_UPDATE_EXCLUSIVE),
          beginning("create\\b(?=.*\\bindex\\b)" + behind("on"), LockMode.SHARE),
          beginning("create\\b(?=.*\\btrigger\\b)" + behind("on"), LockMode.SHARE_ROW_EXCLUSIVE),
          beginning("reindex" + behind("table"), LockMode.SHARE),
          beginning(
              "vacuum\\b(?=.*\\bfull\\b)(?:\\s*\\([^)]*\\))?" + NAME, LockMode.ACCESS_EXCLUSIVE),
          beginning("vacuum\\b(?:\\s*\\([^)]*\\))?" + NAME, LockMode.SHARE_UPDATE_EXCLUSIVE),
          beginning("(?:select|with)" + behind("from"), LockMode.ACCESS_SHARE),
          beginning("insert" + behind("into"), LockMode.ROW_EXCLUSIVE),
          beginning("delete" + behind("from"), LockMode.ROW_EXCLUSIVE),
          beginning("update" + NAME, LockMode.ROW_EXCLUSIVE));

  private record Beginning(Pattern form, LockMode mode) {}

  /// The name behind the first such word.
  private static String behind(String word) {
    return "(?:(?!\\b%1$s\\s).)*+\\b%1$s".formatted(word) + NAME;
  }

  private static Beginning beginning(String form, LockMode mode) {
    return new Beginning(Pattern.compile("(?is)" + form + ".*"), mode);
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
