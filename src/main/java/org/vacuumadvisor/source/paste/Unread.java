package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Excerpt.UnknownLine;
import org.vacuumadvisor.model.VacuumMatter;

/// What nobody understood: whole lines, and columns and cells of tables that were read.
final class Unread {
  /// Enough unknown lines to see what went wrong.
  private static final int MOST_LINES = 10_000;

  /// Columns, a name with a value, or the severity of a message.
  private static final Pattern PRINTED = Forms.of("unread-printed");

  /// A server's message of a level at which the reader of logs takes those about vacuum.
  private static final Pattern MESSAGE = Forms.of("unread-message");

  private final List<Line> lines;
  private final Set<Integer> elsewhere;
  private int prose;
  private final List<UnknownLine> unknown = new ArrayList<>();

  /// @param elsewhere numbers of lines that someone else understands
  Unread(List<Line> lines, Set<Integer> elsewhere) {
    this.lines = lines;
    this.elsewhere = elsewhere;
  }

  /// In the order of the text.
  List<UnknownLine> unknown() {
    return unknown.stream().sorted(Comparator.comparingInt(UnknownLine::number)).toList();
  }

  int prose() {
    return prose;
  }

  /// A line that no shape took. Words of people are passed over, and messages about something else;
  /// what looks printed by a program, or speaks of vacuum's matter, should have been read.
  void outside(Line line) {
    var text = line.text().strip();
    boolean isPrinted = PRINTED.matcher(text).find() && !MESSAGE.matcher(text).find();
    if (isPrinted || VacuumMatter.isIn(text)) {
      line(line);
    } else {
      prose++;
    }
  }

  void line(Line line) {
    if (!line.isBlank() && !elsewhere.contains(line.number())) {
      part(line.number(), line.text());
    }
  }

  void table(Grid grid) {
    for (var line : lines.subList(grid.first(), grid.end())) {
      // what clients draw and count says nothing
      if (Drawing.isOne(line.text()) || Grid.isRowCount(line.text())) {
        prose++;
      } else {
        line(line);
      }
    }
  }

  /// A heading that no topic knows, at the first line of its table that has it.
  void heading(Grid grid, String heading) {
    lines.subList(grid.first(), Math.min(grid.end(), lines.size())).stream()
        .filter(each -> each.text().contains(heading.lines().findFirst().orElse("")))
        .findFirst()
        .ifPresent(each -> part(each.number(), "column " + heading));
  }

  void part(int line, String text) {
    if (unknown.size() < MOST_LINES) {
      unknown.add(new UnknownLine(line, text));
    }
  }
}
