package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.PrintedName;

/// A VACUUM or ANALYZE that somebody called, by its statement: that of an error, or what was typed
/// above the server's answer.
///
/// @param name without a table where all tables were meant
/// @param isFull whether it is to rewrite them
record Called(Command command, PrintedName name, boolean isFull) {
  private static final int LONGEST = 400;

  /// Behind a prompt or a comment, as schedulers and drivers write them.
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?is)(?:.{0,60}?[#>]\\s+|\\s*/\\*.{0,200}?\\*/)?\\s*(?<command>vacuum|analyze)\\b"
              + "(?<how>(?:\\s*\\([^)]{0,200}\\)|\\s+(?:full|freeze|verbose|analyze)\\b)*+)"
              + "(?:\\s+(?<name>(?:\"[^\"]{1,63}\"|[\\w$]{1,63})"
              + "(?:\\.(?:\"[^\"]{1,63}\"|[\\w$]{1,63}))?))?\\s*(?:[;(,].*)?");

  private static final Pattern FULL = Pattern.compile("(?i)\\bfull\\b(?! (?:off|false|0))");

  /// The statement in a range; null where it is another.
  static @Nullable Called of(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + LONGEST);
    var statement = STATEMENT.matcher(new String(bytes, from, end - from, StandardCharsets.UTF_8));
    if (!statement.matches()) {
      return null;
    }
    var command = Command.valueOf(statement.group("command").toUpperCase(Locale.ROOT));
    var name = new TableName();
    var table = statement.group("name");
    if (table != null && table.indexOf('.') >= 0) {
      name.schemaAndTable(table.replace("\"", ""));
    } else if (table != null) {
      name.bare(table.replace("\"", ""));
    }
    return new Called(command, name.split(), FULL.matcher(statement.group("how")).find());
  }
}
