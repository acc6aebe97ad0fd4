package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// Samples in the text form of Prometheus, as exporters for PostgreSQL name them:
/// `pg_stat_user_tables_n_dead_tup{relname="jobs"} 123`, `pg_settings_autovacuum{…} 1`. An
/// expression of an alert has no value behind its braces and is none.
final class MetricLines {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?<name>[a-zA-Z_:][\\w:]{2,120})\\{(?<labels>[^{}]{0,2000})}"
              + "\\s{1,9}(?<value>[0-9.eE+-]{1,30}|NaN)(?:\\s{1,9}[0-9]{9,14})?\\s{0,9}");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w{0,60})=\"([^\"]{0,200})\"");
  private static final Pattern COMMENT =
      Pattern.compile("# (?:HELP|TYPE) [a-zA-Z_:][\\w:]{2,120}\\b.{0,500}");
  private static final Pattern TABLE =
      Pattern.compile("(?:\\w{1,20}_)??pg_stat(?:io)?_(?:user|all|sys)_tables?_(\\w{2,60})");
  private static final Pattern SETTING = Pattern.compile("(?:\\w{1,20}_)??pg_settings_(\\w{2,60})");
  private static final Pattern AGE =
      Pattern.compile(
          "(?:\\w{1,20}_)??pg_database_(?:wraparound_age_datfrozenxid(?:_seconds)?|xid_age"
              + "|age_datfrozenxid|datfrozenxid_age)");

  private final PastedFacts gathered;
  private @Nullable String database;

  MetricLines(PastedFacts gathered) {
    this.gathered = gathered;
  }

  /// Takes a sample; false if it is none, or none we know.
  boolean take(Line line) {
    var text = line.text().strip();
    if (text.indexOf('{') < 0) {
      return text.startsWith("# ") && COMMENT.matcher(text).matches();
    }
    var sample = SAMPLE.matcher(text);
    var value = sample.matches() ? Figures.number(sample.group("value")) : Optional.<Double>empty();
    if (value.isEmpty()) {
      return false;
    }
    var labels =
        LABEL
            .matcher(sample.group("labels"))
            .results()
            .collect(
                Collectors.toMap(each -> each.group(1), each -> each.group(2), (_, last) -> last));
    var name = sample.group("name");
    boolean isTaken =
        ofTable(name, labels, value.get(), line.number())
            || ofSetting(name, value.get(), line.number())
            || ofDatabase(name, labels, value.get(), line.number());
    gathered.figures += isTaken ? 1 : 0;
    return isTaken;
  }

  /// Tables of one database: those of another may be called the same.
  private boolean ofTable(String name, Map<String, String> labels, double value, int line) {
    var relation = labels.getOrDefault("relname", labels.getOrDefault("table", ""));
    var metric = TABLE.matcher(name);
    var column = metric.matches() ? column(metric.group(1)) : ownColumn(name);
    var ofDatabase = labels.get("datname");
    database =
        database == null && !relation.isEmpty() && column.isPresent() ? ofDatabase : database;
    if (relation.isEmpty() || (ofDatabase != null && !ofDatabase.equals(database))) {
      return false;
    }
    var cell = column.flatMap(each -> cell(each, value));
    cell.ifPresent(each ->
        gathered.table(
            new Relname(labels.getOrDefault("schemaname", ""), relation),
            Entry.at(line, column.orElseThrow().name(), each)));
    return cell.isPresent();
  }

  private static Optional<Vocabulary.Column> column(String name) {
    var plain = name.replaceFirst("_total$", "");
    return Vocabulary.column(Topic.TABLES, plain)
        .or(() -> Vocabulary.column(Topic.TABLES, plain.replaceFirst("_count$", "")))
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

  /// Exporters write a time in seconds, and 0 where there is none.
  private Optional<String> cell(Vocabulary.Column column, double value) {
    return switch (column.type()) {
      case COUNT, SIZE -> Optional.of(Long.toString(Math.round(value)));
      case REAL, PERCENT -> Optional.of(Double.toString(value));
      case MOMENT -> {
        var moment = Instant.ofEpochMilli(Math.round(value * 1000));
        if (value > 0) {
          gathered.see(moment);
        }
        yield Optional.of(value <= 0 ? "" : Figures.canonical(moment));
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
    var called = metric.group(1);
    boolean isPlain = Setting.named(called).isPresent();
    double scale = isPlain ? 1 : called.endsWith("_seconds") ? 1000 : 1.0 / 1024;
    var unit = isPlain ? "" : scale > 1 ? "ms" : "kB";
    var amount =
        value == Math.rint(value) || !isPlain ? "" + Math.round(value * scale) : "" + value;
    return gathered.setting(
        isPlain ? called : called.replaceFirst("_(?:seconds|bytes)$", ""), amount + unit, line);
  }

  private boolean ofDatabase(String name, Map<String, String> labels, double value, int line) {
    var datname = labels.getOrDefault("datname", "");
    boolean isAge = !datname.isEmpty() && AGE.matcher(name).matches();
    if (isAge) {
      var age = Long.toString(Math.round(value));
      gathered.see(Topic.DATABASES);
      var entry = Entry.at(line, "datname", datname, "xid_age", age);
      gathered.databases.computeIfAbsent(datname, _ -> entry).add(entry);
    }
    return isAge;
  }
}
