package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.ParsedBoolean;

/// Tables without drawn lines: psql's unaligned and CSV formats, and the copies with tabs or wide
/// gaps that graphical clients make. Only a header whose names are known begins one.
final class DelimitedTables {
  private static final Pattern GAP = Pattern.compile("\t[ \t]*| [ \t]+");

  /// In place of a separator: tabs or wide gaps.
  private static final char GAPS = ' ';

  private static final List<Character> SEPARATORS = List.of('|', ',', '\t', ';', '~', '^', GAPS);
  private static final int LONGEST_ROW = 100_000;

  private DelimitedTables() {}

  static Optional<Grid> at(List<Line> lines, int at) {
    var text = lines.get(at).text();
    boolean isWide = text.contains("  ") || text.indexOf('\t') >= 0;
    for (char separator : SEPARATORS) {
      boolean isThere = separator == GAPS ? isWide : text.indexOf(separator) >= 0;
      var header = isThere ? cells(text, separator) : List.<String>of();
      if (isHeader(header)) {
        return Optional.of(table(lines, at, header, separator));
      }
    }
    return Optional.empty();
  }

  /// Rows without their header, as `psql -t` prints them, below what selects as many columns.
  static Optional<Grid> below(Statement statement, List<Line> lines, int at) {
    boolean isNext =
        at - statement.end() <= 4 // the end of a block and the beginning of the next
            && lines.subList(statement.end(), at).stream().allMatch(each -> isEnd(each.text()));
    var names = isNext ? SelectList.names(statement.text()) : List.<String>of();
    return isHeader(names)
        ? Stream.of('|', '\t', GAPS)
            .filter(each -> cells(lines.get(at).text(), each).size() == names.size())
            .findFirst()
            .map(each -> table(lines, at - 1, names, each))
        : Optional.empty();
  }

  private static List<String> cells(String text, char separator) {
    return separator == GAPS ? List.of(GAP.split(text.strip(), -1)) : split(text, separator);
  }

  private static boolean isHeader(List<String> names) {
    return names.size() >= 2
        && names.size() <= 100
        && names.stream().allMatch(DelimitedTables::isName)
        && names.stream().filter(Vocabulary::knows).count() * 2 >= names.size()
        && Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
  }

  /// Whether another header follows: of as many columns it has to be known whole, unlike a row.
  private static boolean isNext(List<String> cells, int columns) {
    return isHeader(cells)
        && cells.stream().limit(cells.size() == columns ? columns : 1).allMatch(Vocabulary::knows);
  }

  private static boolean isName(String text) {
    var name = text.strip();
    return !name.isEmpty()
        && name.length() <= 80
        && "0123456789|=:：→│".indexOf(name.charAt(0)) < 0 // which begin a value
        && ParsedBoolean.of(name).isEmpty()
        && name.chars().filter(each -> each == ' ').count() <= 4;
  }

  private static Grid table(List<Line> lines, int first, List<String> header, char separator) {
    var rows = new ArrayList<Grid.Cells>();
    int at = first + 1;
    while (at < lines.size() && !isEnd(lines.get(at).text())) {
      int start = at;
      var text = new StringBuilder(lines.get(at++).text());
      while (separator != GAPS
          && hasOpenQuote(text)
          && at < lines.size()
          && text.length() < LONGEST_ROW) {
        text.append('\n').append(lines.get(at++).text());
      }
      var cells = cells(text.toString(), separator);
      boolean isOther =
          separator == GAPS
              ? cells.size() != header.size()
              : isNext(cells, header.size()) || (header.size() > 2 && cells.size() < 2);
      if (isOther && separator == '|' && cells.size() < 2 && isRow(lines, at, header.size())) {
        continue; // a heading between rows, or a mark that some were left out
      }
      if (isOther) {
        at = start;
        break;
      }
      rows.add(Grid.Cells.written(lines.get(start).number(), cells));
    }
    int end = at < lines.size() && Grid.isRowCount(lines.get(at).text()) ? at + 1 : at;
    var names = header.stream().map(String::strip).toList();
    return new Grid(Grid.titleAbove(lines, first), names, rows, first, end);
  }

  private static boolean isRow(List<Line> lines, int at, int columns) {
    return at < lines.size() && split(lines.get(at).text(), '|').size() == columns;
  }

  private static boolean isEnd(String text) {
    return text.isBlank() || Grid.isRowCount(text) || text.strip().startsWith("```");
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
    var list = text.strip();
    boolean isList = list.startsWith("[") && list.endsWith("]");
    return (isList ? split(list.substring(1, list.length() - 1), ',') : List.of(list))
        .stream().map(String::strip).filter(each -> !each.isEmpty()).toList();
  }
}
