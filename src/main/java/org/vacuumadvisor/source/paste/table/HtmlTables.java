package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tables in HTML, as `psql -H` and web pages write them. Tags are cut away, never obeyed.
public final class HtmlTables {
  private static final int MOST_LINES = 200_000;

  private final List<Line> lines;

  public HtmlTables(List<Line> lines) {
    this.lines = lines;
  }

  /// A cell and whether it is a heading.
  private record Cell(String text, boolean isHeading) {}

  private record TableRow(int line, List<Cell> cells) {}

  /// The table that begins in this line.
  public Optional<Grid> tableAt(int first) {
    if (!lines.get(first).text().toLowerCase(Locale.ROOT).contains("<table")) {
      return Optional.empty();
    }
    var rows = new ArrayList<TableRow>();
    int at = first;
    boolean isOpen = false;
    boolean isClosed = false;
    var text = new StringBuilder();
    for (; at < lines.size() && at - first < MOST_LINES && !isClosed; at++) {
      var line = lines.get(at).text();
      int from = 0;
      for (int tag = line.indexOf('<'); tag >= 0; tag = line.indexOf('<', from)) {
        if (isOpen) {
          text.append(line, from, tag);
        }
        int end = line.indexOf('>', tag);
        if (end < 0) {
          from = line.length();
          break;
        }
        var name = name(line, tag, end);
        from = end + 1;
        switch (name) {
          case "tr" -> rows.add(new TableRow(lines.get(at).number(), new ArrayList<>()));
          case "td", "th" -> {
            isOpen = true;
            text.setLength(0);
          }
          case "/td", "/th" -> {
            if (isOpen && !rows.isEmpty()) {
              rows.getLast().cells().add(new Cell(unescaped(text.toString()), name.equals("/th")));
            }
            isOpen = false;
          }
          case "br" -> text.append('\n');
          case "/table" -> isClosed = true;
          default -> {}
        }
      }
      if (isOpen) {
        text.append(line, from, line.length());
      }
    }
    return grid(rows, first, at);
  }

  private static String name(String line, int tag, int end) {
    int stop = tag + 1;
    while (stop < end
        && (stop == tag + 1 || (stop - tag < 12 && " \t/".indexOf(line.charAt(stop)) < 0))) {
      stop++;
    }
    return line.substring(tag + 1, stop).toLowerCase(Locale.ROOT);
  }

  private static Optional<Grid> grid(List<TableRow> rows, int first, int end) {
    var filled = rows.stream().filter(row -> !row.cells().isEmpty()).toList();
    if (filled.isEmpty()) {
      return Optional.empty();
    }
    boolean isExpanded =
        filled.stream()
            .anyMatch(row ->
                row.cells().size() == 2
                    && row.cells().getFirst().isHeading()
                    && !row.cells().getLast().isHeading());
    return Optional.of(isExpanded ? expanded(filled, first, end) : plain(filled, first, end));
  }

  private static Grid plain(List<TableRow> rows, int first, int end) {
    var header = rows.getFirst().cells().stream().map(Cell::text).map(String::strip).toList();
    var cells = new ArrayList<Grid.Cells>();
    for (var row : rows.subList(1, rows.size())) {
      var values = new ArrayList<@Nullable String>();
      row.cells().forEach(each -> values.add(CellText.read(each.text())));
      cells.add(new Grid.Cells(row.line(), values));
    }
    return new Grid("", header, cells, first, end);
  }

  private static Grid expanded(List<TableRow> rows, int first, int end) {
    var header = new LinkedHashSet<String>();
    for (var row : rows) {
      if (row.cells().size() == 2) {
        header.add(row.cells().getFirst().text().strip());
      }
    }
    var names = List.copyOf(header);
    var cells = new ArrayList<Grid.Cells>();
    var values = new ArrayList<@Nullable String>();
    for (var row : rows) {
      boolean isNext =
          row.cells().size() != 2 || row.cells().getFirst().text().strip().equals(names.getFirst());
      if (isNext) {
        values = new ArrayList<>();
        for (int at = 0; at < names.size(); at++) {
          values.add(null);
        }
        if (row.cells().size() == 2) {
          cells.add(new Grid.Cells(row.line(), values));
        }
      }
      if (row.cells().size() == 2) {
        int at = names.indexOf(row.cells().getFirst().text().strip());
        if (at >= 0 && !values.isEmpty()) {
          values.set(at, CellText.read(row.cells().getLast().text()));
        }
      }
    }
    return new Grid("", names, cells, first, end);
  }

  private static String unescaped(String text) {
    return text.replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }
}
