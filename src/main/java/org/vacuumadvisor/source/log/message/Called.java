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
/// @param printed without a table where all tables were meant
/// @param how its options
record Called(Command command, TableName printed, String how) {
  private static final int LONGEST = 400;

  /// Behind a prompt or a comment, as schedulers and drivers write them.
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?is)(?:.{0,60}?[#>]\\s+|\\s*/\\*.{0,200}?\\*/)?\\s*(?<command>vacuum|analyze)\\b"
              + "(?<how>(?:\\s*\\([^)]{0,200}\\)|\\s+(?:full|freeze|verbose|analyze)\\b)*+)"
              + "(?:\\s+(?<name>(?:\"[^\"]{1,63}\"|[\\w$]{1,63})"
              + "(?:\\.(?:\"[^\"]{1,63}\"|[\\w$]{1,63}))?))?\\s*(?:[;(,].*)?");

  /// The statement in a range; null where it is another.
  static @Nullable Called of(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + LONGEST);
    return in(new String(bytes, from, end - from, StandardCharsets.UTF_8));
  }

  /// The same of a text.
  static @Nullable Called in(String text) {
    var statement = STATEMENT.matcher(text);
    if (!statement.matches()) {
      return null;
    }
    var command = Command.valueOf(statement.group("command").toUpperCase(Locale.ROOT));
    var table = statement.group("name");
    var name = new TableName();
    if (table != null && table.indexOf('.') >= 0) {
      name.schemaAndTable(table.replace("\"", ""));
    } else if (table != null) {
      name.bare(table.replace("\"", ""));
    }
    return new Called(command, name, statement.group("how"));
  }

  PrintedName name() {
    return printed.split();
  }

  /// Whether it has this option, and does not turn it off.
  boolean isOn(String option) {
    return Pattern.compile("(?i)\\b%s\\b(?!\\s+(?:off|false|0))".formatted(option))
        .matcher(how)
        .find();
  }
}
