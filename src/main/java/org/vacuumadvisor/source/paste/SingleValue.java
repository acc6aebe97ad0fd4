package org.vacuumadvisor.source.paste;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;

/// The one value of a query that asks for nothing else: the size of a relation, the number of its
/// rows, the age of a database. Of which relation it is, the statement above tells.
final class SingleValue {
  private static final String NAME =
      "(?<name>(?:\"[^\"]{1,63}\"|[\\w$]{1,63})(?:\\.(?:\"[^\"]{1,63}\"|[\\w$]{1,63}))?)";
  private static final Pattern SIZE =
      Pattern.compile(
          "(?i)select (?:pg_size_pretty ?\\("
              + " ?)?pg_(?<what>total_relation|table|relation|indexes)_size ?\\( ?'"
              + NAME
              + "'(?: ?:: ?regclass)? ?\\)(?: ?\\))?(?: as \\w{1,63})? ?;?");
  private static final Pattern ROWS =
      Pattern.compile(
          "(?i)select count ?\\( ?(?:\\*|1) ?\\)(?: as \\w{1,63})? from " + NAME + " ?;?");
  private static final Pattern OLDEST =
      Pattern.compile(
          "(?i)select max ?\\( ?age ?\\( ?datfrozenxid ?\\) ?\\)(?: as \\w{1,63})? from pg_database"
              + " ?;?");

  private SingleValue() {}

  /// Takes it; false if it is none.
  static boolean take(Grid grid, Optional<Statement> statement, Gathered to) {
    boolean isSingle =
        grid.header().size() == 1
            && grid.rows().size() == 1
            && grid.rows().getFirst().values().size() == 1;
    var cell = isSingle ? grid.rows().getFirst().values().getFirst() : null;
    if (cell == null || statement.isEmpty()) {
      return false;
    }
    var text = statement.get().text().replaceAll("\\s+", " ").strip();
    int line = grid.rows().getFirst().line();
    var size = SIZE.matcher(text);
    if (size.matches()) {
      return size(size, cell, line, to);
    }
    var rows = ROWS.matcher(text);
    if (rows.matches()) {
      var count = Figures.count(cell);
      count.ifPresent(each -> counted(rows.group("name"), each, line, to));
      return count.isPresent();
    }
    var age = OLDEST.matcher(text).matches() ? Figures.count(cell) : Optional.<Long>empty();
    age.ifPresent(each -> {
      var entry = Entry.at(line);
      entry.put("datname", Excerpt.UNNAMED_DATABASE, line);
      entry.put("xid_age", Long.toString(each), line);
      to.see(Topic.DATABASES);
      to.databases().computeIfAbsent(Excerpt.UNNAMED_DATABASE, _ -> entry).add(entry);
    });
    return age.isPresent();
  }

  /// Rows that were counted are what `pg_class` estimates; the counter of live rows, where it is
  /// shown, may have lost them.
  private static void counted(String called, long rows, int line, Gathered to) {
    boolean isCounterShown =
        to.tables()
            .named(Relname.of(called).name())
            .filter(each -> each.entry().has("n_live_tup"))
            .isPresent();
    table(called, "reltuples", rows, line, to);
    if (!isCounterShown) {
      table(called, "n_live_tup", rows, line, to);
    }
  }

  private static boolean size(Matcher found, String cell, int line, Gathered to) {
    var bytes = Figures.bytes(cell, 1, DecimalMark.POINT);
    var what = found.group("what").toLowerCase(Locale.ROOT);
    var column =
        switch (what) {
          case "total_relation" -> "total_bytes";
          case "table" -> "table_bytes";
          case "indexes" -> "indexes_bytes";
          default -> "main_bytes";
        };
    bytes.ifPresent(each -> {
      var name = Relname.of(found.group("name"));
      // the size of an index is asked for in the same way
      var index = to.indexes().get(name.name());
      if (index != null) {
        index.put("index_bytes", Long.toString(each), line);
      } else {
        table(found.group("name"), column, each, line, to);
      }
    });
    return bytes.isPresent();
  }

  private static void table(String called, String column, long value, int line, Gathered to) {
    var name = Relname.of(called);
    var entry = Entry.at(line);
    entry.put(column, Long.toString(value), line);
    to.see(Topic.TABLES);
    to.see(Topic.TABLES, column);
    to.tables().add(name.schema(), name.name(), entry);
  }
}
