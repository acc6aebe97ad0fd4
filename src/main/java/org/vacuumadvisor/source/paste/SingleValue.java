package org.vacuumadvisor.source.paste;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Statement;

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
  private static final Map<String, String> SIZES =
      Map.of(
          "total_relation", "total_bytes",
          "table", "table_bytes",
          "indexes", "indexes_bytes",
          "relation", "main_bytes");

  private SingleValue() {}

  /// Takes it; false if it is none.
  static boolean take(Grid grid, Optional<Statement> statement, Gathered to) {
    boolean isSingle = grid.header().size() == 1 && grid.rows().size() == 1;
    var cell = isSingle ? grid.rows().getFirst().cell(0) : Optional.<String>empty();
    if (cell.isEmpty() || statement.isEmpty()) {
      return false;
    }
    var text = statement.get().text().replaceAll("\\s+", " ").strip();
    int line = grid.rows().getFirst().line();
    var size = SIZE.matcher(text);
    var rows = ROWS.matcher(text);
    if (size.matches()) {
      var bytes = Figures.bytes(cell.get(), 1, DecimalMark.POINT).map(each -> Long.toString(each));
      var name = Relname.of(size.group("name"));
      // the size of an index is asked for in the same way
      var index = to.indexes.get(name.name());
      var column = SIZES.getOrDefault(size.group("what").toLowerCase(Locale.ROOT), "");
      bytes.ifPresent(each -> {
        if (index == null) {
          to.table(name, Entry.at(line, column, each));
        } else {
          index.put("index_bytes", each, line);
        }
      });
      return bytes.isPresent();
    }
    var count = Figures.count(cell.get()).map(each -> Long.toString(each));
    if (rows.matches() && count.isPresent()) {
      // rows that were counted are what pg_class estimates; the counter of live rows, where it is
      // shown, may have lost them
      var name = Relname.of(rows.group("name"));
      boolean isCounterShown =
          to.tables.named(name.name()).filter(each -> each.entry().has("n_live_tup")).isPresent();
      var entry = Entry.at(line, "reltuples", count.get());
      if (!isCounterShown) {
        entry.put("n_live_tup", count.get());
      }
      to.table(name, entry);
      return true;
    }
    boolean isAge = count.isPresent() && OLDEST.matcher(text).matches();
    if (isAge) {
      var database = Excerpt.UNNAMED_DATABASE;
      to.database(database, Entry.at(line, "datname", database, "xid_age", count.get()));
    }
    return isAge;
  }
}
