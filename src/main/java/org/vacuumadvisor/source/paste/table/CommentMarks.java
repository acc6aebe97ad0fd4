package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Tables in the comments of a program or a script: `-- relname | n_dead_tup`, `// jobs | 12`. The
/// mark in front of each line is no part of the table.
final class CommentMarks {
  private static final Pattern MARKED = Pattern.compile("\\s{0,40}(--|//|#|\\*) ( {0,9}\\S.*)");
  private static final int FEWEST_ROWS = 2;

  private CommentMarks() {}

  /// The lines, without the marks of neighbours that are rows with bars.
  static List<Line> removed(List<Line> lines) {
    var plain = new ArrayList<Line>(lines.size());
    int at = 0;
    while (at < lines.size()) {
      int end = end(lines, at);
      var run = lines.subList(at, Math.max(end, at + 1));
      boolean isTable =
          run.stream().filter(each -> each.text().contains(" | ")).count() >= FEWEST_ROWS;
      for (var line : run) {
        plain.add(isTable && end > at ? new Line(line.number(), text(line)) : line);
      }
      at = Math.max(end, at + 1);
    }
    return plain;
  }

  /// The end of the neighbours from `from` on that have the same mark.
  private static int end(List<Line> lines, int from) {
    var mark = mark(lines.get(from));
    int at = from;
    while (mark.isPresent() && at < lines.size() && mark.equals(mark(lines.get(at)))) {
      at++;
    }
    return at;
  }

  private static Optional<String> mark(Line line) {
    var match = MARKED.matcher(line.text());
    return match.matches() ? Optional.of(match.group(1)) : Optional.empty();
  }

  private static String text(Line line) {
    var match = MARKED.matcher(line.text());
    return match.matches() ? match.group(2) : line.text();
  }
}
