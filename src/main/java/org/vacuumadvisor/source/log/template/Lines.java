package org.vacuumadvisor.source.log.template;

import java.util.List;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// Where the text of a line begins and ends.
public final class Lines {
  /// A database's name of 63 bytes and the two characters after it.
  private static final int LONGEST_PROMPT = 66;

  private static final Word TIME = new Word("Time: ");
  private static final List<Word> TAGS =
      List.of(new Word("VACUUM"), new Word("ANALYZE"), new Word("CLUSTER"), new Word("REPACK"));

  private Lines() {}

  /// The first byte that is not blank.
  public static int start(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /// The byte after the last that is not blank.
  public static int end(byte[] bytes, int from, int to) {
    int at = to;
    while (at > from && isBlank(bytes[at - 1])) {
      at--;
    }
    return at;
  }

  /// Where the text of a message begins.
  public static int message(Entry entry) {
    return start(entry.bytes(), entry.from(0), entry.to(0));
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\t' || each == '\r';
  }

  /// Whether this is what psql prints when one of the commands is done.
  public static boolean isCommandTag(byte[] bytes, int from, int to) {
    for (var tag : TAGS) {
      if (tag.is(bytes, from, to)) {
        return true;
      }
    }
    return false;
  }

  /// Whether this is a line of a terminal between the lines of a report: a prompt, a time, the tag
  /// of another command.
  public static boolean isOfTerminal(byte[] bytes, int from, int to) {
    return TIME.standsAt(bytes, from, to) || isTag(bytes, from, to) || isPrompt(bytes, from, to);
  }

  /// Words in capitals, perhaps with numbers: `SET`, `INSERT 0 5`.
  private static boolean isTag(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      boolean isInner = bytes[at] == ' ' || Scan.isDigit(bytes[at]);
      boolean fits = Scan.isUpper(bytes[at]) || (at > from && isInner);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPrompt(byte[] bytes, int from, int to) {
    int limit = Math.min(to - 1, from + LONGEST_PROMPT);
    for (int at = from; at < limit && bytes[at] != ' '; at++) {
      boolean ends = bytes[at + 1] == '#' || bytes[at + 1] == '>';
      if (ends && "=-'\"(*!^$".indexOf(bytes[at]) >= 0) {
        return at + 2 >= to || bytes[at + 2] == ' ';
      }
    }
    return bytes[from] == '`'; // what is left of the fence of a block of code
  }
}
