package org.vacuumadvisor.source.log.reading;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.file.Opened;
import org.vacuumadvisor.source.log.file.Stored;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.Habits;
import org.vacuumadvisor.source.log.line.LayersSeen;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.line.Sample;
import org.vacuumadvisor.source.log.line.Unwrapper;

/// Cuts an input, or a part of one that begins at a cut, into lines.
///
/// Memory is bounded: of a line longer than the buffer the first part is looked at, as it tells
/// what the line is, and the rest is passed over.
final class Lines {
  private static final int FIRST = 1 << 16;
  private static final int LARGEST = 1 << 20;
  private static final long REPORT_EVERY = 4 << 20;

  private final LayersSeen evidence = new LayersSeen();
  private final Habits habits;
  private final ReadOptions options;
  private final Unwrapper unwrapper;
  private byte[] buffer = new byte[FIRST];
  private int held;
  private int got;
  private boolean isLog;
  private boolean mayBeCut;
  private boolean inLongLine;
  private boolean isOver;
  private long before;
  private long limit = Long.MAX_VALUE;
  private @Nullable Cuts cuts;
  private long lines;
  private LayersSeen learned = new LayersSeen();
  private Detection.Contents contents = Detection.Contents.EMPTY;

  Lines(ReadOptions options, EntrySink sink) {
    this(options, sink, new Habits());
  }

  private Lines(ReadOptions options, EntrySink sink, Habits habits) {
    this.options = options;
    this.habits = habits;
    this.unwrapper = new Unwrapper(sink, options, habits, evidence);
  }

  /// Reads another part of the same input, with what was learned from its beginning.
  Lines another(EntrySink other) {
    var lines = new Lines(options, other, habits);
    lines.isLog = isLog;
    return lines;
  }

  /// Lets the reading end at the first cut at or behind this place, counted from where it began. If
  /// the input turns out there to be one that cannot be cut, it goes on to its end.
  void endAt(long place) {
    limit = place;
    cuts = new Cuts(options, habits);
  }

  /// What judges where this input may be cut.
  Cuts cuts() {
    return new Cuts(options, habits);
  }

  /// Whether the beginning is that of a log in which every message has a prefix and nothing is
  /// wrapped around the lines.
  boolean mayBeCut() {
    return mayBeCut;
  }

  /// Fills the buffer and learns from what is in it.
  void learn(Stored stored) throws SourceException {
    int size = stored.fill(buffer);
    contents = Sample.contents(contents, buffer, 0, size);
    for (int from = 0; from < size; ) {
      int feed = Scan.newline(buffer, from, size);
      habits.marks().learn(buffer, from, withoutReturn(from, feed));
      from = feed + 1;
    }
    habits.marks().settle();
    var first = new LayersSeen();
    var pupil = new Unwrapper(EntrySink.NONE, options, habits, first);
    long number = 0;
    for (int from = 0; from < size; ) {
      int feed = Scan.newline(buffer, from, size);
      number++;
      pupil.line(buffer, from, withoutReturn(from, feed), number);
      from = feed + 1;
    }
    pupil.end();
    habits.settle();
    learned = first;
    isLog = options.prefix() == null && first.hasNoWrapper() && habits.isLog();
    mayBeCut = first.hasNoWrapper() && (isLog || options.prefix() != null);
    got = size == 0 ? -1 : size;
  }

  /// Reads the input to its end, or to the cut where it shall end.
  ///
  /// @param goOn asked now and then, with the stored bytes read so far
  /// @return false if the reading was ended before the input was
  boolean read(Stored stored, LongPredicate goOn) throws SourceException {
    long reported = 0;
    while (got >= 0) {
      int end = held + got;
      int from = cut(end);
      held = end - from;
      if (isOver) {
        break;
      }
      if (inLongLine) {
        unwrapper.tooLong(buffer, from, end);
        drop(end);
      } else if (held == LARGEST && !isOthers(0, held)) {
        lines++;
        unwrapper.line(buffer, 0, held, lines);
        inLongLine = true;
        drop(end);
      } else if (held == buffer.length && !isOver) {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      } else if (from > 0) {
        System.arraycopy(buffer, from, buffer, 0, held);
        before += from;
        buffer = held == 0 && buffer.length < LARGEST ? new byte[LARGEST] : buffer;
      }
      if (isOver) {
        break;
      }
      if (stored.done() - reported > REPORT_EVERY) {
        reported = stored.done();
        if (!goOn.test(reported)) {
          unwrapper.end();
          return false;
        }
      }
      got = stored.read(buffer, held, buffer.length - held);
    }
    if (held > 0 && !isOver && !isOthers(0, held)) {
      lines++;
      line(0, held);
      before += held;
    }
    unwrapper.end();
    return true;
  }

  /// What was read, up to the end or the cut.
  Sum sum() {
    return new Sum(before, lines, evidence);
  }

  /// How many bytes the learning took.
  int learned() {
    return Math.max(0, got);
  }

  /// What the input is.
  ///
  /// @param all what was counted in all parts together
  Detection detection(Input input, Opened opened, Sum all) {
    return new Detection(
        input,
        opened.compression(),
        opened.encoding(),
        contents,
        all.bytes,
        all.lines,
        prefix(),
        all.evidence.orElse(learned).sightings(),
        opened.isCut());
  }

  /// What was counted.
  record Sum(long bytes, long lines, LayersSeen evidence) {
    static final Sum NOTHING = new Sum(0, 0, new LayersSeen());

    /// With a part that follows.
    Sum and(Sum later) {
      var both = new LayersSeen();
      both.add(evidence, 0);
      both.add(later.evidence, lines);
      return new Sum(bytes + later.bytes, lines + later.lines, both);
    }
  }

  /// Takes all whole lines in the buffer.
  ///
  /// @return where the last, unfinished line begins, or the line before which the reading ends
  private int cut(int end) {
    int from = 0;
    long stop = limit - before;
    while (from < end) {
      if (from >= stop && !inLongLine) {
        int feed = Scan.newline(buffer, from, end);
        if (feed == end || isOthers(from, feed)) {
          before += isOver ? from : 0;
          return from;
        }
      }
      int seen = maySkim() ? unwrapper.skim(buffer, from, end) : -1;
      int feed = Scan.newline(buffer, Math.max(seen, from), end);
      if (feed == end) {
        return from;
      }
      if (inLongLine) {
        unwrapper.tooLong(buffer, from, feed);
        inLongLine = false;
      } else {
        lines++;
        if (seen < 0) {
          line(from, feed);
        }
      }
      from = feed + 1;
    }
    return from;
  }

  /// Whether this line is the first of those that somebody else reads.
  private boolean isOthers(int from, int to) {
    if (cuts == null || before + from < limit || !cuts.isCut(buffer, from, to)) {
      return false;
    }
    isOver = evidence.hasNoWrapper() && unwrapper.isBetweenRecords();
    limit = isOver ? limit : Long.MAX_VALUE;
    return isOver;
  }

  private void drop(int end) {
    before += end;
    held = 0;
  }

  private boolean maySkim() {
    return isLog && !inLongLine && evidence.hasNoWrapper() && unwrapper.isBetweenRecords();
  }

  private @Nullable String prefix() {
    LinePrefix prefix = options.prefix() == null ? habits.known() : options.prefix();
    return prefix == null ? null : prefix.text();
  }

  private int withoutReturn(int from, int to) {
    return to > from && buffer[to - 1] == '\r' ? to - 1 : to;
  }

  private void line(int from, int to) {
    unwrapper.line(buffer, from, withoutReturn(from, to), lines);
  }
}
