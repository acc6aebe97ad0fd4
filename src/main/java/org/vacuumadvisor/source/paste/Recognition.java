package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;

/// What a table is about, by the names of its columns.
///
/// @param columns by position, what each is; null for those nobody knows
record Recognition(Topic topic, List<Vocabulary.@Nullable Column> columns) {

  /// The topic that most columns belong to. A table of which nothing tells what it is about is left
  /// alone.
  ///
  /// @param hint the view that the statement above the table reads, if there is one
  static Optional<Recognition> of(Collection<String> header, Optional<Topic> hint) {
    return Vocabulary.standard().topics().stream()
        .map(topic -> in(topic, header))
        .filter(each -> each.isConvincing() || isHinted(each, hint))
        .max(
            Comparator.comparing((Recognition each) -> isHinted(each, hint))
                .thenComparingDouble(Recognition::score));
  }

  static Optional<Recognition> of(Collection<String> header) {
    return of(header, Optional.empty());
  }

  private static boolean isHinted(Recognition each, Optional<Topic> hint) {
    return hint.filter(topic -> topic == each.topic).isPresent()
        && each.known() >= 2
        && each.known() * 2 >= each.columns.size();
  }

  static Recognition in(Topic topic, Collection<String> header) {
    var taken = new HashSet<String>();
    var columns = new ArrayList<Vocabulary.@Nullable Column>();
    for (var heading : header) {
      var column =
          Vocabulary.standard().column(topic, heading).filter(each -> taken.add(each.name()));
      columns.add(column.orElseGet(() -> plainAge(topic, heading, taken)));
    }
    return new Recognition(topic, columns);
  }

  /// PostgreSQL itself calls the result of `age(…)` so.
  private static Vocabulary.@Nullable Column plainAge(
      Topic topic, String heading, Set<String> taken) {
    if (!Vocabulary.normal(heading).equals("age")) {
      return null;
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
              EXTENSIONS,
              TUPLES,
              LEAVES ->
              "";
        };
    return name.isEmpty() || !taken.add(name)
        ? null
        : new Vocabulary.Column(name, Vocabulary.Type.COUNT, false);
  }

  private boolean isConvincing() {
    return switch (topic) {
      case TABLES -> tells(1) || (has("relname") && known() >= 2 && !has("indexrelname"));
      case INDEXES -> (has("indexrelname") && known() >= 2) || has("avg_leaf_density");
      case SESSIONS -> (tells(1) && known() >= 2) || (has("pid") && known() >= 3);
      case REPLICATION_SLOTS -> has("slot_name") && known() >= 2;
      case STANDBYS -> tells(1) && known() >= 2;
      case PREPARED_TRANSACTIONS -> has("gid");
      case VACUUM_PROGRESS -> tells(1);
      case DATABASES -> has("datname") && (tells(1) || has("xid_age") || has("stats_reset"));
      case SETTINGS -> has("name") && has("setting");
      case SERVER -> tells(1);
      case IO -> tells(3);
      case CHECKPOINTS, WAL -> tells(2);
      case LOCKS -> has("pid") && has("mode") && has("granted");
      case MULTIXACTS, COLUMNS, FOREIGN_KEYS, SIZES, SCORES, EXTENSIONS, TUPLES, LEAVES -> false;
    };
  }

  boolean has(String name) {
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
    return columns.stream().filter(each -> each != null && each.isTelling()).count();
  }

  private long known() {
    return columns.stream().filter(each -> each != null).count();
  }

  private double score() {
    return (double) known() + 0.5 * (double) telling();
  }
}
