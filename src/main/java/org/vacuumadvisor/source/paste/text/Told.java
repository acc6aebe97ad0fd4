package org.vacuumadvisor.source.paste.text;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;

/// Puts what sentences tell to what it is about: the table that was named last, the database, the
/// server.
final class Told {
  private static final List<Pattern> TABLES =
      List.of(
          Pattern.compile(
              "[`'\"\u201c\u2018*]{0,2}(?<name>[A-Za-z_][\\w.$]{0,126})[`'\"\u201d\u2019*]{0,2}"
                  + " table\\b"),
          Pattern.compile("\\btables? [`'\"\u201c\u2018*]{0,2}(?<name>[A-Za-z_][\\w.$]{0,126})"));

  private static final Pattern ROW =
      Pattern.compile(
          "(?:[-*•] )?[`'\"*]{0,2}(?<name>[A-Za-z_][\\w.$]{0,126})[`'\"*]{0,2}"
              + "(?:\\s{2,9999}|:\\s{1,9}|\\s{1,9}[-–—]\\s{1,9})(?<column>[a-z_]{4,40})\\b");

  private static final long MOST_WORKERS = 100;

  private final Gathered gathered;
  private String table = Tables.UNNAMED;
  private int read;

  Told(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many figures there were.
  int read() {
    return read;
  }

  /// A setting, if that is a value it can have.
  void setting(String name, String value, int line) {
    if (gathered.setting(name, value, line)) {
      read++;
    }
  }

  /// @param value empty where it is NULL
  void ofTable(String column, String value, int line) {
    var called = Relname.of(table);
    var entry = Entry.at(line);
    entry.put(column, value, line);
    gathered.see(Topic.TABLES);
    gathered.see(Topic.TABLES, column);
    gathered.tables().add(called.schema(), called.name(), entry);
    read++;
  }

  void ofIndex(String index, String column, String value, int line) {
    var entry = Entry.at(line);
    entry.put("indexrelname", index, line);
    entry.put(column, value, line);
    if (!table.equals(Tables.UNNAMED)) {
      entry.put("relname", table, line);
    }
    gathered.see(Topic.INDEXES);
    gathered.see(Topic.INDEXES, column);
    gathered.indexes().computeIfAbsent(Relname.of(index).name(), _ -> entry).add(entry);
    read++;
  }

  void ofDatabase(long age, int line) {
    if (age < 0) {
      return;
    }
    var known = gathered.databases().keySet();
    var name = known.size() == 1 ? known.iterator().next() : Excerpt.UNNAMED_DATABASE;
    var entry = Entry.at(line);
    entry.put("datname", name, line);
    entry.put("xid_age", Long.toString(age), line);
    gathered.see(Topic.DATABASES);
    gathered.databases().computeIfAbsent(name, _ -> entry).add(entry);
    read++;
  }

  void ofServer(String column, String value, int line) {
    gathered.server().put(column, value, line);
    gathered.see(Topic.SERVER);
    read++;
  }

  /// There are none of these.
  void absent(Topic topic) {
    gathered.see(topic);
    read++;
  }

  /// A session in a transaction.
  void transaction(String state, Duration open, int line) {
    var entry = Entry.at(line);
    entry.put("state", state, line);
    entry.put("in_transaction", "t", line);
    entry.put("xact_age", Long.toString(open.toSeconds()), line);
    gathered.add(Topic.SESSIONS, entry);
    read++;
  }

  /// Workers of autovacuum that are at something.
  ///
  /// @param told how many; all that there can be where only that is told
  void busyWorkers(Optional<Long> told, int line) {
    long count =
        told.or(() ->
                Optional.ofNullable(gathered.settings().get("autovacuum_max_workers"))
                    .flatMap(each -> each.value("setting"))
                    .flatMap(Figures::count))
            .orElse(0L);
    for (int at = 0; at < Math.min(count, MOST_WORKERS); at++) {
      var entry = Entry.at(line);
      entry.put("backend_type", "autovacuum worker", line);
      gathered.add(Topic.SESSIONS, entry);
      read++;
    }
  }

  void prepared(@Nullable String xid, @Nullable String age, int line) {
    var entry = Entry.at(line);
    entry.put("gid", "", line);
    if (xid != null) {
      entry.put("transaction", xid, line);
    }
    if (age != null) {
      entry.put("xid_age", age, line);
    }
    gathered.see(Topic.PREPARED_TRANSACTIONS);
    gathered.add(Topic.PREPARED_TRANSACTIONS, entry);
    read++;
  }

  /// The table that a sentence names: in quotes, or by a name that no word of English looks like.
  void seeTable(String sentence) {
    for (var pattern : TABLES) {
      var found = pattern.matcher(sentence);
      while (found.find()) {
        seeTable(found.group("name"), found.group());
      }
    }
  }

  /// The table that a line of a list begins with, before its figures: `events_log n_dead_tup 12`.
  ///
  /// @return whether the line begins so
  boolean seeRow(String line) {
    var row = ROW.matcher(line);
    if (!row.lookingAt() || NamedFigures.column(row.group("column")).isEmpty()) {
      return false;
    }
    seeTable(row.group("name"), row.group());
    return true;
  }

  private void seeTable(String name, String shown) {
    var plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    boolean isQuoted =
        Pattern.compile("[`\"'\u201c\u2018*]" + Pattern.quote(name)).matcher(shown).find();
    boolean isName =
        isQuoted
            || plain.indexOf('_') > 0
            || plain.indexOf('.') > 0
            || gathered.tables().named(plain).isPresent();
    boolean isOurs =
        plain.startsWith("pg_stat")
            || plain.startsWith("last_")
            || plain.startsWith("n_")
            || Setting.named(plain).isPresent()
            || NamedFigures.column(plain).isPresent();
    if (isName && !isOurs) {
      table = plain;
    }
  }
}
