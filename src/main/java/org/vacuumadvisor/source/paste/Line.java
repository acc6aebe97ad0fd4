package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A line of a paste, without what clients, mailers and web pages put around it: colours, quote
/// marks, indentation that is common to all.
///
/// @param number in the paste, from 1
record Line(int number, String text) {
  /// The longest value in use is far shorter; a longer line is no table of PostgreSQL's.
  private static final int LONGEST = 200_000;

  /// Escape sequences of terminals, and control characters but for the tab.
  private static final Pattern CONTROLS = Forms.of("line-controls");

  private static final Pattern QUOTED = Pattern.compile("^>(?: ?>)*+ ?");

  /// How a table in the comments of a program or a script begins: `-- relname | n_dead_tup`.
  private static final Pattern COMMENT = Pattern.compile("\\s{0,40}(--|//|#|\\*) ( {0,9}\\S.*)");

  /// In place of lines that somebody left out.
  private static final Pattern LEFT_OUT = Forms.of("line-left-out");

  /// A line of a plan that goes on in the next.
  private static final Pattern OPEN = Pattern.compile(".*\\((?:cost=|actual )[^()]*");

  private static final int NARROW = 40;

  /// Lines that a terminal makes of one, at most: more drawn lines in a row are no table.
  private static final int MOST_PIECES = 20;

  /// The lines of a text.
  ///
  /// @param before how many lines of other texts come before it
  static List<Line> of(String paste, int before) {
    var lines = new ArrayList<Line>();
    int number = before;
    int start = 0;
    while (start <= paste.length()) {
      int end = paste.indexOf('\n', start);
      int stop = end < 0 ? paste.length() : end;
      var text = paste.substring(start, Math.min(stop, start + LONGEST));
      number++;
      if (!LEFT_OUT.matcher(text).matches()) {
        lines.addAll(LostEnds.of(new Line(number, plain(text))));
      }
      start = stop + 1;
    }
    return unbroken(uncommented(lines));
  }

  boolean isBlank() {
    return text.isBlank();
  }

  private static String plain(String raw) {
    var text = raw;
    if (raw.chars().anyMatch(each -> Character.isISOControl(each) && each != '\t')) {
      text = CONTROLS.matcher(raw).replaceAll("");
    }
    text = text.replace('\u00a0', ' ');
    text = text.startsWith(">") ? QUOTED.matcher(text).replaceFirst("") : text;
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
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
    var whole = new ArrayList<Line>(lines.size());
    int at = 0;
    while (at < lines.size()) {
      int width = lines.get(at).text.length();
      int pieces = piecesOfRule(lines, at);
      if (pieces > 1 && whole.size() >= pieces) {
        var header = whole.subList(whole.size() - pieces, whole.size());
        var joined = joined(header, width);
        header.clear();
        whole.add(joined);
        do {
          whole.add(joined(lines.subList(at, at + pieces), width));
          at += pieces;
        } while (at + pieces <= lines.size() && Drawing.bars(lines.get(at).text) > 0);
      } else if (at + 1 < lines.size() && OPEN.matcher(lines.get(at).text).matches()) {
        whole.add(joined(lines.subList(at, at + 2), width + 1));
        at += 2;
      } else {
        whole.add(lines.get(at));
        at++;
      }
    }
    return whole;
  }

  /// How many lines a drawn line takes that begins here; 0 where none does.
  private static int piecesOfRule(List<Line> lines, int at) {
    var first = lines.get(at).text;
    if (first.length() <= NARROW || !first.startsWith("-") || !Drawing.isOne(first)) {
      return 0;
    }
    int end = at + 1;
    while (end < lines.size()
        && (lines.get(end).text.equals(first) || Drawing.isOne(lines.get(end).text))) {
      if (lines.get(end - 1).text.length() != first.length() || end - at == MOST_PIECES) {
        return 0;
      }
      end++;
    }
    return end - at;
  }

  private static Line joined(List<Line> pieces, int width) {
    var text = new StringBuilder();
    for (int piece = 0; piece < pieces.size(); piece++) {
      text.repeat(' ', Math.max(0, piece * width - text.length()));
      text.append(pieces.get(piece).text);
    }
    return new Line(pieces.getFirst().number, text.toString());
  }
}
