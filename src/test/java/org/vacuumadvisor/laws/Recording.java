package org.vacuumadvisor.laws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// What psql showed of a real server with one fault, recorded by `faults/record.sh`: results of
/// statements, from which a view, a column or a row can be taken away.
///
/// @param fault `transaction`, `slot`, …; `healthy` for none
record Recording(String release, String fault, List<Result> results) {
  /// Several laws look at the same knock-outs.
  private static final Map<String, Assessment> ASSESSED = new ConcurrentHashMap<>();

  private static final Map<String, Survey> READ = new ConcurrentHashMap<>();

  Recording {
    results = List.copyOf(results);
  }

  /// The result of one statement.
  record Result(String statement, List<String> columns, List<List<String>> rows) {
    Result {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }

    Result without(String column) {
      int at = columns.indexOf(column);
      return new Result(
          statement, dropped(columns, at), rows.stream().map(row -> dropped(row, at)).toList());
    }

    Result withoutRow(List<String> row) {
      return new Result(
          statement, columns, rows.stream().filter(each -> !each.equals(row)).toList());
    }

    private static List<String> dropped(List<String> from, int at) {
      return IntStream.range(0, from.size())
          .filter(each -> each != at)
          .mapToObj(from::get)
          .toList();
    }

    /// As psql prints it by default.
    String aligned() {
      var text = new StringBuilder();
      var widths =
          IntStream.range(0, columns.size())
              .map(at ->
                  Math.max(
                      columns.get(at).length(),
                      rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0)))
              .toArray();
      text.append(line(columns, widths)).append('\n');
      text.append(
              Arrays.stream(widths)
                  .mapToObj(width -> "-".repeat(width + 2))
                  .collect(Collectors.joining("+")))
          .append('\n');
      rows.forEach(row -> text.append(line(row, widths)).append('\n'));
      return text.append("(%d row%s)\n\n".formatted(rows.size(), rows.size() == 1 ? "" : "s"))
          .toString();
    }

    private static String line(List<String> cells, int[] widths) {
      return IntStream.range(0, cells.size())
          .mapToObj(at -> " %s ".formatted(padded(cells.get(at), widths[at])))
          .collect(Collectors.joining("|"));
    }

    private static String padded(String cell, int width) {
      return cell + " ".repeat(width - cell.length());
    }

    /// As psql prints it after `\x`.
    String expanded() {
      if (rows.isEmpty()) {
        return "(0 rows)\n\n";
      }
      int width = columns.stream().mapToInt(String::length).max().orElse(0);
      var text = new StringBuilder();
      for (int at = 0; at < rows.size(); at++) {
        text.append("-[ RECORD %d ]%s\n".formatted(at + 1, "-".repeat(20)));
        for (int column = 0; column < columns.size(); column++) {
          text.append(
              "%s | %s\n".formatted(padded(columns.get(column), width), rows.get(at).get(column)));
        }
      }
      return text.append('\n').toString();
    }

    /// As `COPY … TO STDOUT (FORMAT csv, HEADER)` and `psql --csv` print it.
    String csv() {
      return Stream.concat(Stream.of(columns), rows.stream())
              .map(row -> row.stream().map(Result::quoted).collect(Collectors.joining(",")))
              .collect(Collectors.joining("\n"))
          + "\n\n";
    }

    private static String quoted(String cell) {
      return cell.contains(",") || cell.contains("\"")
          ? "\"" + cell.replace("\"", "\"\"") + "\""
          : cell;
    }
  }

  /// All recordings of all releases.
  static List<Recording> all() {
    try (var files = Files.walk(folder())) {
      return files
          .filter(each -> each.toString().endsWith(".txt"))
          .sorted()
          .map(Recording::of)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path folder() {
    try {
      return Path.of(
              Objects.requireNonNull(Recording.class.getResource("/faults/record.sh")).toURI())
          .getParent();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Recording of(Path file) {
    try {
      return new Recording(
          String.valueOf(file.getParent().getFileName()),
          String.valueOf(file.getFileName()).replace(".txt", ""),
          results(Files.readAllLines(file)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Result> results(List<String> lines) {
    var results = new ArrayList<Result>();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith("=# ")) {
        var statement = lines.get(at).substring(3);
        var columns = cells(lines.get(at + 1));
        var rows = new ArrayList<List<String>>();
        for (at += 3; !lines.get(at).startsWith("("); at++) {
          rows.add(cells(lines.get(at)));
        }
        results.add(new Result(statement, columns, rows));
      }
    }
    return results;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
  }

  boolean isHealthy() {
    return fault.equals("healthy");
  }

  /// The id of the finding that it was made for.
  String expected() {
    return switch (fault) {
      case "transaction" -> "xmin-held-by-transaction";
      case "prepared" -> "xmin-held-by-prepared";
      case "slot" -> "xmin-held-by-slot";
      case "autovacuum-off" -> "autovacuum-disabled";
      case "threshold" -> "threshold-too-high";
      case "hot" -> "low-hot-ratio";
      // how large its rows are is not shown: nobody can tell without measuring
      case "index" -> "need-more-data";
      case "wraparound" -> "wraparound-near";
      case "healthy" -> "healthy";
      default -> throw new IllegalStateException("no finding is named for " + fault);
    };
  }

  /// The same without a result.
  Recording without(Result result) {
    return new Recording(
        release, fault, results.stream().filter(each -> !each.equals(result)).toList());
  }

  /// The result of the statement that reads this view.
  Result result(String view) {
    return results.stream()
        .filter(each -> each.statement().contains(" FROM " + view))
        .findFirst()
        .orElseThrow();
  }

  /// The same with another result in the place of one.
  Recording with(Result result, Result other) {
    return new Recording(
        release, fault, results.stream().map(each -> each.equals(result) ? other : each).toList());
  }

  /// Everything that is without one result, or one column.
  Stream<Knockout> knockouts() {
    return results.stream()
        .flatMap(result ->
            Stream.concat(
                Stream.of(new Knockout(without(result), result.statement())),
                result.columns().stream()
                    .filter(_ -> result.columns().size() > 1)
                    .map(column -> new Knockout(with(result, result.without(column)), column))));
  }

  /// Everything that is without one setting, table or database. Without a session or a slot there
  /// would be none: that is another server.
  Stream<Knockout> rowsTaken() {
    return Stream.of("pg_settings", "pg_database", "pg_stat_user_tables", "pg_class")
        .map(this::result)
        .flatMap(result ->
            result.rows().stream()
                .map(row ->
                    new Knockout(
                        with(result, result.withoutRow(row)), "the row of " + row.getFirst())));
  }

  /// A recording that lacks something.
  record Knockout(Recording rest, String lacks) {}

  String aligned() {
    return results.stream().map(Result::aligned).collect(Collectors.joining());
  }

  /// With the statements: of no rows nothing else tells what there is none of.
  String expanded() {
    return results.stream()
        .map(each -> "=# %s;\n%s".formatted(each.statement(), each.expanded()))
        .collect(Collectors.joining());
  }

  String csv() {
    return results.stream().map(Result::csv).collect(Collectors.joining());
  }

  static Survey read(String text) {
    return READ.computeIfAbsent(
        text, each -> Paste.survey(List.of(new Paste.Text("pasted", each))));
  }

  static Assessment assessed(String text) throws SourceException {
    var known = ASSESSED.get(text);
    if (known == null) {
      known = Advisor.assess(read(text));
      ASSESSED.put(text, known);
    }
    return known;
  }

  @Override
  public String toString() {
    return release + " " + fault;
  }
}
