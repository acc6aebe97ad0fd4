package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.regex.Pattern;

/// What people and programs put around the words of a server: marks of Markdown and of web pages,
/// stars and arrows, remarks at the end of a line, the time that a client prints before each.
final class Decoration {
  private static final String SIGN = "[\u2190-\u24ff\u2580-\u2bff\\x{1f300}-\\x{1faff}]";

  /// A line of jsonlog, whose reader frees it of its backslashes.
  private static final Pattern RECORD = Pattern.compile("(?m)^\\s{0,9}\\{\"");

  /// @param sign without it in a text, or in place of it a character of a sign, there is none
  private record Mark(String sign, Pattern form, String instead) {
    Mark(String sign, String form, String instead) {
      this(sign, Pattern.compile("(?m)" + form), instead);
    }

    boolean mayBeIn(String text) {
      return sign.isEmpty() ? text.chars().anyMatch(each -> each >= '\u2190') : text.contains(sign);
    }
  }

  /// In the order in which they are taken off.
  private static final List<Mark> ALL =
      List.of(
          // of a table in Markdown the cell that holds a message
          new Mark(
              "|",
              "^\\|([^|\n]{0,200}\\b(?:INFO|LOG|DETAIL|WARNING|ERROR): [^|\n]{0,4000})\\|.*$",
              "$1"),
          new Mark("<", "(?i)<br ?/?>", "\n"),
          // a table whose rows a page has run together with the line under its header
          new Mark("-+-", "^(-{2,200}(?:\\+-{2,200}){1,60}) (?=\\S[^|\n]{0,200}\\|)", "$1\n"),
          new Mark(
              "<",
              "(?i)</?(?:span|b|i|u|em|strong|code|pre|p|div|font|mark|kbd)(?: [^<>\n]{0,200})?>",
              ""),
          new Mark(": ", "^(\\*\\*|__|`)(?=[A-Z]{3,9}: )(.*)\\1$", "$2"),
          new Mark("**", "(?<!\\w)\\*\\*(?=\\w)([^*\n]{0,200}\\w)\\*\\*(?!\\w)", "$1"),
          new Mark("", SIGN + "{1,9} ?(?=\\d)", ""),
          new Mark("", "(?<=\\| {1,9})" + SIGN + "{1,9} {1,3}(?=[\\w-])", ""),
          new Mark("", "^" + SIGN + "{1,9} {0,3}(?=[A-Z]{3,9}: )", ""),
          new Mark("“", "[“”]", "\""),
          // a transcript on one line
          new Mark(
              "INFO: ",
              "(?<=\\S) (?=INFO: {1,2}(?:aggressively )?(?:vacuuming|analyzing) \"[^\n"
                  + "]{1,4000}INFO: )",
              "\n"),
          new Mark(
              ",",
              "(?<=[a-z]),(?=\\d{1,18} (?:nonremovable|are currently|rows in|estimated))",
              ", "),
          // a report in a string of a program: `\n` for its lines, `\"` for its quotes
          new Mark("\\n\"", "^[ \t]{0,40}\"([^\n]{1,400})\\\\n\"[ \t+,;]{0,9}$", "$1"),
          new Mark("\\\"", "of table \\\\\"([^\"\\\\\n]{1,200})\\\\\"", "of table \"$1\""),
          new Mark(
              "\\n",
              "\\\\n(?=(?:pages|tuples|removable|new rel|frozen|visibility|index|parallel|delay|I/O"
                  + "|avg|buffer|WAL|memory|system)\\b)",
              "\n\t"),
          new Mark(": ", "^[ \t]{0,40}[\"'](?=\\d{4}-\\d\\d-\\d\\d \\d\\d:)", ""),
          new Mark("\"system", "^[ \t]{0,40}\"(?=system usage: )", ""),
          new Mark("elapsed: ", "(elapsed: [0-9.]{1,20} s)\"[,;]?$", "$1"),
          // how some clients begin what the server sends, with its time and code
          new Mark(
              "] [00000] ", "^(?:-- )?\\[?\\d{4}-\\d\\d-\\d\\d [\\d:]{8}] \\[00000] ", "INFO:  "),
          // "… has not been created yet -- apparent wraparound" is a message
          new Mark(" -- ", remark("--(?! apparent)"), "$1"),
          new Mark(" <-", remark("<--?"), "$1"),
          new Mark(" ←", remark("←"), "$1"));

  private Decoration() {}

  /// Behind a line of a message or a report; in a statement, or a row with one, it is no remark.
  private static String remark(String sign) {
    return "^(?=[^\n"
        + "]{0,400}?(?:[A-Z]{3,9}: |tuples: |pages: |rate: |usage: |cutoff: |scans:"
        + " |frozen:|\\d rows\\) |row versions|identifiers|(?:\\d|index) pages ))([^\n"
        + "]{0,2000}?[\\w.)%:;\"'])[ \t]{1,99}"
        + sign
        + "[ \t](?![^\n]{0,300}[A-Z]{3,9}: )[^|\n]{0,300}$";
  }

  /// The text without it.
  static String removed(String text) {
    var plain = text;
    boolean isJson = RECORD.matcher(text).find();
    for (var mark : ALL) {
      boolean isReaders = isJson && mark.sign().startsWith("\\");
      plain =
          !isReaders && mark.mayBeIn(plain)
              ? mark.form().matcher(plain).replaceAll(mark.instead())
              : plain;
    }
    return plain;
  }
}
