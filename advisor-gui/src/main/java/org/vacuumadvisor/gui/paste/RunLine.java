package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;

/// A run as it is listed: its figures alone, some 200 bytes, so that hundreds of thousands of runs
/// can be sorted and drawn.
@SuppressWarnings("EnumOrdinal") // figures index an array: of each run of a log there is one
final class RunLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /// In the order of reading.
  final int number;

  /// As the window calls it.
  final String table;

  final Place place;
  final Purpose purpose;

  /// Whether it says when it ended.
  final boolean isTimed;

  /// In milliseconds since 1970; the end where it does not say how long it took.
  final long begin;

  /// Likewise.
  final long end;

  private final String kind;
  private final double[] figures;

  /// What a run was for.
  enum Purpose {
    VACUUM("autovacuum"),
    FORCED("to prevent wraparound"),
    MANUAL("by hand"),
    ANALYZE("autoanalyze");

    final String words;

    Purpose(String words) {
      this.words = words;
    }

    private static Purpose of(Run run) {
      if (run.is(Trait.TO_PREVENT_WRAPAROUND)) {
        return FORCED;
      }
      if (run.isByHand()) {
        return MANUAL;
      }
      return run.heading().command() == Command.ANALYZE ? ANALYZE : VACUUM;
    }
  }

  RunLine(int number, Run run) {
    this.number = number;
    table = table(run).intern();
    kind = Words.kind(run).intern();
    purpose = Purpose.of(run);
    place = run.heading().place();
    figures = Stream.of(Figure.values()).mapToDouble(each -> each.of(run)).toArray();
    var ended = Moments.end(run);
    isTimed = ended.isPresent();
    end = ended.map(Instant::toEpochMilli).orElse(0L);
    double took = figure(Figure.TOOK);
    begin = Double.isNaN(took) ? end : end - Math.round(took * 1000);
  }

  /// The table of a run as the window calls it.
  static String table(Run run) {
    var name = run.heading().name();
    var schema = name.schema() == null ? "" : name.schema() + ".";
    return TerminalText.escaped(name.table() == null ? "(cut off)" : schema + name.table());
  }

  /// When something was, in UTC.
  static String time(Instant instant) {
    return TIME.format(instant);
  }

  String table() {
    return table;
  }

  /// `forced vacuum`.
  String kind() {
    return kind;
  }

  /// Not a number where it does not say it.
  double figure(Figure figure) {
    return figures[figure.ordinal()];
  }

  /// What part of it lies in a stretch of time, from 0 to 1; of one without a time all.
  double partIn(TimeSpan span) {
    return isTimed ? span.partOf(begin, end) : 1;
  }

  /// Whether it was at work then; one without a time always was.
  boolean isIn(TimeSpan span) {
    return !isTimed || span.overlaps(begin, end);
  }
}
