package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A line of a paste, without what clients, mailers and web pages put around it: colours, quote
/// marks, indentation that is common to all.
///
/// @param number in the paste, from 1
public record Line(int number, String text) {
  /// PostgreSQL's longest value we have a use for is far shorter; a longer line is no table of
  /// ours.
  private static final int LONGEST = 200_000;

  /// Escape sequences of terminals, and control characters but for the tab.
  private static final Pattern CONTROLS =
      Pattern.compile("\u001b(?:\\[[^@-~]*+[@-~]?|.)?|[\\p{Cntrl}\u0080-\u009f&&[^\t]]");

  /// A mail's or a forum's quote marks.
  private static final Pattern QUOTED = Pattern.compile("^>(?: ?>)*+ ?");

  /// How a table in the comments of a program or a script begins: `-- relname | n_dead_tup`.
  private static final Pattern COMMENT = Pattern.compile("\\s{0,40}(--|//|#|\\*) ( {0,9}\\S.*)");

  /// A line of a plan that goes on in the next.
  private static final Pattern OPEN = Pattern.compile(".*\\((?:cost=|actual )[^()]*");

  /// A table this narrow fits any terminal.
  private static final int NARROW = 40;

  /// The lines of a text.
  ///
  /// @param before how many lines of other texts come before it
  public static List<Line> of(String paste, int before) {
    var lines = new ArrayList<Line>();
    int start = !paste.isEmpty() && paste.charAt(0) == '\ufeff' ? 1 : 0;
    while (start <= paste.length()) {
      int end = paste.indexOf('\n', start);
      int stop = end < 0 ? paste.length() : end;
      var text = paste.substring(start, Math.min(stop, start + LONGEST));
      lines.add(new Line(before + lines.size() + 1, plain(text)));
      start = stop + 1;
    }
    return unbroken(uncommented(lines));
  }

  public boolean isBlank() {
    return text.isBlank();
  }

  private static String plain(String raw) {
    var text = raw;
    if (raw.chars().anyMatch(each -> Character.isISOControl(each) && each != '\t')) {
      text = CONTROLS.matcher(raw).replaceAll("");
    }
    text = typed(text.replace('\u00a0', ' '));
    text = text.startsWith(">") ? QUOTED.matcher(text).replaceFirst("") : text;
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  /// Quotes as a keyboard has them, and characters that a web page wrote as entities.
  private static String typed(String text) {
    var typed = text;
    if (text.chars().anyMatch(each -> (each >= '\u200b' && each <= '\u201f') || each == '\ufeff')) {
      typed =
          text.replaceAll("[\u201c\u201d\u201e]", "\"")
              .replaceAll("[\u2018\u2019]", "'")
              .replaceAll("[\u200b\ufeff]", "");
    }
    if (typed.indexOf('&') < 0) {
      return typed;
    }
    return typed
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
  }

  /// The lines without the marks of comments, where neighbours with one mark are rows with bars.
  private static List<Line> uncommented(List<Line> lines) {
    var plain = new ArrayList<Line>(lines.size());
    while (plain.size() < lines.size()) {
      var run = new ArrayList<Line>();
      var mark = "";
      for (var line : lines.subList(plain.size(), lines.size())) {
        var comment = COMMENT.matcher(line.text());
        if (!comment.matches() || !(run.isEmpty() || mark.equals(comment.group(1)))) {
          break;
        }
        mark = comment.group(1);
        run.add(new Line(line.number(), comment.group(2)));
      }
      boolean isTable = run.stream().filter(each -> each.text().contains(" | ")).count() > 1;
      int end = plain.size() + Math.max(run.size(), 1);
      plain.addAll(isTable ? run : lines.subList(plain.size(), end));
    }
    return plain;
  }

  /// The lines with those joined that a terminal or a mail program broke: rows of a plan, and of a
  /// table that was too wide, of which the drawn line takes as many pieces as each row.
  private static List<Line> unbroken(List<Line> lines) {
    var whole = new ArrayList<>(lines);
    for (int at = 0; at + 1 < whole.size(); at++) {
      int pieces = piecesOfRule(whole, at);
      if (pieces > 1 && at >= pieces) {
        int width = whole.get(at).text.length();
        join(whole, at - pieces, pieces, width);
        int row = at - pieces + 1;
        do {
          join(whole, row++, pieces, width);
        } while (row + pieces <= whole.size() && Drawing.bars(whole.get(row).text) > 0);
      } else if (OPEN.matcher(whole.get(at).text).matches()) {
        join(whole, at, 2, whole.get(at).text.length() + 1);
      }
    }
    return whole;
  }

  /// How many lines a drawn line takes that begins here; 0 where none does.
  private static int piecesOfRule(List<Line> lines, int at) {
    var first = lines.get(at).text;
    int end = at;
    while (end < lines.size() && Drawing.isOne(lines.get(end).text)) {
      end++;
    }
    boolean isBroken =
        first.startsWith("-")
            && first.length() > NARROW
            && lines.subList(at, Math.max(at, end - 1)).stream()
                .allMatch(each -> each.text.length() == first.length());
    return isBroken ? end - at : 0;
  }

  private static void join(List<Line> lines, int at, int pieces, int width) {
    var text = new StringBuilder();
    for (int piece = 0; piece < pieces; piece++) {
      text.repeat(' ', Math.max(0, piece * width - text.length()));
      text.append(lines.get(at + piece).text);
    }
    var joined = new Line(lines.get(at).number, text.toString());
    lines.subList(at, at + pieces).clear();
    lines.add(at, joined);
  }
}
