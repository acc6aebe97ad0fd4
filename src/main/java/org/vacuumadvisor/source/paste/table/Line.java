package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;

/// A line of a paste, without what clients, mailers and web pages put around it: colours, quote
/// marks, indentation that is common to all.
///
/// @param number in the paste, from 1
public record Line(int number, String text) {
  /// PostgreSQL's longest value we have a use for is far shorter; a longer line is no table of
  /// ours.
  private static final int LONGEST = 200_000;

  /// The lines of a text.
  ///
  /// @param before how many lines of other texts come before it
  public static List<Line> of(String paste, int before) {
    var lines = new ArrayList<Line>();
    int number = before;
    int start = !paste.isEmpty() && paste.charAt(0) == '\ufeff' ? 1 : 0;
    while (start <= paste.length()) {
      int end = paste.indexOf('\n', start);
      int stop = end < 0 ? paste.length() : end;
      number++;
      if (stop - start <= LONGEST) {
        lines.add(new Line(number, plain(paste.substring(start, stop))));
      } else {
        lines.add(new Line(number, plain(paste.substring(start, start + LONGEST))));
      }
      start = end < 0 ? paste.length() + 1 : end + 1;
    }
    return CommentMarks.removed(lines);
  }

  public boolean isBlank() {
    return text.isBlank();
  }

  private static String plain(String raw) {
    var text = unquoted(typed(withoutControls(raw)));
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }

  /// Quotes as a keyboard has them, and characters that a web page wrote as entities; the cells of
  /// an HTML table keep theirs.
  private static String typed(String text) {
    boolean isPlain =
        text.chars()
            .noneMatch(
                each -> each == '&' || (each >= '\u200b' && each <= '\u201f') || each == '\ufeff');
    if (isPlain) {
      return text;
    }
    var typed =
        text.replace('\u201c', '"')
            .replace('\u201d', '"')
            .replace('\u201e', '"')
            .replace('\u2018', '\'')
            .replace('\u2019', '\'')
            .replace("\u200b", "")
            .replace("\ufeff", "");
    return typed.contains("<t")
        ? typed
        : typed
            .replace("&gt;", ">")
            .replace("&lt;", "<")
            .replace("&quot;", "\"")
            .replace("&#34;", "\"")
            .replace("&#39;", "'")
            .replace("&nbsp;", " ")
            .replace("&amp;", "&");
  }

  /// A mail's or a forum's quote marks.
  private static String unquoted(String text) {
    int at = 0;
    boolean isQuoted = false;
    while (at < text.length() && text.charAt(at) == '>') {
      isQuoted = true;
      at++;
      if (at + 1 < text.length() && text.charAt(at) == ' ' && text.charAt(at + 1) == '>') {
        at++;
      }
    }
    if (!isQuoted) {
      return text;
    }
    return text.substring(at < text.length() && text.charAt(at) == ' ' ? at + 1 : at);
  }

  /// Escape sequences of terminals and other control characters, but for the tab.
  private static String withoutControls(String raw) {
    boolean isClean = raw.chars().noneMatch(each -> isControl((char) each) || each == '\u00a0');
    if (isClean) {
      return raw;
    }
    var text = new StringBuilder(raw.length());
    for (int at = 0; at < raw.length(); at++) {
      char character = raw.charAt(at);
      if (character == '\u001b') {
        at = endOfEscape(raw, at);
      } else if (character == '\u00a0') {
        text.append(' ');
      } else if (!isControl(character)) {
        text.append(character);
      }
    }
    return text.toString();
  }

  /// `ESC [ … letter`; anything else is an escape of two characters.
  private static int endOfEscape(String raw, int escape) {
    int at = escape + 1;
    if (at >= raw.length() || raw.charAt(at) != '[') {
      return at;
    }
    at++;
    while (at < raw.length() && (raw.charAt(at) < '@' || raw.charAt(at) > '~')) {
      at++;
    }
    return at;
  }

  private static boolean isControl(char character) {
    return character != '\t' && Character.isISOControl(character);
  }
}
