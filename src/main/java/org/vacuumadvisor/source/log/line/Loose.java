package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.vacuumadvisor.source.log.Beginnings;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// Tells lines apart that carry no severity: what psql prints between messages, what people write
/// around a paste, and the lines of reports.
final class Loose {
  private static final Set<String> TAGS =
      Set.of(
          ("VACUUM,ANALYZE,CLUSTER,REPACK,REINDEX,CHECKPOINT,SET,RESET,SHOW,BEGIN,START TRANSACTION"
                  + ",COMMIT,ROLLBACK,DO,LOAD,EXPLAIN")
              .split(",", -1));
  private static final Set<String> TAG_VERBS =
      Set.of("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE", "COPY", "TRUNCATE", "SELECT");
  private static final Word TIME = new Word("Time: ");
  private static final Word BACKTICKS = new Word("```");
  private static final Word TILDES = new Word("~~~");
  private static final Beginnings BEGINNINGS = Beginnings.of("details");
  private static final Beginnings COUNTED = Beginnings.of("counted");

  private Loose() {}

  /// A command tag that psql prints when a statement is over.
  static boolean isTag(byte[] in, int from, int to) {
    if (to - from > 60 || to == from || !Scan.isUpper(in[from])) {
      return false;
    }
    String text = new String(in, from, to - from, StandardCharsets.US_ASCII);
    int space = text.indexOf(' ');
    boolean isUpper = text.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || c <= '9');
    return TAGS.contains(text)
        || (isUpper && space > 0 && TAG_VERBS.contains(text.substring(0, space)));
  }

  /// The end of a range without a command tag behind its last sentence.
  static int withoutTag(byte[] in, int from, int to) {
    int word = to;
    while (word > from && in[word - 1] != ' ') {
      word--;
    }
    return word > from && isTag(in, word, to) ? word : to;
  }

  /// psql's prompt, `shop=# `, with or without a command behind it.
  static boolean isPrompt(byte[] in, int from, int to) {
    int limit = Math.min(to, from + 80);
    for (int at = from; at < limit; at++) {
      byte each = in[at];
      if (each == '=' || each == '-') {
        int mark = at + 1;
        while (mark < limit && (in[mark] == '*' || in[mark] == '!' || in[mark] == '?')) {
          mark++;
        }
        boolean isMark = mark < limit && (in[mark] == '#' || in[mark] == '>');
        if (at > from && isMark && (mark + 1 == to || in[mark + 1] == ' ')) {
          return true;
        }
      } else if (each == ' ' || each == '"' || each == ',') {
        return false;
      }
    }
    return false;
  }

  /// psql's `\timing`.
  static boolean isTiming(byte[] in, int from, int to) {
    return TIME.standsAt(in, from, to);
  }

  /// Markdown's mark around a block of code.
  static boolean isFence(byte[] in, int from, int to) {
    return BACKTICKS.standsAt(in, from, to) || TILDES.standsAt(in, from, to);
  }

  /// Whether a line of a report begins like this.
  static boolean beginsLineOfReport(byte[] in, int from, int to) {
    if (ReportOrder.rank(in, from, to) >= 0) {
      return true;
    }
    if (BEGINNINGS.find(in, from, to) >= 0) {
      return true;
    }
    int number = Scan.digits(in, from, to);
    return number > from
        && number < to
        && in[number] == ' '
        && COUNTED.find(in, number + 1, to) >= 0;
  }

  /// Behind `file.log-`, as grep writes it before a line that begins with a tab, or with the blanks
  /// that somebody made of one.
  static int afterGrepMark(byte[] in, int from, int to) {
    int limit = Math.min(to, from + 200);
    int blank = from;
    while (blank < limit && in[blank] != '\t' && in[blank] != ' ') {
      blank++;
    }
    byte mark = blank < limit && blank > from ? in[blank - 1] : 0;
    if (mark != '-' && mark != ':') {
      return -1;
    }
    boolean isContext =
        mark == '-'
            && Scan.find(in, from, blank, '.') < blank
            && beginsLineOfReport(in, Scan.spaces(in, blank, to), to);
    return in[blank] == '\t' || isContext ? blank : -1;
  }
}
