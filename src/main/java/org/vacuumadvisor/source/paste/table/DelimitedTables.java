package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tables without drawn lines: psql's unaligned and CSV formats, and the copies with tabs or wide
/// gaps that graphical clients make. Only a header whose names are known begins one.
public final class DelimitedTables {
  private static final String SEPARATORS = "|,\t;~^";

  private final List<Line> lines;

  public DelimitedTables(List<Line> lines) {
    this.lines = lines;
  }

  public Optional<Grid> headerAt(int at) {
    var text = lines.get(at).text();
    for (int each = 0; each < SEPARATORS.length(); each++) {
      char separator = SEPARATORS.charAt(each);
      if (text.indexOf(separator) >= 0) {
        var header = split(text, separator);
        if (isHeader(header)) {
          return Optional.of(table(at, header, separator));
        }
      }
    }
    if (text.contains("  ") || text.indexOf('\t') >= 0) {
      var header = wide(text);
      if (isHeader(header)) {
        return Optional.of(wideTable(at, header));
      }
    }
    return Optional.empty();
  }

  private static boolean isHeader(List<String> names) {
    return names.size() >= 2
        && names.size() <= 100
        && names.stream().allMatch(DelimitedTables::isName)
        && Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
  }

  private static boolean isName(String text) {
    var name = text.strip();
    return !name.isEmpty()
        && name.length() <= 80
        && !Character.isDigit(name.charAt(0))
        && name.chars().filter(each -> each == ' ').count() <= 4;
  }

  private Grid table(int first, List<String> header, char separator) {
    var rows = new ArrayList<Grid.Cells>();
    int at = first + 1;
    while (at < lines.size() && !lines.get(at).isBlank() && !isEnd(lines.get(at).text())) {
      int start = at;
      var text = new StringBuilder(lines.get(at).text());
      at++;
      while (hasOpenQuote(text) && at < lines.size() && text.length() < 100_000) {
        text.append('\n').append(lines.get(at).text());
        at++;
      }
      var cells = split(text.toString(), separator);
      if (Vocabulary.standard().knows(cells.getFirst()) && isHeader(cells)) {
        at = start;
        break;
      }
      if (Math.abs(cells.size() - header.size()) > 1 && cells.size() < 2) {
        at = start;
        break;
      }
      rows.add(new Grid.Cells(lines.get(start).number(), values(cells)));
    }
    return grid(first, header, rows, at);
  }

  private Grid wideTable(int first, List<String> header) {
    var rows = new ArrayList<Grid.Cells>();
    int at = first + 1;
    for (; at < lines.size() && !isEnd(lines.get(at).text()); at++) {
      var cells = wide(lines.get(at).text());
      if (cells.size() != header.size()) {
        break;
      }
      rows.add(new Grid.Cells(lines.get(at).number(), values(cells)));
    }
    return grid(first, header, rows, at);
  }

  private Grid grid(int first, List<String> header, List<Grid.Cells> rows, int at) {
    int end = at < lines.size() && RowCount.isOne(lines.get(at).text()) ? at + 1 : at;
    var title = first == 0 ? "" : lines.get(first - 1).text().strip();
    return new Grid(title, header.stream().map(String::strip).toList(), rows, first, end);
  }

  private static boolean isEnd(String text) {
    return RowCount.isOne(text) || text.strip().startsWith("```");
  }

  private static List<@Nullable String> values(List<String> cells) {
    var values = new ArrayList<@Nullable String>();
    cells.forEach(cell -> values.add(CellText.read(cell)));
    return values;
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
      if (quoted) {
        if (character == '"' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
          cell.append('"');
          at++;
        } else if (character == '"') {
          quoted = false;
        } else {
          cell.append(character);
        }
      } else if (character == '"' && cell.toString().isBlank()) {
        cell.setLength(0);
        quoted = true;
      } else if (character == separator) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(character);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  /// The cells between tabs or wide gaps.
  private static List<String> wide(String text) {
    var cells = new ArrayList<String>();
    var stripped = text.strip();
    int start = 0;
    for (int at = 0; at < stripped.length(); at++) {
      boolean isGap =
          stripped.charAt(at) == '\t'
              || (stripped.charAt(at) == ' '
                  && at + 1 < stripped.length()
                  && stripped.charAt(at + 1) == ' ');
      if (isGap) {
        cells.add(stripped.substring(start, at));
        while (at + 1 < stripped.length() && " \t".indexOf(stripped.charAt(at + 1)) >= 0) {
          at++;
        }
        start = at + 1;
      }
    }
    cells.add(stripped.substring(start));
    return cells;
  }
}
