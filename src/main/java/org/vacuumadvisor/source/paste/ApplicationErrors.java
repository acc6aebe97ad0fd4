package org.vacuumadvisor.source.paste;

import java.util.Locale;
import java.util.regex.Pattern;
import org.vacuumadvisor.unit.Resource;

/// Messages of the server as drivers and frameworks print them: behind the name of an exception, in
/// quotes, in a record. They become lines as the server writes them, so that one reader reads both;
/// numbers of lines stay.
final class ApplicationErrors {
  private static final int LONGEST = 4_000;

  /// How messages begin that the reader of logs may understand.
  private static final String BEGINNINGS =
      "(?:" + String.join("|", Resource.lines(ApplicationErrors.class, "messages.txt")) + ")";

  private static final Pattern BEGINNING = Pattern.compile(BEGINNINGS);
  private static final Pattern MESSAGE = Pattern.compile(BEGINNINGS + ".{0,2000}");
  private static final Pattern WARNING =
      Pattern.compile(
          "database \\W{0,2}[^\"\\\\]{1,63}\\W{0,2} must be vacuumed (?:within|before).{0,200}");
  private static final Pattern SKIPPED =
      Pattern.compile("skipping (?:vacuum|analyze) of \"[^\"]{1,130}\" --- lock not available");
  private static final Pattern SERVER =
      Pattern.compile(
          ".{0,300}\\b(?:ERROR|FATAL|PANIC|WARNING|FEHLER|ERREUR): "
              + " ?\\S.{0,4000}|\\s*(?:LOG|INFO):.{0,4000}");

  /// A text in a record of JSON.
  private static final Pattern MEMBER = Pattern.compile("\\s*\"[^\"]{1,60}\"\\s?:\\s?\".*");

  private static final Pattern DETAIL =
      Pattern.compile(
          "\\s{0,40}(?<word>Detail|detail|DETAIL|Hint|HINT|hint)\\s?: (?<text>.{1,2000})");

  /// Where the message ends in a record or in quotes.
  private static final Pattern END =
      Pattern.compile(
          "\"\\s?[,)}].*|[`'\"]\\s?[,)}].*|`$|\\\\n.*| \\(SQLSTATE.*|\\[SQL:"
              + " .*|(?<=\\S)HINT: .*");

  private ApplicationErrors() {}

  /// The text with such messages as the server writes them.
  static String asServerWrites(String text) {
    boolean mayHave =
        BEGINNING.matcher(text).find()
            || text.contains(" must be vacuumed ")
            || text.contains(" --- lock not available")
            || text.contains("User query");
    if (!mayHave) {
      return text;
    }
    var plain = new StringBuilder(text.length());
    boolean isBehind = false;
    int from = 0;
    while (from <= text.length()) {
      int end = text.indexOf('\n', from);
      int stop = end < 0 ? text.length() : end;
      var line = text.substring(from, stop);
      var changed = changed(line, isBehind);
      boolean isMessage = !changed.equals(line) || SERVER.matcher(line).matches();
      isBehind = isMessage || (isBehind && line.isBlank());
      plain.append(changed).append(end < 0 ? "" : "\n");
      from = stop + 1;
    }
    return plain.toString();
  }

  private static String changed(String line, boolean isBehind) {
    if (line.length() > LONGEST) {
      return line;
    }
    var detail = DETAIL.matcher(line);
    if (isBehind && detail.matches()) {
      return detail.group("word").toUpperCase(Locale.ROOT) + ":  " + detail.group("text");
    }
    // psql and the server's log begin so; they are read as they are
    boolean isServers =
        SERVER.matcher(line).matches()
            && line.indexOf("=# ") < 0
            && line.indexOf("Exception: ") < 0
            && !MEMBER.matcher(line).matches();
    if (isServers) {
      return line;
    }
    var warning = WARNING.matcher(line);
    if (warning.find()) {
      var quoted = warning.group().replaceFirst("^database ([\\w$]+) must", "database \"$1\" must");
      return "WARNING:  " + message(quoted);
    }
    var skipped = SKIPPED.matcher(line);
    if (skipped.find()) {
      return "LOG:  " + skipped.group();
    }
    var error = MESSAGE.matcher(line);
    return error.find() ? "ERROR:  " + message(error.group()) : line;
  }

  private static String message(String text) {
    var plain = text.replace("\\\"", "\u0001");
    var cut = END.matcher(plain).replaceFirst("");
    boolean isOpen = cut.endsWith("\"") && cut.chars().filter(each -> each == '"').count() % 2 == 1;
    return (isOpen ? cut.substring(0, cut.length() - 1) : cut).replace('\u0001', '"').strip();
  }
}
