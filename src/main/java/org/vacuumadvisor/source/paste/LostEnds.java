package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Lines of results that a copy has joined to one: `relname | relpages ---+--- t | 157 u | 90`.
final class LostEnds {
  /// The line that psql draws below a header, between what stood above and below it.
  private static final Pattern RULE = Pattern.compile("(?<= )-{3,}(?:\\+-{3,}){0,99}(?= |$)");

  /// How many rows there were, or the next prompt.
  private static final Pattern END = Pattern.compile("\\(\\d+ rows?\\)|\\S{1,60}[=*!-]+[#>] ");

  private static final Pattern BAR = Pattern.compile(" ?\\| ?");
  private static final Pattern LAST_WORD = Pattern.compile("(.*?)([^\\s;]+)\\s*", Pattern.DOTALL);

  /// The name of a column before its value, as expanded rows have them.
  private static final Pattern NAMED =
      Pattern.compile("(?<![\\p{L}\\p{N}_.|])([a-z]\\w{2,40}) +\\| ");

  private static final int LONGEST = 20_000;

  private LostEnds() {}

  /// The lines that one was, all with its number; itself where it lost none.
  static List<Line> of(Line line) {
    var text = line.text();
    var lines =
        text.length() > LONGEST
            ? List.<String>of()
            : text.contains(" ---")
                ? table(text)
                : text.contains(" | ") ? pairs(text) : List.<String>of();
    return lines.isEmpty()
        ? List.of(line)
        : lines.stream().map(each -> new Line(line.number(), each)).toList();
  }

  /// What stood above a header, the table, and what stood below it; nothing if there is none.
  private static List<String> table(String text) {
    var rule = RULE.matcher(text);
    if (!rule.find()) {
      return List.of();
    }
    int columns = 1 + (int) rule.group().chars().filter(each -> each == '+').count();
    var end = END.matcher(text);
    boolean isEnded = end.find(rule.end());
    int stop = isEnded ? end.start() : text.length();
    var above = BAR.split(text.substring(0, rule.start()).strip(), -1);
    var first = LAST_WORD.matcher(above.length < columns ? "" : above[above.length - columns]);
    var rows = rows(text.substring(rule.end(), stop).strip(), columns);
    boolean isCut = columns == 1 ? !isEnded : rows.isEmpty() && stop > rule.end();
    if (!first.matches() || isCut) {
      return List.of();
    }
    var header = new ArrayList<>(List.of(above).subList(above.length - columns, above.length));
    header.set(0, first.group(2));
    if (header.stream().noneMatch(Vocabulary::knows)) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    lines.add(String.join("|", List.of(above).subList(0, above.length - columns)) + first.group(1));
    lines.add(framed(header));
    lines.add(framed(Collections.nCopies(columns, "---")));
    rows.stream().map(LostEnds::framed).forEach(lines::add);
    int next = isEnded && text.charAt(stop) == '(' ? end.end() : stop;
    lines.add(text.substring(stop, next));
    lines.addAll(of(new Line(0, text.substring(next).strip())).stream().map(Line::text).toList());
    lines.removeIf(String::isBlank);
    return lines;
  }

  /// The rows between whose cells bars stand: the last cell of one and the first of the next are
  /// one piece, of which the first, a name or a number, is the last word.
  private static List<List<String>> rows(String text, int columns) {
    var rows = new ArrayList<List<String>>();
    if (columns == 1) {
      rows.add(List.of(text));
    }
    var row = new ArrayList<String>();
    for (var piece : columns == 1 || text.isEmpty() ? new String[0] : BAR.split(text, -1)) {
      var next = LAST_WORD.matcher(piece);
      if (row.size() < columns - 1) {
        row.add(piece);
      } else if (next.matches() && !next.group(1).isBlank()) {
        row.add(next.group(1).strip());
        rows.add(List.copyOf(row));
        row.clear();
        row.add(next.group(2));
      } else {
        row.add(piece);
      }
    }
    if (row.size() == columns) {
      rows.add(row);
    }
    return rows;
  }

  /// A row as Markdown has it, whose bars need not stand below each other.
  private static String framed(List<String> cells) {
    return "|" + String.join("|", cells) + "|";
  }

  /// An expanded row: each bar stands behind a name, of which two or more are known; names without
  /// values are a header.
  private static List<String> pairs(String text) {
    var names = NAMED.matcher(text).results().toList();
    var starts = new ArrayList<>(names.stream().map(MatchResult::start).toList());
    starts.add(text.length());
    var lines =
        IntStream.range(0, names.size())
            .mapToObj(at -> text.substring(starts.get(at), starts.get(at + 1)).strip())
            .toList();
    long known =
        names.stream()
            .map(each -> each.group(1))
            .filter(each -> Vocabulary.knows(each) || KnownRows.isColumn(each))
            .count();
    long empty = lines.stream().filter(each -> each.endsWith("|")).count();
    boolean isOne = known >= 2 && names.size() == Drawing.bars(text) && 2 * empty < lines.size();
    return isOne ? lines : List.of();
  }
}
