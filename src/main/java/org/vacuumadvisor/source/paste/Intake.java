package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Cells;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.KnownViews;
import org.vacuumadvisor.source.paste.table.NameList;
import org.vacuumadvisor.source.paste.table.Recognition;
import org.vacuumadvisor.source.paste.table.SelectList;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.table.Vocabulary.Column;
import org.vacuumadvisor.source.paste.thing.Blockers;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;
import org.vacuumadvisor.source.paste.thing.Unread;

/// Takes the rows of recognised tables: each cell in the spelling of the mapping, each row to the
/// thing it is about. Columns and cells that are not understood are reported.
final class Intake {
  private static final Set<String> STANDBY_STATES =
      Set.of("startup", "catchup", "streaming", "backup", "stopping");

  /// What psql calls a column that has no name.
  private static final String UNNAMED = "?column?";

  /// Behind a span, it tells that it counts from the beginning of the transaction.
  private static final String IN_TRANSACTION = " in transaction";

  private final Gathered gathered;
  private final Unread unread;
  private final SessionLooks looks;

  Intake(Gathered gathered, Unread unread) {
    this.gathered = gathered;
    this.unread = unread;
    this.looks = new SessionLooks(gathered);
  }

  /// Takes a table if anyone knows what it is.
  ///
  /// @param statement what it is the result of, if that is shown
  boolean take(Grid shown, Optional<Statement> statement) {
    var grid = statement.map(each -> SelectList.name(shown, each)).orElse(shown);
    if (takeShown(grid)
        || SingleValue.take(shown, statement, gathered)
        || Listings.take(grid, gathered)
        || Blockers.take(grid, gathered)
        || ProviderDiagnosis.take(grid, gathered)) {
      return true;
    }
    var recognition = Recognition.of(grid, statement.flatMap(Statement::topic));
    if (recognition.isEmpty()) {
      return KnownViews.areOf(grid.header());
    }
    var topic = actual(recognition.get(), grid);
    var columns = new ArrayList<@Nullable Column>(Recognition.in(topic, grid).columns());
    if (topic == Topic.SESSIONS) {
      if (looks.isOutdated(grid, statement)) {
        return true;
      }
      unnamed(columns, grid.header(), statement);
      timed(columns, statement);
    }
    if (topic == Topic.TABLES) {
      sized(columns, statement);
    }
    take(topic, grid, columns, statement);
    var rest = beside(topic, grid, columns);
    if (!rest.isEmpty()) {
      take(owner(topic), grid, rest, statement);
    }
    for (int at = 0; at < columns.size(); at++) {
      boolean isTaken = columns.get(at) != null || (!rest.isEmpty() && rest.get(at) != null);
      if (!isTaken
          && !takeClock(grid, at)
          && !takeSettings(grid, at)
          && !grid.column(at).isEmpty()) {
        unread.heading(grid, grid.header().get(at));
      }
    }
    return true;
  }

  private void take(
      Topic topic, Grid grid, List<@Nullable Column> columns, Optional<Statement> statement) {
    var marks = marks(grid, columns);
    boolean isGrouped =
        columns.stream().anyMatch(each -> each != null && each.name().equals("sessions"));
    if (!isGrouped) {
      gathered.see(topic);
    }
    columns.stream().filter(each -> each != null).forEach(each -> gathered.see(topic, each.name()));
    for (var row : grid.rows()) {
      var entry = Entry.at(row.line());
      int cells = Math.min(columns.size(), row.values().size());
      for (int at = 0; at < cells; at++) {
        var column = columns.get(at);
        if (column != null) {
          put(entry, column, row.values().get(at), row.line(), marks.get(at));
        }
      }
      route(topic, entry, statement);
    }
  }

  /// What each column shows of its numbers; where one tells nothing, the others do.
  private static List<DecimalMark> marks(Grid grid, List<@Nullable Column> columns) {
    var all = new ArrayList<String>();
    var marks = new ArrayList<DecimalMark>();
    for (int at = 0; at < columns.size(); at++) {
      var column = columns.get(at);
      boolean isNumber =
          column != null
              && switch (column.type()) {
                case COUNT, REAL, SIZE, PERCENT, INTERVAL -> true;
                case TEXT, FLAG, MOMENT, XID, OID -> false;
              };
      var cells = isNumber ? grid.column(at) : List.<String>of();
      all.addAll(cells);
      marks.add(DecimalMark.of(cells));
    }
    var ofTable = DecimalMark.of(all);
    marks.replaceAll(each -> each == DecimalMark.UNKNOWN ? ofTable : each);
    return marks;
  }

  /// What a row of a join may tell of besides: the table of an index, the database of a table.
  private static Topic owner(Topic topic) {
    return topic == Topic.INDEXES ? Topic.TABLES : Topic.DATABASES;
  }

  /// Bloat queries and joins show columns of the table in each row of an index, and of the database
  /// in each row of a table.
  private static List<@Nullable Column> beside(
      Topic topic, Grid grid, List<@Nullable Column> columns) {
    var ofOwner = Recognition.in(owner(topic), grid).columns();
    boolean isJoin =
        topic == Topic.INDEXES
            ? columns.stream().anyMatch(Intake::isTableName)
            : topic == Topic.TABLES && ofOwner.stream().anyMatch(Intake::isDatabaseName);
    if (!isJoin) {
      return List.of();
    }
    var rest = new ArrayList<@Nullable Column>();
    boolean any = false;
    for (int at = 0; at < columns.size(); at++) {
      var column = ofOwner.get(at);
      boolean isNew = columns.get(at) == null && column != null && column.isTelling();
      boolean isName =
          topic == Topic.INDEXES ? isTableName(columns.get(at)) : isDatabaseName(column);
      any |= isNew && !isName;
      rest.add(isNew || isName ? column : null);
    }
    return any ? rest : List.of();
  }

  private static boolean isDatabaseName(@Nullable Column column) {
    return column != null && column.name().equals("datname");
  }

  private static boolean isTableName(@Nullable Column column) {
    return column != null
        && (column.name().equals("relname") || column.name().equals("schemaname"));
  }

  /// `now() - xact_start` has no name but the one psql gives it; which time it counts from is in
  /// the statement.
  private static void unnamed(
      List<@Nullable Column> columns, List<String> header, Optional<Statement> statement) {
    var text = statement.map(each -> each.text().toLowerCase(Locale.ROOT)).orElse("");
    int only = header.indexOf(UNNAMED);
    if (only < 0 || only != header.lastIndexOf(UNNAMED) || text.contains("backend_start")) {
      return;
    }
    for (var time : List.of("xact_start", "query_start", "state_change")) {
      if (text.contains("now() - " + time) || text.contains("now()-" + time)) {
        var name = time.equals("xact_start") ? "xact_age" : "query_age";
        columns.set(only, new Column(name, CellType.INTERVAL, true));
        return;
      }
    }
  }

  /// Which time a column called `duration` counts from is in the statement.
  private static void timed(List<@Nullable Column> columns, Optional<Statement> statement) {
    var text = statement.map(each -> each.text().toLowerCase(Locale.ROOT)).orElse("");
    var starts =
        Stream.of("backend_start", "xact_start", "query_start", "state_change")
            .filter(each -> text.matches(".*(?:-\\s*(?:[a-z]+\\.)?|,\\s*)" + each + ".*"))
            .toList();
    var names =
        Map.of("xact_start", "xact_age", "query_start", "query_age", "state_change", "state_age");
    var name = starts.size() == 1 ? names.get(starts.getFirst()) : null;
    columns.replaceAll(each ->
        each != null && name != null && each.name().equals("duration")
            ? new Column(name, each.type(), false, each.scale(), each.hasUnit())
            : each);
  }

  /// Which size a column called `size` holds is in the statement.
  private static void sized(List<@Nullable Column> columns, Optional<Statement> statement) {
    var text = statement.map(each -> each.text().toLowerCase(Locale.ROOT)).orElse("");
    var functions =
        List.of("pg_total_relation_size", "pg_table_size", "pg_relation_size").stream()
            .filter(text::contains)
            .toList();
    columns.replaceAll(each ->
        each != null && each.name().equals("size") && functions.size() == 1
            ? Vocabulary.standard()
                .column(Topic.TABLES, functions.getFirst())
                .map(named ->
                    new Column(named.name(), each.type(), false, each.scale(), each.hasUnit()))
                .orElse(each)
            : each);
  }

  /// A column with the name of a setting: `SELECT current_setting('…') AS autovacuum_naptime`.
  private boolean takeSettings(Grid grid, int at) {
    boolean any = false;
    for (var row : grid.rows()) {
      var value = at < row.values().size() ? row.values().get(at) : null;
      any |= value != null && gathered.setting(grid.header().get(at), value, row.line());
    }
    return any;
  }

  /// The server's clock beside other figures, as in `SELECT now(), * FROM pg_stat_activity`.
  private boolean takeClock(Grid grid, int at) {
    var clock = SessionLooks.clock(grid, at);
    clock.ifPresent(gathered::seeClock);
    return clock.isPresent();
  }

  /// The result of `SHOW`: one column with the name of a setting.
  private boolean takeShown(Grid grid) {
    return grid.header().size() == 1 && grid.rows().size() == 1 && takeSettings(grid, 0);
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
    var states = grid.column(at);
    boolean isStandby =
        !states.isEmpty()
            && states.size() == grid.rows().size()
            && STANDBY_STATES.containsAll(states);
    return isStandby ? Topic.STANDBYS : Topic.SESSIONS;
  }

  /// @param mark what the column's other cells show of its numbers
  void put(Entry entry, Column column, @Nullable String cell, int line, DecimalMark mark) {
    if (cell == null) {
      entry.put(column.name(), null, line);
      return;
    }
    var value = read(column, cell, mark);
    if (value.isEmpty()) {
      if (!span(entry, column, cell, line)) {
        unread.part(line, column.name() + ": " + cell);
      }
      return;
    }
    entry.put(column.name(), value.get(), line);
    if (column.type() == CellType.INTERVAL && cell.strip().endsWith(IN_TRANSACTION)) {
      entry.put("xact_age", value.get(), line);
    }
    switch (column.type()) {
      case MOMENT -> Figures.moment(cell).ifPresent(gathered::see);
      case XID -> gathered.xids().see(Long.parseLong(value.get()));
      case TEXT, COUNT, REAL, FLAG, INTERVAL, SIZE, OID, PERCENT -> {}
    }
  }

  /// `age(now(), xact_start)` is called `age`, too, and is a time.
  private static boolean span(Entry entry, Column column, String cell, int line) {
    var seconds =
        column.name().equals("xmin_age")
            ? Cells.read(new Column("xact_age", CellType.INTERVAL, true), cell)
            : Optional.<String>empty();
    seconds.ifPresent(each -> entry.put("xact_age", each, line));
    return seconds.isPresent();
  }

  private static Optional<String> read(Column column, String cell, DecimalMark mark) {
    return Cells.read(column, cell, mark)
        .or(() -> column.type() == CellType.OID ? Optional.of(cell) : Optional.empty());
  }

  /// Brings a row to what it is about.
  void route(Topic topic, Entry entry, Optional<Statement> statement) {
    switch (topic) {
      case TABLES -> table(entry, statement);
      case INDEXES -> index(entry, statement);
      case DATABASES ->
          gathered
              .databases()
              .computeIfAbsent(entry.value("datname").orElse(Excerpt.UNNAMED_DATABASE), _ -> entry)
              .add(entry);
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
          LOCKS,
          MULTIXACTS ->
          gathered.add(topic, entry);
      case COLUMNS, FOREIGN_KEYS, SIZES, SCORES, UPDATES, EXTENSIONS, TUPLES, LEAVES -> {}
    }
  }

  private void server(Entry entry) {
    entry.value("now").flatMap(Figures::moment).ifPresent(gathered::seeClock);
    entry.value("next_xid").flatMap(Figures::count).ifPresent(gathered.xids()::see);
    gathered.server().add(entry);
  }

  /// `public.orders`, `"Orders"`, or an oid shown as `regclass`.
  private void table(Entry entry, Optional<Statement> statement) {
    BloatColumns.check(entry);
    never(entry, "never_vacuumed", "last_vacuum", "last_autovacuum");
    never(entry, "never_autovacuumed", "last_autovacuum");
    never(entry, "never_analyzed", "last_analyze", "last_autoanalyze");
    partitioned(entry);
    var called =
        entry
            .value("relname")
            .or(() -> entry.value("relid").filter(each -> !isNumber(each)))
            .or(() -> entry.value("oid").filter(each -> !isNumber(each)))
            .or(() -> statement.flatMap(Statement::relation))
            .orElse(Tables.UNNAMED);
    int ofIndex = called.indexOf("::");
    if (ofIndex > 0) {
      // Heroku's pg:bloat: the table, then its index
      entry.put("relname", called.substring(0, ofIndex), entry.line());
      entry.put("indexrelname", called.substring(ofIndex + 2), entry.line());
      gathered.see(Topic.INDEXES);
      index(entry, statement);
      return;
    }
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

  /// `never_vacuumed: true` says NULL of two columns.
  private static void never(Entry entry, String flag, String... columns) {
    var said = entry.figures().remove(flag);
    if (said != null && said.value().equals("t")) {
      for (var column : columns) {
        entry.put(column, null, said.line());
      }
    }
  }

  /// `partitioned: true` is a kind of relation.
  private static void partitioned(Entry entry) {
    var said = entry.figures().remove("is_partitioned");
    if (said != null && said.value().equals("t") && !entry.has("relkind")) {
      entry.put("relkind", "p", said.line());
    }
  }

  private void index(Entry entry, Optional<Statement> statement) {
    BloatColumns.check(entry);
    var called =
        entry.value("indexrelname").or(() -> statement.flatMap(Statement::relation)).orElse("");
    for (var name : NameList.of(called)) {
      var parts = Relname.of(name);
      var each = Entry.at(entry.line());
      each.add(entry);
      if (!parts.schema().isEmpty() && !each.has("schemaname")) {
        each.put("schemaname", parts.schema(), entry.line());
      }
      gathered.indexes().computeIfAbsent(parts.name(), _ -> each).add(each);
    }
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
  }
}
