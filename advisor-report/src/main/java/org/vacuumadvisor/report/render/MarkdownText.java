package org.vacuumadvisor.report.render;

import java.util.Collections;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.TerminalText;

/// Text for Markdown as GitHub, GitLab and Jira read it. What is not plainly a word or a number
/// stands in a code span: there no character means anything, no HTML is read, and nobody is
/// mentioned or linked to.
final class MarkdownText {
  /// What may stand as it is: words, with hyphens, apostrophes and slashes between them, numbers,
  /// and signs that mean nothing to Markdown.
  private static final Pattern PLAIN =
      Pattern.compile(
          "\\p{L}+(?:['’/-]\\p{L}+)*|[0-9]+(?:[.,:-][0-9]+)*|[0-9]+(?:st|nd|rd|th)|[·×–—→%/=…]");

  /// What may surround a word.
  private static final Pattern AROUND =
      Pattern.compile("([(“„‘]*)(.*?(?:\\(\\))?)([),.;:?!’”…]*)", Pattern.DOTALL);

  /// At the begin of a line it would begin a list.
  private static final Pattern LIST = Pattern.compile("[0-9]{1,9}[.)]");

  /// A commit, which forges link to.
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{7,40}");

  private static final Pattern TICKS = Pattern.compile("`+");

  private MarkdownText() {}

  /// Text of a line.
  static String of(String text) {
    var words = TerminalText.escaped(text).strip().split(" ", -1);
    if (LIST.matcher(words[0]).matches()) {
      return code(words[0]) + rest(words);
    }
    return word(words[0]) + rest(words);
  }

  private static String rest(String[] words) {
    return Stream.of(words).skip(1).map(word -> " " + word(word)).collect(Collectors.joining());
  }

  /// Text of a cell of a table: a line that no name can end.
  static String cell(String text) {
    return Stream.of(TerminalText.escaped(text).split(" ", -1))
        .map(word -> isSafeInCell(word) ? word(word) : entities(word))
        .collect(Collectors.joining(" "));
  }

  /// A block of code that no line of it can end.
  static String fenced(String language, String code) {
    var fence = "`".repeat(Math.max(3, longestTicks(code) + 1));
    return fence + language + "\n" + code + "\n" + fence + "\n";
  }

  private static String word(String word) {
    if (word.isEmpty()) {
      return word;
    }
    if (word.length() > 1 && word.indexOf('–') >= 0) {
      return Stream.of(word.split("–", -1))
          .map(MarkdownText::word)
          .collect(Collectors.joining("–"));
    }
    var around = AROUND.matcher(word);
    if (!around.matches()) {
      return code(word);
    }
    var core = around.group(2);
    if (core.isEmpty()) {
      return word;
    }
    if (core.equals("<") || core.equals(">") || core.equals("+")) {
      return around.group(1) + "\\" + core + around.group(3);
    }
    boolean isPlain = PLAIN.matcher(core).matches() && !HEX.matcher(core).matches();
    return around.group(1) + (isPlain || isNumber(core) ? core : code(core)) + around.group(3);
  }

  private static boolean isNumber(String word) {
    return word.chars().allMatch(each -> (each >= '0' && each <= '9') || each == ',');
  }

  /// A code span with as many ticks around as it takes.
  private static String code(String text) {
    int longest = longestTicks(text);
    if (longest == 0) {
      return "`" + text + "`";
    }
    var ticks = "`".repeat(longest + 1);
    return ticks + " " + text + " " + ticks;
  }

  private static int longestTicks(String text) {
    return Collections.max(
        Stream.concat(
                Stream.of(0), TICKS.matcher(text).results().map(each -> each.end() - each.start()))
            .toList());
  }

  /// A bar ends a cell even in a code span, and a backslash may or may not keep it from that.
  private static boolean isSafeInCell(String word) {
    return word.indexOf('|') < 0 && word.indexOf('\\') < 0 && word.indexOf('`') < 0;
  }

  private static String entities(String word) {
    return word.codePoints()
        .mapToObj(point ->
            Character.isLetterOrDigit(point) ? Character.toString(point) : "&#" + point + ";")
        .collect(Collectors.joining("", "<code>", "</code>"));
  }
}
