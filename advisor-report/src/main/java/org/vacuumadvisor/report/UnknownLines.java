package org.vacuumadvisor.report;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.unit.Resource;

/// Lines of reports that are not known, made fit for a bug report: what PostgreSQL's own messages
/// are made of stays; names, numbers and every other word go.
public final class UnknownLines {
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"?+|»[^«]*+«?+|'[^']*+'?+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]++");
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*+");

  /// The words of the messages of VACUUM and ANALYZE of 9.6 to 19, and a few that later ones may
  /// well have.
  private static final Set<String> WORDS =
      Set.of(Resource.text(UnknownLines.class, "words.txt").strip().split("\\s+", -1));

  private UnknownLines() {}

  /// One line each, with the number of its line.
  public static String redacted(Understanding understanding) {
    return understanding.examples().stream()
        .map(each -> "line %d: %s".formatted(each.place().line(), redacted(each.text())))
        .collect(Collectors.joining("\n"));
  }

  static String redacted(String text) {
    var unquoted = QUOTED.matcher(TerminalText.escaped(text.strip())).replaceAll("\"x\"");
    var wordless =
        WORD.matcher(unquoted).replaceAll(match -> isKnown(match.group()) ? match.group() : "x");
    return NUMBER.matcher(wordless).replaceAll("0");
  }

  private static boolean isKnown(String word) {
    return WORDS.contains(word.toLowerCase(Locale.ROOT));
  }
}
