package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Survey;

/// Row sets written by hand, as psql prints them without alignment: a line of column names, lines
/// of cells, `|` in between, `~` for null.
public final class Rows {
  private static final String SERVER =
      """
      server_version|server_version_num|block_size|in_recovery|started_at|surveyed_at|role|superuser|monitor|hidden_sessions|database
      18.6|180006|8192|f|2026-11-01 08:00:00+00|2026-11-21 12:00:00.5+05:30|postgres|t|t|0|shop
      """;

  private final SurveyBuilder builder = new SurveyBuilder();

  /// Rows about a superuser on a primary of 18 come first.
  public static Rows ofServer() {
    return new Rows().with(Topic.SERVER, SERVER);
  }

  /// No rows yet.
  public static Rows none() {
    return new Rows();
  }

  public Rows with(Topic topic, String text) {
    return with(topic, topic.scope() == Topic.Scope.DATABASE ? "shop" : null, text);
  }

  public Rows with(Topic topic, @Nullable String database, String text) {
    var lines = text.lines().toList();
    var columns = Columns.of(cellNames(lines.getFirst()), Why.OLDER_SERVER);
    var rows = builder.open(topic, database, columns);
    lines.stream().skip(1).forEach(line -> rows.accept(cells(line)));
    return this;
  }

  public Survey survey() throws SourceException {
    return builder.build();
  }

  private static List<String> cellNames(String line) {
    return Arrays.asList(line.split("\\|", -1));
  }

  private static List<@Nullable String> cells(String line) {
    var cells = new ArrayList<@Nullable String>();
    for (var cell : line.split("\\|", -1)) {
      cells.add(cell.equals("~") ? null : cell);
    }
    return cells;
  }
}
