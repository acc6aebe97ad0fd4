package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;

/// The figures of all runs of a log, in the order of reading: some 150 bytes for each run, so that
/// hundreds of thousands of them can be sorted and drawn.
final class RunStore {
  /// What a store without times says for a time.
  static final long NO_TIME = Long.MIN_VALUE;

  private static final int FIRST_ROOM = 64;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> tables = new ArrayList<>();
  private final Map<String, Kind> kinds = new HashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final Map<Figure, double[]> figures = new EnumMap<>(Figure.class);
  private int room = FIRST_ROOM;

  /// What a run was for, as a timeline tells it apart; the later the more telling.
  enum Purpose {
    ANALYZE("autoanalyze"),
    VACUUM("autovacuum"),
    MANUAL("by hand"),
    FORCED("to prevent wraparound");

    private final String words;

    Purpose(String words) {
      this.words = words;
    }

    String inWords() {
      return words;
    }

    /// The end of its style classes.
    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Kind(String words, Purpose purpose) {}

  /// @param table its number
  /// @param end milliseconds since 1970, or [#NO_TIME]
  private record Row(int table, Kind kind, long end, Place place) {}

  RunStore() {
    for (var figure : Figure.values()) {
      figures.put(figure, new double[FIRST_ROOM]);
    }
  }

  /// Takes the next run.
  void add(Run run) {
    int table =
        numbers.computeIfAbsent(
            table(run),
            fresh -> {
              tables.add(fresh);
              return tables.size() - 1;
            });
    rows.add(
        new Row(
            table,
            kinds.computeIfAbsent(Words.kind(run), words -> new Kind(words, purpose(run))),
            Moments.end(run).map(Instant::toEpochMilli).orElse(NO_TIME),
            run.heading().place()));
    int at = rows.size() - 1;
    if (at == room) {
      room *= 2;
      figures.replaceAll((_, values) -> Arrays.copyOf(values, room));
    }
    figures.forEach((figure, values) -> values[at] = figure.of(run));
  }

  /// The table of a run as the window calls it.
  static String table(Run run) {
    var name = run.heading().name();
    var schema = name.schema() == null ? "" : name.schema() + ".";
    return TerminalText.escaped(name.table() == null ? "(cut off)" : schema + name.table());
  }

  private static Purpose purpose(Run run) {
    if (run.is(Trait.TO_PREVENT_WRAPAROUND)) {
      return Purpose.FORCED;
    }
    if (run.heading().trigger() == Trigger.MANUAL) {
      return Purpose.MANUAL;
    }
    return run.heading().command() == Command.ANALYZE ? Purpose.ANALYZE : Purpose.VACUUM;
  }

  /// When something was, in UTC.
  static String time(Instant instant) {
    return TIME.format(instant);
  }

  int size() {
    return rows.size();
  }

  /// The tables that runs are of; a run knows the number of its table.
  List<String> tables() {
    return tables;
  }

  int table(int run) {
    return rows.get(run).table;
  }

  String tableName(int run) {
    return tables.get(table(run));
  }

  String kind(int run) {
    return rows.get(run).kind.words;
  }

  Purpose purpose(int run) {
    return rows.get(run).kind.purpose;
  }

  /// Not a number where the run does not say it.
  double figure(Figure figure, int run) {
    return Objects.requireNonNull(figures.get(figure))[run];
  }

  /// Milliseconds since 1970, or [#NO_TIME].
  long end(int run) {
    return rows.get(run).end;
  }

  /// When it began; the end where it does not say how long it took.
  long begin(int run) {
    double took = figure(Figure.TOOK, run);
    long end = end(run);
    return end == NO_TIME || Double.isNaN(took) ? end : end - Math.round(took * 1000);
  }

  boolean isTimed(int run) {
    return end(run) != NO_TIME;
  }

  /// The runs that were at work in a stretch of time.
  IntStream within(TimeSpan span) {
    return IntStream.range(0, size())
        .filter(run -> isTimed(run) && span.overlaps(begin(run), end(run)));
  }

  /// How many runs were at work at a time, in equal steps: the mean of each step, as the end of a
  /// run is the only moment most logs tell.
  double[] atWork(TimeSpan span, int steps) {
    var means = new double[steps];
    double step = (double) span.length() / steps;
    within(span)
        .forEach(run -> {
          double begin = Math.max(0, (begin(run) - span.from()) / step);
          double end = Math.min(steps, (end(run) - span.from()) / step);
          for (int at = (int) begin; at < end; at++) {
            means[at] += Math.min(end, at + 1) - Math.max(begin, at);
          }
        });
    return means;
  }

  /// The number of the first line of a run in its document.
  int line(int run, Document document) {
    return document.number(rows.get(run).place);
  }
}
