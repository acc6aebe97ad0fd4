package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// Takes the rows of recognised tables: each cell in the spelling of the mapping, each row to the
/// thing it is about.
final class Intake {
  private static final Set<String> STANDBY_STATES =
      Set.of("startup", "catchup", "streaming", "backup", "stopping");

  /// What psql calls a column that has no name.
  private static final String UNNAMED = "?column?";

  private final Gathered gathered;

  Intake(Gathered gathered) {
    this.gathered = gathered;
  }

  /// Takes a table if anyone knows what it is.
  ///
  /// @param statement what it is the result of, if that is shown
  boolean take(Grid grid, Optional<Statement> statement) {
    if (takeShown(grid) || Listings.take(grid, gathered)) {
      return true;
    }
    var recognition = Recognition.of(grid.header(), statement.flatMap(Statement::topic));
    if (recognition.isEmpty()) {
      return false;
    }
    var topic = actual(recognition.get(), grid);
    var columns =
        new ArrayList<Vocabulary.@Nullable Column>(Recognition.in(topic, grid.header()).columns());
    if (topic == Topic.SESSIONS) {
      unnamed(columns, grid.header(), statement);
    }
    gathered.see(topic);
    columns.stream().filter(each -> each != null).forEach(each -> gathered.see(topic, each.name()));
    for (var row : grid.rows()) {
      take(topic, columns, row, statement);
    }
    return true;
  }

  /// `now() - xact_start` has no name but the one psql gives it; which time it counts from is in
  /// the statement.
  private static void unnamed(
      List<Vocabulary.@Nullable Column> columns,
      List<String> header,
      Optional<Statement> statement) {
    var text = statement.map(each -> each.text().toLowerCase(Locale.ROOT)).orElse("");
    int only = header.indexOf(UNNAMED);
    if (only < 0 || only != header.lastIndexOf(UNNAMED) || text.contains("backend_start")) {
      return;
    }
    for (var time : List.of("xact_start", "query_start", "state_change")) {
      if (text.contains("now() - " + time) || text.contains("now()-" + time)) {
        var name = time.equals("xact_start") ? "xact_age" : "query_age";
        columns.set(only, new Vocabulary.Column(name, Vocabulary.Type.INTERVAL, true));
        return;
      }
    }
  }

  /// The result of `SHOW`: one column with the name of a setting.
  private boolean takeShown(Grid grid) {
    if (grid.header().size() != 1 || grid.rows().size() != 1) {
      return false;
    }
    var name = grid.header().getFirst().strip().toLowerCase(Locale.ROOT);
    var row = grid.rows().getFirst();
    var value = row.values().isEmpty() ? null : row.values().getFirst();
    var setting = Setting.named(name);
    if (setting.isEmpty() || value == null) {
      return false;
    }
    return NameValues.settingValue(setting.get(), value)
        .map(each -> {
          var entry = Entry.at(row.line());
          entry.put("name", name, row.line());
          entry.put("setting", each, row.line());
          gathered.setting(name, entry);
          return true;
        })
        .orElse(false);
  }

  /// Rows of `pg_stat_replication` may have no column but those of `pg_stat_activity`.
  private static Topic actual(Recognition recognition, Grid grid) {
    if (recognition.topic() != Topic.SESSIONS || !recognition.has("state")) {
      return recognition.topic();
    }
    int at = 0;
    for (var column : recognition.columns()) {
      if (column != null && column.name().equals("state")) {
        break;
      }
      at++;
    }
    int position = at;
    boolean isStandby =
        !grid.rows().isEmpty()
            && grid.rows().stream()
                .map(row -> position < row.values().size() ? row.values().get(position) : null)
                .allMatch(state -> state != null && STANDBY_STATES.contains(state));
    return isStandby ? Topic.STANDBYS : Topic.SESSIONS;
  }

  private void take(
      Topic topic,
      List<Vocabulary.@Nullable Column> columns,
      Grid.Cells row,
      Optional<Statement> statement) {
    var entry = Entry.at(row.line());
    int cells = Math.min(columns.size(), row.values().size());
    for (int at = 0; at < cells; at++) {
      var column = columns.get(at);
      if (column != null) {
        put(entry, column, row.values().get(at), row.line());
      }
    }
    route(topic, entry, statement);
  }

  void put(Entry entry, Vocabulary.Column column, @Nullable String cell, int line) {
    if (cell == null) {
      entry.put(column.name(), null, line);
      return;
    }
    var value = read(column, cell);
    if (value.isEmpty()) {
      span(entry, column, cell, line);
      return;
    }
    entry.put(column.name(), value.get(), line);
    switch (column.type()) {
      case MOMENT -> Figures.moment(cell).ifPresent(gathered::see);
      case XID -> gathered.xids().see(Long.parseLong(value.get()));
      case TEXT, COUNT, REAL, FLAG, INTERVAL, SIZE, OID, PERCENT -> {}
    }
  }

  /// `age(now(), xact_start)` is called `age`, too, and is a time.
  private static void span(Entry entry, Vocabulary.Column column, String cell, int line) {
    if (column.name().equals("xmin_age") && cell.indexOf(':') > 0) {
      Cells.read(Vocabulary.Type.INTERVAL, cell)
          .ifPresent(seconds -> entry.put("xact_age", seconds, line));
    }
  }

  private static Optional<String> read(Vocabulary.Column column, String cell) {
    return column.name().equals("relid") || column.name().equals("oid")
        ? Cells.read(Vocabulary.Type.OID, cell).or(() -> Optional.of(cell))
        : Cells.read(column.type(), cell);
  }

  /// Brings a row to what it is about.
  void route(Topic topic, Entry entry, Optional<Statement> statement) {
    switch (topic) {
      case TABLES -> table(entry, statement);
      case INDEXES -> index(entry, statement);
      case DATABASES ->
          entry
              .value("datname")
              .ifPresent(name -> gathered.databases().computeIfAbsent(name, _ -> entry).add(entry));
      case SETTINGS -> entry.value("name").ifPresent(name -> gathered.setting(name, entry));
      case SERVER -> server(entry);
      case SESSIONS,
          PREPARED_TRANSACTIONS,
          REPLICATION_SLOTS,
          STANDBYS,
          VACUUM_PROGRESS,
          IO,
          CHECKPOINTS,
          WAL,
          LOCKS ->
          gathered.add(topic, entry);
      case MULTIXACTS, COLUMNS, FOREIGN_KEYS, SIZES, SCORES, EXTENSIONS, TUPLES, LEAVES -> {}
    }
  }

  private void server(Entry entry) {
    entry.value("now").flatMap(Figures::moment).ifPresent(gathered::seeClock);
    entry.value("next_xid").flatMap(Figures::count).ifPresent(gathered.xids()::see);
    gathered.server().add(entry);
  }

  /// `public.orders`, `"Orders"`, or an oid shown as `regclass`.
  private void table(Entry entry, Optional<Statement> statement) {
    var called =
        entry
            .value("relname")
            .or(() -> entry.value("relid").filter(each -> !isNumber(each)))
            .or(() -> entry.value("oid").filter(each -> !isNumber(each)))
            .or(() -> statement.flatMap(Statement::relation))
            .orElse(Tables.UNNAMED);
    var parts = Relname.of(called);
    var oid =
        entry
            .value("oid")
            .filter(Intake::isNumber)
            .or(() -> entry.value("relid").filter(Intake::isNumber));
    oid.ifPresent(each -> entry.put("oid", each, entry.line()));
    if (oid.isEmpty()) {
      entry.figures().remove("oid");
    }
    gathered.tables().add(entry.value("schemaname").orElse(parts.schema()), parts.name(), entry);
  }

  private void index(Entry entry, Optional<Statement> statement) {
    var name =
        entry.value("indexrelname").or(() -> statement.flatMap(Statement::relation)).orElse("");
    if (!name.isEmpty()) {
      var known = gathered.indexes().computeIfAbsent(Relname.of(name).name(), _ -> entry);
      known.add(entry);
    }
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
  }
}
