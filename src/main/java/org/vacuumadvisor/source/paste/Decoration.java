package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.regex.Pattern;

/// What people and programs put around the words of a server: marks of Markdown and of web pages,
/// stars and arrows, remarks at the end of a line, the time that a client prints before each.
final class Decoration {
  private record Mark(Pattern form, String instead) {
    Mark(String form, String instead) {
      this(Pattern.compile("(?m)" + form), instead);
    }
  }

  /// In the order in which they are taken off.
  private static final List<Mark> ALL =
      List.of(
          // of a table in Markdown the cell that holds a message
          new Mark("^\\|([^|\n]*\\b(?:INFO|LOG|DETAIL|WARNING|ERROR): [^|\n]*)\\|.*$", "$1"),
          new Mark("(?i)<br ?/?>", "\n"),
          new Mark(
              "(?i)</?(?:span|b|i|u|em|strong|code|pre|p|div|font|mark|kbd)(?: [^<>\n]{0,200})?>",
              ""),
          new Mark("^(\\*\\*|__|`)(?=[A-Z]{3,9}: )(.*)\\1$", "$2"),
          new Mark("\\*\\*(?=\\w)([^*\n]{0,200}\\w)\\*\\*", "$1"),
          new Mark("\\p{So}+ ?(?=\\d)|^(?:\\p{So} ?)+(?=[A-Z]{3,9}: )", ""),
          // how some clients begin what the server sends, with its time and code
          new Mark("^\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d] \\[00000] ", "INFO:  "),
          // "… has not been created yet -- apparent wraparound" is a message
          new Mark("(?<=[\\w.)%:;\"'])[ \t]+(?:--(?! apparent)|<--?|←)[ \t][^|\n]*$", ""));

  private Decoration() {}

  /// The text without it.
  static String removed(String text) {
    var plain = text;
    for (var mark : ALL) {
      plain = mark.form().matcher(plain).replaceAll(mark.instead());
    }
    return plain;
  }
}
