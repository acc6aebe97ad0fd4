package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.Vocabulary.Column;

/// Samples in the text form of Prometheus, as exporters for PostgreSQL name them:
/// `pg_stat_user_tables_n_dead_tup{relname="jobs"} 123`, `pg_settings_autovacuum{…} 1`. An
/// expression of an alert has no value behind its braces and is none.
final class MetricLines {
  private static final Pattern SAMPLE = Forms.of("metric-lines-sample");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w{0,60})=\"([^\"]{0,200})\"");
  private static final Pattern COMMENT = Forms.of("metric-lines-comment");
  private static final Pattern SETTING = Pattern.compile("(?:\\w{1,20}_)??pg_settings_(\\w{2,60})");

  /// The topics of views of which each sample is one figure of one thing, which its labels name.
  private static final Set<Topic> TOPICS =
      Set.of(
          Topic.TABLES,
          Topic.INDEXES,
          Topic.DATABASES,
          Topic.VACUUM_PROGRESS,
          Topic.REPLICATION_SLOTS);

  /// Labels that tell one server from another.
  private static final List<String> SOURCES = List.of("instance", "server", "cluster");

  /// `pg_stat_user_tables_n_dead_tup`, whatever stands before the view.
  private static final Pattern OF_VIEW =
      Pattern.compile(
          Vocabulary.VIEWS.entrySet().stream()
              .filter(each -> TOPICS.contains(each.getValue()))
              .map(Map.Entry::getKey)
              .collect(Collectors.joining("|", "(?:\\w{1,20}_)??(", ")_(\\w+?)(?:_total)?")));

  private static final Pattern DERIVED = Forms.of("metric-lines-derived");

  private final PastedFacts gathered;
  private final Intake intake;
  private final Unread unread;
  private @Nullable List<String> source;

  MetricLines(PastedFacts gathered, Intake intake, Unread unread) {
    this.gathered = gathered;
    this.intake = intake;
    this.unread = unread;
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
        ofView(name, labels, value.get(), line.number())
            || ofSetting(name, value.get(), line.number());
    gathered.figures += isTaken ? 1 : 0;
    return isTaken;
  }

  /// Things of one database of one server: those of another may be called the same.
  private boolean ofView(String name, Map<String, String> labels, double value, int line) {
    var metric = OF_VIEW.matcher(name);
    boolean isOfView = metric.matches();
    var topic =
        isOfView ? Vocabulary.VIEWS.getOrDefault(metric.group(1), Topic.TABLES) : Topic.TABLES;
    var entry = Entry.at(line);
    labels.forEach((label, text) ->
        Vocabulary.column(topic, label)
            .filter(each -> each.type() == CellType.TEXT)
            .ifPresent(each -> entry.put(each.name(), text)));
    if (entry.figures().isEmpty() || !(isOfView || entry.has("relname"))) {
      return false;
    }
    var of = SOURCES.stream().map(each -> labels.getOrDefault(each, "")).toList();
    source = source == null ? of : source;
    if (!source.equals(of) && topic != Topic.DATABASES) {
      unread.part(line, "of another server or database: " + name);
      return true;
    }
    var column = column(topic, isOfView ? metric.group(2) : name);
    column
        .flatMap(each -> cell(each, value))
        .ifPresent(cell -> {
          boolean isNever = column.get().type() == CellType.MOMENT && value <= 0;
          intake.put(entry, column.get(), isNever ? null : cell, line, DecimalMark.POINT);
          gathered.see(topic);
          entry.figures().keySet().forEach(each -> gathered.see(topic, each));
          intake.route(topic, entry, Optional.empty());
        });
    return column.isPresent();
  }

  /// A name may end in that of a column: `app_db_dead_tuples`.
  private static Optional<Column> column(Topic topic, String name) {
    var ends = name.split("(?<=_)", -1);
    return IntStream.range(0, DERIVED.matcher(name).find() ? 1 : ends.length)
        .mapToObj(from -> String.join("", List.of(ends).subList(from, ends.length)))
        .flatMap(each -> Stream.of(each, each.replaceFirst("_(?:count|seconds)$", "")))
        .flatMap(each -> Vocabulary.column(topic, each).stream())
        .filter(each -> each.name().indexOf('_') > 0)
        .findFirst();
  }

  /// Exporters write a time in seconds, and 0 where there is none.
  private static Optional<String> cell(Column column, double value) {
    return switch (column.type()) {
      case COUNT, SIZE -> Optional.of(Long.toString(Math.round(value)));
      case REAL, PERCENT -> Optional.of(Double.toString(value));
      case MOMENT -> Optional.of(Figures.canonical(Instant.ofEpochMilli(Math.round(value * 1000))));
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
    double scale = isPlain || value < 0 ? 1 : called.endsWith("_seconds") ? 1000 : 1.0 / 1024;
    var unit = scale == 1 ? "" : scale > 1 ? "ms" : "kB";
    var amount =
        value == Math.rint(value) || !isPlain ? "" + Math.round(value * scale) : "" + value;
    return gathered.setting(
        isPlain ? called : called.replaceFirst("_(?:seconds|bytes)$", ""), amount + unit, line);
  }
}
