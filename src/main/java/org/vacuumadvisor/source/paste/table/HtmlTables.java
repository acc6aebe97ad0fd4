package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Tables in HTML, as `psql -H` and web pages write them. Tags are cut away, never obeyed.
final class HtmlTables {
  private static final int MOST_LINES = 200_000;
  private static final Pattern TAG = Pattern.compile("<(/?[^\\s/>]{0,12})[^>]*+>|<[^>]*+$");

  private HtmlTables() {}

  private record TableRow(int line, List<String> cells, List<Boolean> headings) {
    boolean isNamed() {
      return cells.size() == 2 && headings.getFirst() && !headings.getLast();
    }
  }

  /// The table that begins in this line.
  static Optional<Grid> at(List<Line> lines, int first) {
    if (!lines.get(first).text().toLowerCase(Locale.ROOT).contains("<table")) {
      return Optional.empty();
    }
    var rows = new ArrayList<TableRow>();
    int at = first;
    boolean isClosed = false;
    var open = Optional.<StringBuilder>empty();
    for (; at < lines.size() && at - first < MOST_LINES && !isClosed; at++) {
      var line = lines.get(at);
      var tags = TAG.matcher(line.text());
      int from = 0;
      while (tags.find()) {
        var text = line.text().substring(from, tags.start());
        open.ifPresent(each -> each.append(text));
        from = tags.end();
        var tag = tags.group(1) == null ? "" : tags.group(1).toLowerCase(Locale.ROOT);
        switch (tag) {
          case "tr" -> rows.add(new TableRow(line.number(), new ArrayList<>(), new ArrayList<>()));
          case "td", "th" -> open = Optional.of(new StringBuilder());
          case "/td", "/th" -> {
            if (open.isPresent() && !rows.isEmpty()) {
              rows.getLast().cells().add(Line.unescaped(open.get().toString()));
              rows.getLast().headings().add(tag.equals("/th"));
            }
            open = Optional.empty();
          }
          case "br" -> open.ifPresent(each -> each.append('\n'));
          case "/table" -> isClosed = true;
          default -> {}
        }
      }
      var rest = line.text().substring(from);
      open.ifPresent(each -> each.append(rest));
    }
    rows.removeIf(row -> row.cells().isEmpty());
    return rows.isEmpty() ? Optional.empty() : Optional.of(grid(rows, first, at));
  }

  private static Grid grid(List<TableRow> rows, int first, int end) {
    if (rows.stream().anyMatch(TableRow::isNamed)) {
      return expanded(rows, first, end);
    }
    return new Grid(
        "",
        rows.getFirst().cells().stream().map(String::strip).toList(),
        rows.stream().skip(1).map(row -> Grid.Cells.written(row.line(), row.cells())).toList(),
        first,
        end);
  }

  private static Grid expanded(List<TableRow> rows, int first, int end) {
    var records = new Grid.Records();
    boolean isOpen = false;
    for (var row : rows) {
      var name = row.cells().getFirst().strip();
      boolean isPair = row.cells().size() == 2;
      if (isPair && (!isOpen || records.last().containsKey(name))) {
        records.begin(row.line());
      }
      isOpen = isPair;
      if (isPair) {
        records.last().put(name, row.cells().getLast());
      }
    }
    return records.grid("", first, end);
  }
}
