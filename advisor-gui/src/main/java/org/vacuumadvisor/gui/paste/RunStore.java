package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// The figures of all runs of a log, in the order of reading: about a hundred bytes for each run,
/// so that a million of them can be sorted and drawn.
final class RunStore {
  /// What a store without times says for a time.
  static final long NO_TIME = Long.MIN_VALUE;

  private static final int CHUNK = 1 << 15;

  private final Map<String, Integer> tableNumbers = new HashMap<>();
  private final List<String> tables = new ArrayList<>();
  private final Map<String, Integer> kindNumbers = new HashMap<>();
  private final List<String> kinds = new ArrayList<>();
  private final Map<Figure, List<double[]>> figures = new EnumMap<>(Figure.class);
  private final List<long[]> ends = new ArrayList<>();
  private final List<long[]> lines = new ArrayList<>();
  private final List<int[]> inputs = new ArrayList<>();
  private final List<int[]> tableOf = new ArrayList<>();
  private final List<byte[]> kindOf = new ArrayList<>();
  private final List<Purpose> purposes = new ArrayList<>();
  private int size;

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

  RunStore() {
    for (var figure : Figure.values()) {
      figures.put(figure, new ArrayList<>());
    }
  }

  /// Takes the next run.
  void add(Run run) {
    if (size % CHUNK == 0) {
      figures.values().forEach(each -> each.add(new double[CHUNK]));
      ends.add(new long[CHUNK]);
      lines.add(new long[CHUNK]);
      inputs.add(new int[CHUNK]);
      tableOf.add(new int[CHUNK]);
      kindOf.add(new byte[CHUNK]);
    }
    int slot = size % CHUNK;
    figures.forEach((figure, chunks) -> chunks.getLast()[slot] = figure.of(run));
    ends.getLast()[slot] = Moments.end(run).map(each -> each.toEpochMilli()).orElse(NO_TIME);
    lines.getLast()[slot] = run.heading().place().line();
    inputs.getLast()[slot] = run.heading().place().input().number();
    tableOf.getLast()[slot] = number(RunFigures.table(run), tableNumbers, tables);
    kindOf.getLast()[slot] = (byte) number(RunFigures.kind(run), kindNumbers, kinds);
    if (purposes.size() < kinds.size()) {
      purposes.add(purpose(run));
    }
    size++;
  }

  private static Purpose purpose(Run run) {
    if (run.is(Trait.TO_PREVENT_WRAPAROUND)) {
      return Purpose.FORCED;
    }
    if (RunFigures.isManual(run)) {
      return Purpose.MANUAL;
    }
    return run.heading().command() == Command.ANALYZE ? Purpose.ANALYZE : Purpose.VACUUM;
  }

  private static int number(String name, Map<String, Integer> numbers, List<String> names) {
    return numbers.computeIfAbsent(
        name,
        fresh -> {
          names.add(fresh);
          return names.size() - 1;
        });
  }

  int size() {
    return size;
  }

  /// The tables that runs are of; a run knows the number of its table.
  List<String> tables() {
    return tables;
  }

  int table(int run) {
    return tableOf.get(run / CHUNK)[run % CHUNK];
  }

  String tableName(int run) {
    return tables.get(table(run));
  }

  String kind(int run) {
    return kinds.get(kindOf.get(run / CHUNK)[run % CHUNK]);
  }

  Purpose purpose(int run) {
    return purposes.get(kindOf.get(run / CHUNK)[run % CHUNK]);
  }

  /// Not a number where the run does not say it.
  double figure(Figure figure, int run) {
    return Objects.requireNonNull(figures.get(figure)).get(run / CHUNK)[run % CHUNK];
  }

  /// Milliseconds since 1970, or [#NO_TIME].
  long end(int run) {
    return ends.get(run / CHUNK)[run % CHUNK];
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

  /// The number of the first line of a run in its document.
  int line(int run, Document document) {
    return document.number(
        inputs.get(run / CHUNK)[run % CHUNK], lines.get(run / CHUNK)[run % CHUNK]);
  }
}
