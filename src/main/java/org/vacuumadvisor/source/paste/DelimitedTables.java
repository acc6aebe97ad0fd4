package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.ParsedBoolean;

/// Tables without drawn lines: psql's unaligned and CSV formats, and the copies with tabs or wide
/// gaps that graphical clients make. Only a header whose names are known begins one.
final class DelimitedTables {
  private static final Pattern GAP = Pattern.compile("\t[ \t]*| [ \t]+");
  private static final List<Character> SEPARATORS = List.of('|', ',', '\t', ';', '~', '^');
  private static final int LONGEST_ROW = 100_000;

  private DelimitedTables() {}

  static Optional<Grid> at(List<Line> lines, int at) {
    var text = lines.get(at).text();
    for (char separator : SEPARATORS) {
      if (text.indexOf(separator) >= 0) {
        var header = split(text, separator);
        if (isHeader(header)) {
          return Optional.of(table(lines, at, header, separator));
        }
      }
    }
    boolean isWide = text.contains("  ") || text.indexOf('\t') >= 0;
    var header = isWide ? wide(text) : List.<String>of();
    return isHeader(header) ? Optional.of(wideTable(lines, at, header)) : Optional.empty();
  }

  private static boolean isHeader(List<String> names) {
    return names.size() >= 2
        && names.size() <= 100
        && names.stream().allMatch(DelimitedTables::isName)
        && names.stream().filter(Vocabulary::knows).count() * 2 >= names.size()
        && Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
  }

  /// Whether another header follows: of as many columns it has to be known whole, as
  /// `autovacuum,off` is a row.
  private static boolean isNext(List<String> cells, int columns) {
    return isHeader(cells)
        && (cells.size() == columns
            ? cells.stream().allMatch(Vocabulary::knows)
            : Vocabulary.knows(cells.getFirst()));
  }

  private static boolean isName(String text) {
    var name = text.strip();
    return !name.isEmpty()
        && name.length() <= 80
        && !Character.isDigit(name.charAt(0))
        && ParsedBoolean.of(name).isEmpty()
        && name.chars().filter(each -> each == ' ').count() <= 4;
  }

  private static Grid table(List<Line> lines, int first, List<String> header, char separator) {
    var rows = new ArrayList<Grid.Cells>();
    int at = first + 1;
    while (at < lines.size() && !lines.get(at).isBlank() && !isEnd(lines.get(at).text())) {
      int start = at;
      var text = new StringBuilder(lines.get(at++).text());
      while (hasOpenQuote(text) && at < lines.size() && text.length() < LONGEST_ROW) {
        text.append('\n').append(lines.get(at++).text());
      }
      var cells = split(text.toString(), separator);
      boolean isNext = isNext(cells, header.size());
      if (isNext || (header.size() > 2 && cells.size() < 2)) {
        at = start;
        break;
      }
      rows.add(Grid.Cells.written(lines.get(start).number(), cells));
    }
    return grid(lines, first, header, rows, at);
  }

  private static Grid wideTable(List<Line> lines, int first, List<String> header) {
    var rows = new ArrayList<Grid.Cells>();
    int at = first + 1;
    for (; at < lines.size() && !isEnd(lines.get(at).text()); at++) {
      var cells = wide(lines.get(at).text());
      if (cells.size() != header.size()) {
        break;
      }
      rows.add(Grid.Cells.written(lines.get(at).number(), cells));
    }
    return grid(lines, first, header, rows, at);
  }

  private static Grid grid(
      List<Line> lines, int first, List<String> header, List<Grid.Cells> rows, int at) {
    int end = at < lines.size() && Grid.isRowCount(lines.get(at).text()) ? at + 1 : at;
    var names = header.stream().map(String::strip).toList();
    return new Grid(Grid.titleAbove(lines, first), names, rows, first, end);
  }

  private static boolean isEnd(String text) {
    return Grid.isRowCount(text) || text.strip().startsWith("```");
  }

  private static boolean hasOpenQuote(CharSequence text) {
    long quotes = text.chars().filter(each -> each == '"').count();
    return quotes % 2 == 1 && (text.charAt(0) == '"' || text.toString().contains(",\""));
  }

  /// The cells between separators; one in double quotes may contain them, and doubled quotes.
  static List<String> split(String text, char separator) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (quoted && character == '"' && text.startsWith("\"\"", at)) {
        cell.append('"');
        at++;
      } else if (quoted && character == '"') {
        quoted = false;
      } else if (!quoted && character == '"' && cell.toString().isBlank()) {
        cell.setLength(0);
        quoted = true;
      } else if (!quoted && character == separator) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(character);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  /// One name, or a list of them as JSON and YAML write it: `["a.b", "c"]`.
  static List<String> names(String text) {
    var stripped = text.strip();
    boolean isList = stripped.startsWith("[") && stripped.endsWith("]");
    Function<String, String> unquoted =
        each ->
            each.length() > 2 && each.startsWith("'") && each.endsWith("'")
                ? each.substring(1, each.length() - 1)
                : each;
    return (isList
            ? split(stripped.substring(1, stripped.length() - 1), ',').stream()
                .map(String::strip)
                .map(unquoted)
            : List.of(stripped).stream())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /// The cells between tabs or wide gaps.
  private static List<String> wide(String text) {
    return List.of(GAP.split(text.strip(), -1));
  }
}
