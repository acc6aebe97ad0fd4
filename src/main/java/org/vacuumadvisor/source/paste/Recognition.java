package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.Vocabulary.Column;

/// What a table is about, by the names of its columns and what their cells hold.
///
/// @param columns by position, what each is; null for those nobody knows
record Recognition(Topic topic, List<@Nullable Column> columns) {
  private static final int CELLS_LOOKED_AT = 200;

  /// What `pgstattuple` alone shows: beside one of these, `dead_tuple_count` was measured.
  private static final Set<String> MEASURED = Forms.set("column-measured");

  /// Cells that tell of a vacuum at work, whatever stands beside them.
  private static final List<String> PHASES =
      Forms.words("phase-of-vacuum").stream().map(each -> String.join(" ", each)).toList();

  private static final Set<String> STANDBY_STATES = Forms.set("state-of-standby");

  /// What is enough to know a table by: how many columns that tell the topic alone, or have it.
  private record Enough(Topic topic, int telling, int known, List<String> columns) {}

  private static final List<Enough> ENOUGH =
      Forms.words("topic").stream()
          .map(each ->
              new Enough(
                  Topic.valueOf(each.getFirst()),
                  Integer.parseInt(each.get(1)),
                  Integer.parseInt(each.get(2)),
                  each.subList(3, each.size())))
          .toList();

  /// Columns that tell one relation from another.
  private static final List<String> NAMES = List.of("relname", "relid", "oid", "indexrelname");

  private static final Pattern NAME = Forms.of("recognition-name");
  private static final Pattern SIZE_WORDS = Forms.of("heading-size");
  private static final Pattern FRACTION_WORDS = Forms.of("heading-fraction");
  private static final Pattern SHARE_WORDS = Forms.of("heading-share");
  private static final Pattern MORE_SHARE_WORDS = Forms.of("heading-more-share");

  /// The topic that most columns belong to; empty where nothing tells what a table is about.
  ///
  /// @param statement stands above it: where that asks for one relation, a column is enough
  static Optional<Recognition> of(Grid grid, Optional<Statement> statement) {
    int least = statement.flatMap(Statement::relation).isPresent() ? 1 : 2;
    // in a join with pg_database the row is of a table, and tells of its database besides
    var hint =
        statement
            .flatMap(Statement::topic)
            .filter(each -> each != Topic.DATABASES || !in(Topic.TABLES, grid).has("relname"));
    return Vocabulary.topics()
        .map(topic -> in(topic, grid))
        .filter(each ->
            each.isConvincing(grid)
                || each.isHinted(hint, least)
                || each.arePhases(grid)
                || each.areWorkers(grid))
        .max(
            Comparator.comparing((Recognition each) -> each.arePhases(grid))
                .thenComparing(each -> each.isHinted(hint, least))
                .thenComparingDouble(each -> (double) each.known() + 0.5 * each.telling()))
        .map(each -> each.areStandbys(grid) ? in(Topic.STANDBYS, grid) : each);
  }

  static Optional<Recognition> of(List<String> header) {
    return of(new Grid("", header, List.of(), 0, 0), Optional.empty());
  }

  /// Whether it is a view of which nothing is needed: its rows are known.
  static boolean isNeedless(List<String> header) {
    long known =
        header.stream().map(Vocabulary::normal).filter(Catalogue.needless()::contains).count();
    return known >= 3 && known * 4 >= header.size() * 3L;
  }

  /// Rows of `pg_stat_replication` may have no column but those of `pg_stat_activity`.
  private boolean areStandbys(Grid grid) {
    var states = topic == Topic.SESSIONS ? grid.column(position("state")) : List.<String>of();
    return !states.isEmpty()
        && states.size() == grid.rows().size()
        && STANDBY_STATES.containsAll(states);
  }

  private boolean arePhases(Grid grid) {
    var phases =
        topic == Topic.VACUUM_PROGRESS ? grid.column(position("phase")) : List.<String>of();
    return !phases.isEmpty() && PHASES.containsAll(phases);
  }

  /// What a worker does tells that it is one, where nothing else is told of it.
  private boolean areWorkers(Grid grid) {
    var queries = topic == Topic.SESSIONS ? grid.column(position("query")) : List.<String>of();
    return queries.stream().anyMatch(each -> each.startsWith(Sessions.WORKER));
  }

  private boolean isHinted(Optional<Topic> hint, int least) {
    return hint.filter(each -> each == topic).isPresent() && known() >= least && isMostlyKnown();
  }

  /// Rows of tables of which no column is known to name them, as far as they can be told apart: by
  /// names under a heading that nobody knows; else the one with the most dead rows stands for all,
  /// unless each was looked at at another time.
  Grid told(Grid grid) {
    if (topic != Topic.TABLES || grid.rows().size() < 2 || NAMES.stream().anyMatch(this::has)) {
      return grid;
    }
    var header = new ArrayList<>(grid.header());
    for (int at = 0; at < columns.size(); at++) {
      var cells = grid.column(at);
      boolean isUnknown = columns.get(at) == null && cells.size() == grid.rows().size();
      if (isUnknown && cells.stream().allMatch(each -> Figures.moment(each).isPresent())) {
        return grid;
      }
      if (isUnknown
          && Set.copyOf(cells).size() == cells.size()
          && cells.stream().allMatch(each -> NAME.matcher(each).matches())) {
        header.set(at, NAMES.getFirst());
        return grid.called(header);
      }
    }
    int dead = position("n_dead_tup");
    return dead < 0
        ? grid
        : grid.with(
            Collections.max(
                grid.rows(),
                Comparator.comparing(row -> row.cell(dead).flatMap(Numbers::count).orElse(-1L))));
  }

  static Recognition in(Topic topic, Grid grid) {
    var taken = new HashSet<String>();
    var columns = new ArrayList<@Nullable Column>();
    boolean isMeasured =
        topic != Topic.TABLES
            || grid.header().stream()
                .flatMap(each -> Vocabulary.column(topic, each).stream())
                .anyMatch(each -> MEASURED.contains(each.name()));
    for (int at = 0; at < grid.header().size(); at++) {
      var heading = grid.header().get(at);
      var called = taken.contains("pid") && isQuery(grid, at) ? "query" : heading;
      var named = Vocabulary.columns(topic, called);
      var cells = named.isEmpty() ? List.<String>of() : grid.column(at);
      columns.add(
          named.stream()
              .filter(each -> isMeasured || !each.name().startsWith("dead_tuple_"))
              .filter(each -> !taken.contains(each.name()) && fits(each, heading, cells))
              .findFirst()
              .filter(each -> taken.add(each.name()))
              .orElse(null));
    }
    return new Recognition(topic, columns);
  }

  /// What a session does last stands under no heading; what a worker does under any.
  private static boolean isQuery(Grid grid, int at) {
    boolean isUnnamed = at == grid.header().size() - 1 && grid.header().get(at).isBlank();
    return isUnnamed || grid.column(at).stream().anyMatch(each -> each.startsWith(Sessions.WORKER));
  }

  /// Whether the cells under a heading can be what the catalogue says it means. `autovacuum` holds
  /// a time or a count, `HOT` a count or a share, `bloat` a size, a share or a factor.
  ///
  /// @param cells those that say something
  private static boolean fits(Column column, String heading, List<String> cells) {
    var name = Vocabulary.normal(heading);
    boolean isSaid =
        switch (column.type()) {
          case SIZE ->
              column.hasUnit()
                  || SIZE_WORDS.matcher(name).find()
                  || (!cells.isEmpty() && cells.stream().allMatch(Recognition::hasUnit));
          case PERCENT -> isPercent(column, name, cells);
          case TEXT ->
              !column.name().endsWith("relname")
                  || cells.isEmpty()
                  || !cells.stream().allMatch(Recognition::isSize);
          case COUNT, REAL, FLAG, MOMENT, INTERVAL, XID, OID -> true;
        };
    if (!isSaid || column.type() == CellType.OID || column.type() == CellType.XID) {
      return isSaid;
    }
    var some = cells.subList(0, Math.min(cells.size(), CELLS_LOOKED_AT));
    return some.stream().filter(each -> Figures.read(column, each).isPresent()).count() * 2
        >= some.size();
  }

  /// `ratio` may be a fraction as well: only a sign, or a value above 1, tells that it is not.
  private static boolean isPercent(Column column, String name, List<String> cells) {
    boolean isShare = SHARE_WORDS.matcher(name).find();
    if (!isShare && FRACTION_WORDS.matcher(name).find() && !cells.isEmpty()) {
      return cells.stream()
          .anyMatch(each ->
              each.endsWith("%")
                  || Figures.read(column, each)
                      .filter(share -> Double.parseDouble(share) > 1)
                      .isPresent());
    }
    return isShare
        || MORE_SHARE_WORDS.matcher(name).find()
        || cells.stream().anyMatch(each -> each.endsWith("%"));
  }

  /// A size with a unit, as no table is called.
  private static boolean isSize(String cell) {
    return Character.isDigit(cell.charAt(0)) && Figures.bytes(cell, 1).isPresent();
  }

  private static boolean hasUnit(String cell) {
    return Character.isLetter(cell.charAt(cell.length() - 1)) || cell.equals("0");
  }

  private boolean isConvincing(Grid grid) {
    boolean isEnough =
        ENOUGH.stream()
            .filter(each -> each.topic() == topic)
            .anyMatch(each ->
                telling() >= each.telling()
                    && known() >= each.known()
                    && each.columns().stream().allMatch(this::has));
    // no database is shown by `oid::regclass`
    boolean isOfRelations =
        topic == Topic.DATABASES
            && !has("datname")
            && has("oid")
            && grid.column(position("oid")).stream().anyMatch(each -> !each.matches("[0-9]+"));
    return isEnough
        && !isOfRelations
        && (topic != Topic.TABLES
            || ((grid.rows().isEmpty() || !in(Topic.INDEXES, grid).has("indexrelname"))
                && (has("relname") || !in(Topic.DATABASES, grid).has("datname"))));
  }

  boolean has(String name) {
    return position(name) >= 0;
  }

  /// Where a column stands, from 0; -1 if it is not there.
  int position(String name) {
    for (int at = 0; at < columns.size(); at++) {
      var column = columns.get(at);
      if (column != null && column.name().equals(name)) {
        return at;
      }
    }
    return -1;
  }

  boolean isMostlyKnown() {
    return known() * 2 >= columns.size();
  }

  private long telling() {
    return columns.stream().filter(Objects::nonNull).filter(Column::isTelling).count();
  }

  private long known() {
    return columns.stream().filter(Objects::nonNull).count();
  }
}
