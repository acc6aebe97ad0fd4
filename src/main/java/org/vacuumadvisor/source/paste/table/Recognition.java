package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Vocabulary.Column;

/// What a table is about, by the names of its columns and what their cells hold.
///
/// @param columns by position, what each is; null for those nobody knows
public record Recognition(Topic topic, List<@Nullable Column> columns) {
  /// What `pgstattuple` alone shows: beside one of these, `dead_tuple_count` was measured.
  private static final Set<String> MEASURED =
      Set.of(
          "table_len",
          "tuple_len",
          "tuple_percent",
          "free_space",
          "free_percent",
          "dead_tuple_len");

  /// The topic that most columns belong to. A table of which nothing tells what it is about is left
  /// alone.
  ///
  /// @param view what the statement above the table reads, if there is one
  public static Optional<Recognition> of(Grid grid, Optional<Topic> view) {
    // in a join with pg_database the row is of a table, and tells of its database besides
    var hint =
        view.filter(each -> each != Topic.DATABASES || !in(Topic.TABLES, grid).has("relname"));
    return Vocabulary.standard().topics().stream()
        .map(topic -> in(topic, grid))
        .filter(each -> each.isConvincing(grid) || isHinted(each, hint))
        .max(
            Comparator.comparing((Recognition each) -> isHinted(each, hint))
                .thenComparingDouble(Recognition::score));
  }

  /// What a header alone tells.
  public static Optional<Recognition> of(List<String> header) {
    return of(Grid.ofHeader(header), Optional.empty());
  }

  private static boolean isHinted(Recognition each, Optional<Topic> hint) {
    return hint.filter(topic -> topic == each.topic).isPresent()
        && each.known() >= 2
        && each.known() * 2 >= each.columns.size();
  }

  public static Recognition in(Topic topic, Grid grid) {
    var taken = new HashSet<String>();
    var columns = new ArrayList<@Nullable Column>();
    var vocabulary = Vocabulary.standard();
    boolean isMeasured =
        grid.header().stream()
            .flatMap(each -> vocabulary.columns(topic, each).stream().limit(1))
            .anyMatch(each -> MEASURED.contains(each.name()));
    for (int at = 0; at < grid.header().size(); at++) {
      var heading = grid.header().get(at);
      var cells = grid.column(at);
      var column =
          vocabulary.columns(topic, heading).stream()
              .filter(each ->
                  topic != Topic.TABLES || isMeasured || !each.name().startsWith("dead_tuple_"))
              .filter(each -> !taken.contains(each.name()) && ColumnFit.fits(each, heading, cells))
              .findFirst()
              .or(() -> plainAge(topic, heading, cells));
      columns.add(column.filter(each -> taken.add(each.name())).orElse(null));
    }
    return new Recognition(topic, columns);
  }

  /// PostgreSQL itself calls the result of `age(…)` so, be it of an ID or of a time.
  private static Optional<Column> plainAge(Topic topic, String heading, List<String> cells) {
    if (!HeadingUnit.normal(heading).equals("age")) {
      return Optional.empty();
    }
    var name =
        switch (topic) {
          case TABLES, DATABASES, PREPARED_TRANSACTIONS -> "xid_age";
          case SESSIONS, REPLICATION_SLOTS, STANDBYS -> "xmin_age";
          case SERVER,
              SETTINGS,
              VACUUM_PROGRESS,
              IO,
              CHECKPOINTS,
              WAL,
              LOCKS,
              MULTIXACTS,
              INDEXES,
              COLUMNS,
              FOREIGN_KEYS,
              SIZES,
              SCORES,
              UPDATES,
              EXTENSIONS,
              TUPLES,
              LEAVES ->
              "";
        };
    return Optional.of(new Column(name, CellType.COUNT, false))
        .filter(each -> !name.isEmpty())
        .filter(each -> topic == Topic.SESSIONS || ColumnFit.fits(each, heading, cells));
  }

  private boolean isConvincing(Grid grid) {
    return switch (topic) {
      case TABLES ->
          (tells(1) || (has("relname") && known() >= 2))
              && !in(Topic.INDEXES, grid).has("indexrelname")
              && (has("relname") || !in(Topic.DATABASES, grid).has("datname"));
      case INDEXES -> (has("indexrelname") && known() >= 2) || has("avg_leaf_density");
      case SESSIONS -> (tells(1) && known() >= 2) || (has("pid") && known() >= 3);
      case REPLICATION_SLOTS -> has("slot_name") && known() >= 2;
      case STANDBYS -> tells(1) && known() >= 2;
      case PREPARED_TRANSACTIONS -> has("gid");
      case VACUUM_PROGRESS -> tells(1);
      case DATABASES ->
          tells(1)
              ? has("datname") || has("xid_age")
              : has("datname") && (has("xid_age") || has("stats_reset"));
      case SETTINGS -> has("name") && has("setting");
      case SERVER, MULTIXACTS -> tells(1);
      case IO -> tells(3);
      case CHECKPOINTS, WAL -> tells(2);
      case LOCKS -> has("pid") && has("mode") && has("granted");
      case COLUMNS, FOREIGN_KEYS, SIZES, SCORES, UPDATES, EXTENSIONS, TUPLES, LEAVES -> false;
    };
  }

  public boolean has(String name) {
    return columns.stream().anyMatch(each -> each != null && each.name().equals(name));
  }

  /// Whether at least half of its columns are known.
  boolean isMostlyKnown() {
    return known() * 2 >= columns.size();
  }

  private boolean tells(int least) {
    return telling() >= least;
  }

  private long telling() {
    return columns.stream().filter(Objects::nonNull).filter(Column::isTelling).count();
  }

  private long known() {
    return columns.stream().filter(Objects::nonNull).count();
  }

  private double score() {
    return (double) known() + 0.5 * (double) telling();
  }
}
