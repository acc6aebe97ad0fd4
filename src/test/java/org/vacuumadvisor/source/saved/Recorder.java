package org.vacuumadvisor.source.saved;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;

/// Keeps all rows as they came, those of one topic, database and list of columns together.
final class Recorder implements Sink {
  private final Map<Heading, List<List<@Nullable String>>> sets = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  /// What rows have in common.
  record Heading(Topic topic, @Nullable String database, List<String> columns, Why absent) {}

  @Override
  public Consumer<List<@Nullable String>> open(
      Topic topic, @Nullable String database, Columns columns) {
    var heading = new Heading(topic, database, columns.names(), columns.absent());
    var rows = sets.computeIfAbsent(heading, _ -> new ArrayList<>());
    return (List<@Nullable String> cells) -> rows.add(cells);
  }

  @Override
  public void gap(Gap gap) {
    gaps.add(gap);
  }

  Map<Heading, List<List<@Nullable String>>> sets() {
    return sets;
  }

  List<Gap> gaps() {
    return gaps;
  }

  /// The only row on a topic, by column name; of two columns with one name the first.
  Map<String, @Nullable String> row(Topic topic) {
    return rows(topic).getFirst();
  }

  /// The rows on a topic, by column name; of two columns with one name the first.
  List<Map<String, @Nullable String>> rows(Topic topic) {
    var found = new ArrayList<Map<String, @Nullable String>>();
    sets.forEach((heading, rows) -> {
      if (heading.topic() == topic) {
        for (List<@Nullable String> cells : rows) {
          found.add(byName(heading.columns(), cells));
        }
      }
    });
    return found;
  }

  private static Map<String, @Nullable String> byName(
      List<String> columns, List<@Nullable String> cells) {
    var row = new LinkedHashMap<String, @Nullable String>();
    for (int at = 0; at < columns.size(); at++) {
      row.putIfAbsent(columns.get(at), cells.get(at));
    }
    return row;
  }

  /// Gives a sink rows as psql prints them without alignment: a line of column names, lines of
  /// cells, `|` in between, `~` for null.
  static void give(Sink sink, Topic topic, @Nullable String database, String text) {
    var lines = text.lines().toList();
    var rows =
        sink.open(topic, database, Columns.of(List.of(split(lines.getFirst())), Why.OLDER_SERVER));
    lines.stream().skip(1).forEach(line -> rows.accept(cells(line)));
  }

  private static List<@Nullable String> cells(String line) {
    var cells = new @Nullable String[split(line).length];
    for (int at = 0; at < cells.length; at++) {
      var cell = split(line)[at];
      cells[at] = cell.equals("~") ? null : cell;
    }
    return Arrays.asList(cells);
  }

  private static String[] split(String line) {
    return line.split("\\|", -1);
  }
}
