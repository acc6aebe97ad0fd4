package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What people and programs put around the words of a server, listed in the resource `marks.txt`:
/// marks of Markdown and of web pages, stars and arrows, remarks at the end of a line, the time
/// that a client prints before each, the exception in which an application reports a message.
final class Decoration {
  /// A line of jsonlog, whose reader frees it of its backslashes.
  private static final Pattern RECORD = Pattern.compile("(?m)^\\s{0,9}\\{\"");

  /// An export of messages of a log, whose reader unwraps them.
  private static final Pattern EXPORT =
      Pattern.compile("\\s{0,9}[{\\[]\\s*(?:\"\\w+\": ?\\[\\s*)?\\{\\s*\"");

  /// In the order in which they are taken off.
  private static final List<Mark> ALL = marks();

  /// @param signs a text with none of them, or nothing beyond letters, has no such mark
  private record Mark(List<String> signs, Pattern form, String instead) {
    boolean mayBeIn(String text) {
      return signs.contains("")
          ? text.chars().anyMatch(each -> each >= '\u200b')
          : signs.stream().anyMatch(text::contains);
    }
  }

  private Decoration() {}

  static boolean isExport(String text) {
    return EXPORT.matcher(text).lookingAt();
  }

  /// The text without it.
  static String removed(String text) {
    if (isExport(text)) {
      return text;
    }
    var plain = text;
    boolean isJson = RECORD.matcher(text).find();
    for (var mark : ALL) {
      boolean isReaders = isJson && mark.signs().getFirst().startsWith("\\");
      plain =
          !isReaders && mark.mayBeIn(plain)
              ? mark.form().matcher(plain).replaceAll(mark.instead())
              : plain;
    }
    return plain;
  }

  private static List<Mark> marks() {
    var lines = Forms.lines("marks.txt");
    var marks = new ArrayList<Mark>();
    for (int at = 0; at < lines.size(); at += 3) {
      var sign = lines.get(at);
      var signs = Stream.of(sign.substring(1, sign.length() - 1).split("¦", -1)).toList();
      var form = Pattern.compile("(?m)" + lines.get(at + 1).substring(1));
      marks.add(new Mark(signs, form, lines.get(at + 2).substring(1).translateEscapes()));
    }
    return List.copyOf(marks);
  }
}
