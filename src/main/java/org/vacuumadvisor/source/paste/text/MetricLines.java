package org.vacuumadvisor.source.paste.text;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Samples in the text form of Prometheus, as exporters for PostgreSQL name them:
/// `pg_stat_user_tables_n_dead_tup{relname="jobs"} 123`, `pg_settings_autovacuum{…} 1`. An
/// expression of an alert has no value behind its braces and is none.
final class MetricLines {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?<name>[a-zA-Z_:][\\w:]{2,120})\\{(?<labels>[^{}]{0,2000})}"
              + "\\s{1,9}(?<value>[0-9.eE+-]{1,30}|NaN)(?:\\s{1,9}[0-9]{9,14})?\\s{0,9}");
  private static final Pattern LABEL =
      Pattern.compile("(?<name>[a-zA-Z_]\\w{0,60})=\"(?<value>[^\"]{0,200})\"");
  private static final Pattern COMMENT =
      Pattern.compile("# (?:HELP|TYPE) [a-zA-Z_:][\\w:]{2,120}\\b.{0,500}");
  private static final Pattern TABLE =
      Pattern.compile(
          "(?:\\w{1,20}_)??pg_stat(?:io)?_(?:user|all|sys)_tables?_(?<column>\\w{2,60})");
  private static final Pattern SETTING =
      Pattern.compile("(?:\\w{1,20}_)??pg_settings_(?<setting>\\w{2,60})");
  private static final Pattern AGE =
      Pattern.compile(
          "(?:\\w{1,20}_)??pg_database_(?:wraparound_age_datfrozenxid(?:_seconds)?|xid_age"
              + "|age_datfrozenxid|datfrozenxid_age)");

  private final Gathered gathered;
  private @Nullable String database;
  private int read;

  MetricLines(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many samples were read.
  int read() {
    return read;
  }

  /// Takes a sample; false if it is none, or none we know.
  boolean take(Line line) {
    var text = line.text().strip();
    if (COMMENT.matcher(text).matches()) {
      return true;
    }
    var sample = SAMPLE.matcher(text);
    if (!sample.matches()) {
      return false;
    }
    var labels = labels(sample.group("labels"));
    var value = Figures.number(sample.group("value"));
    boolean isTaken =
        value.isPresent()
            && (ofTable(sample.group("name"), labels, value.get(), line.number())
                || ofSetting(sample.group("name"), value.get(), line.number())
                || ofDatabase(sample.group("name"), labels, value.get(), line.number()));
    read += isTaken ? 1 : 0;
    return isTaken;
  }

  private static Map<String, String> labels(String text) {
    var labels = new HashMap<String, String>();
    var found = LABEL.matcher(text);
    while (found.find()) {
      labels.put(found.group("name"), found.group("value"));
    }
    return labels;
  }

  /// Tables of one database: those of another may be called the same.
  private boolean ofTable(String name, Map<String, String> labels, double value, int line) {
    var relation = labels.getOrDefault("relname", labels.getOrDefault("table", ""));
    var metric = TABLE.matcher(name);
    var column = metric.matches() ? column(metric.group("column")) : ownColumn(name);
    if (relation.isEmpty() || column.isEmpty() || !isSameDatabase(labels.get("datname"))) {
      return false;
    }
    var cell = cell(column.get(), value);
    if (cell.isEmpty()) {
      return false;
    }
    var entry = Entry.at(line);
    entry.put(column.get().name(), cell.get(), line);
    gathered.see(Topic.TABLES);
    gathered.see(Topic.TABLES, column.get().name());
    gathered.tables().add(labels.getOrDefault("schemaname", ""), relation, entry);
    return true;
  }

  private static Optional<Vocabulary.Column> column(String name) {
    var plain = name.replaceFirst("_total$", "");
    return Vocabulary.standard()
        .column(Topic.TABLES, plain)
        .or(() -> Vocabulary.standard().column(Topic.TABLES, plain.replaceFirst("_count$", "")))
        .filter(each -> each.name().indexOf('_') > 0);
  }

  /// The counter of a table's rows that a program exports under a name of its own,
  /// `shop_postgres_dead_tuples`: the longest end of it that is known.
  private static Optional<Vocabulary.Column> ownColumn(String name) {
    for (int at = name.indexOf('_'); at > 0; at = name.indexOf('_', at + 1)) {
      var known = column(name.substring(at + 1)).filter(each -> each.name().startsWith("n_"));
      if (known.isPresent()) {
        return known;
      }
    }
    return Optional.empty();
  }

  private boolean isSameDatabase(@Nullable String name) {
    if (name == null) {
      return true;
    }
    database = database == null ? name : database;
    return database.equals(name);
  }

  /// Exporters write a time in seconds, and 0 where there is none.
  private Optional<String> cell(Vocabulary.Column column, double value) {
    return switch (column.type()) {
      case COUNT, SIZE -> Optional.of(Long.toString(Math.round(value)));
      case REAL, PERCENT -> Optional.of(Double.toString(value));
      case MOMENT -> {
        if (value <= 0) {
          yield Optional.of("");
        }
        var moment = Instant.ofEpochMilli(Math.round(value * 1000));
        gathered.see(moment);
        yield Optional.of(Figures.canonical(moment));
      }
      case TEXT, FLAG, INTERVAL, XID, OID -> Optional.empty();
    };
  }

  /// `postgres_exporter` gives seconds and bytes, and the unit behind the name.
  private boolean ofSetting(String name, double value, int line) {
    var metric = SETTING.matcher(name);
    if (!metric.matches()) {
      return false;
    }
    var called = metric.group("setting");
    var amount =
        value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    if (Setting.named(called).isPresent()) {
      return gathered.setting(called, amount, line);
    }
    if (called.endsWith("_seconds")) {
      return gathered.setting(
          called.substring(0, called.length() - 8), Math.round(value * 1000) + "ms", line);
    }
    return called.endsWith("_bytes")
        && gathered.setting(
            called.substring(0, called.length() - 6), Math.round(value / 1024) + "kB", line);
  }

  private boolean ofDatabase(String name, Map<String, String> labels, double value, int line) {
    var datname = labels.get("datname");
    if (datname == null || !AGE.matcher(name).matches()) {
      return false;
    }
    var entry = Entry.at(line);
    entry.put("datname", datname, line);
    entry.put("xid_age", Long.toString(Math.round(value)), line);
    gathered.see(Topic.DATABASES);
    gathered.databases().computeIfAbsent(datname, _ -> entry).add(entry);
    return true;
  }
}
