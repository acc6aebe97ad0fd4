package org.vacuumadvisor.source.paste;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// Metrics as Prometheus reads them: `pg_stat_user_tables_n_dead_tup{relname="orders"} 12`. A name
/// ends with that of a column and begins with that of a view, or a label says what it is of.
final class Metrics {
  private static final Pattern SAMPLE = Forms.of("metrics-sample");
  private static final Pattern LABEL = Forms.of("metrics-label");
  private static final String SETTINGS = "pg_settings_";

  /// Of the year 5138: later is no moment.
  private static final double LAST_SECOND = 1e11;

  private Metrics() {}

  /// What one metric is for these labels; null where it is nothing.
  private record Sample(Topic topic, String labels, String column, @Nullable String value) {
    static Optional<Sample> of(String text) {
      var match = SAMPLE.matcher(text);
      if (!match.matches()) {
        return Optional.empty();
      }
      var name = match.group("name");
      var number =
          Numbers.number(match.group("value")).filter(Double::isFinite).map(BigDecimal::valueOf);
      if (name.startsWith(SETTINGS)) {
        return number.flatMap(each -> setting(name.substring(SETTINGS.length()), each));
      }
      var labels = match.group("labels") == null ? "" : match.group("labels");
      for (var topic : topic(name, labels).stream().toList()) {
        for (var rest = name; !rest.isEmpty(); rest = rest.substring(1 + rest.indexOf('_'))) {
          var plain = rest.replaceFirst("(?:_timestamp)?_seconds$", "");
          var column = Vocabulary.column(topic, rest).or(() -> Vocabulary.column(topic, plain));
          if (column.isPresent() || rest.indexOf('_') < 0) {
            return column.map(
                each -> new Sample(topic, labels, each.name(), value(each.type(), number)));
          }
        }
      }
      return Optional.empty();
    }

    private static Optional<Topic> topic(String name, String labels) {
      return Vocabulary.VIEWS.keySet().stream()
          .filter(each -> name.startsWith(each + "_"))
          .max(Comparator.comparingInt(String::length))
          .map(Vocabulary.VIEWS::get)
          .or(() ->
              labels(Topic.TABLES, labels).anyMatch(each -> each.getKey().equals("relname"))
                  ? Optional.of(Topic.TABLES)
                  : Optional.empty());
    }

    /// The labels that are columns.
    private static Stream<Map.Entry<String, String>> labels(Topic topic, String labels) {
      return LABEL
          .matcher(labels)
          .results()
          .flatMap(each ->
              Vocabulary.column(topic, each.group(1)).stream()
                  .map(column ->
                      Map.entry(column.name(), each.group(2).replaceAll("\\\\(.)", "$1"))));
    }

    /// A setting's name may end with the unit that its value was brought to.
    private static Optional<Sample> setting(String name, BigDecimal value) {
      var plain = name.replaceFirst("_(?:seconds|bytes)$", "");
      var unit = plain.equals(name) || value.signum() < 0 ? "" : name.endsWith("bytes") ? "B" : "s";
      return Setting.named(plain)
          .map(_ -> new Sample(Topic.SETTINGS, plain, "setting", value.toPlainString() + unit));
    }

    /// Moments are seconds since 1970; that of what never was is 0.
    private static @Nullable String value(CellType type, Optional<BigDecimal> number) {
      return number
          .filter(each -> type != CellType.MOMENT || isMoment(each.doubleValue()))
          .map(each ->
              type == CellType.MOMENT
                  ? Figures.canonical(Instant.ofEpochSecond(each.longValue()))
                  : each.toPlainString())
          .orElse(null);
    }

    private static boolean isMoment(double seconds) {
      return seconds > 0 && seconds < LAST_SECOND;
    }

    Grid.Named row(int line) {
      var row = new Grid.Named(line);
      if (topic == Topic.SETTINGS) {
        row.cells().put("name", labels);
      } else {
        labels(topic, labels).forEach(each -> row.cells().put(each.getKey(), each.getValue()));
      }
      return row;
    }
  }

  /// The metrics of one topic that begin in a line: a row for all with the same labels.
  static Optional<Grid> at(List<Line> lines, int first) {
    var rows = new LinkedHashMap<String, Grid.Named>();
    var topic = Optional.<Topic>empty();
    int end = first;
    for (; end < lines.size(); end++) {
      var line = lines.get(end);
      var text = line.text().strip();
      var sample = Sample.of(text);
      boolean isOf = sample.isPresent() && topic.filter(sample.get().topic()::equals).equals(topic);
      if (!isOf && (topic.isEmpty() || !text.startsWith("#"))) {
        break;
      }
      sample.ifPresent(each ->
          rows.computeIfAbsent(each.labels(), _ -> each.row(line.number()))
              .cells()
              .put(each.column(), each.value()));
      topic = topic.or(() -> sample.map(Sample::topic));
    }
    return Grid.of("", List.copyOf(rows.values()), first, end);
  }
}
