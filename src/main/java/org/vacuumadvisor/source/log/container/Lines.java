package org.vacuumadvisor.source.log.container;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;

/// Cuts one input into lines.
///
/// Memory is bounded: of a line longer than the buffer the first part is looked at, as it tells
/// what the line is, and the rest is passed over.
final class Lines {
  private static final int FIRST = 1 << 16;
  private static final int LARGEST = 1 << 20;
  private static final long REPORT_EVERY = 4 << 20;

  private final Evidence evidence = new Evidence();
  private final Habits habits = new Habits();
  private final ReadOptions options;
  private final Unwrapper unwrapper;
  private byte[] buffer = new byte[FIRST];
  private boolean isLog;
  private boolean inLongLine;
  private long bytes;
  private long lines;
  private Detection.Contents contents = Detection.Contents.EMPTY;

  Lines(ReadOptions options, EntrySink sink) {
    this.options = options;
    this.unwrapper = new Unwrapper(sink, options, habits, evidence);
  }

  /// Reads the input to its end.
  ///
  /// @param goOn asked now and then, with the stored bytes read so far
  /// @return false if the reading was ended before the input was
  boolean read(Opened opened, LongPredicate goOn) throws SourceException {
    int held = 0;
    long reported = 0;
    while (true) {
      int got = bytes == 0 ? first(opened) : opened.read(buffer, held, buffer.length - held);
      if (got < 0) {
        break;
      }
      bytes += got;
      int end = held + got;
      int from = cut(end);
      held = end - from;
      if (inLongLine) {
        unwrapper.tooLong(buffer, from, end);
        held = 0;
      } else if (held == LARGEST) {
        lines++;
        unwrapper.line(buffer, 0, held, lines);
        inLongLine = true;
        held = 0;
      } else if (held == buffer.length) {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      } else if (from > 0) {
        System.arraycopy(buffer, from, buffer, 0, held);
        buffer = held == 0 && buffer.length < LARGEST ? new byte[LARGEST] : buffer;
      }
      if (opened.done() - reported > REPORT_EVERY) {
        reported = opened.done();
        if (!goOn.test(reported)) {
          unwrapper.end();
          return false;
        }
      }
    }
    if (held > 0) {
      lines++;
      line(0, held);
    }
    unwrapper.end();
    return true;
  }

  Detection detection(Input input, Opened opened) {
    return new Detection(
        input,
        opened.compression(),
        opened.encoding(),
        contents,
        bytes,
        lines,
        prefix(),
        evidence.sightings(),
        opened.isCut());
  }

  /// Takes all whole lines in the buffer.
  ///
  /// @return where the last, unfinished line begins
  private int cut(int end) {
    int from = 0;
    while (from < end) {
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

  private boolean maySkim() {
    return isLog && !inLongLine && evidence.hasNoWrapper() && unwrapper.isBetweenRecords();
  }

  /// Fills the buffer and learns from what is in it.
  private int first(Opened opened) throws SourceException {
    int size = 0;
    while (size < buffer.length) {
      int got = opened.read(buffer, size, buffer.length - size);
      if (got < 0) {
        break;
      }
      size += got;
    }
    contents = Sample.contents(contents, buffer, 0, size);
    var first = new Evidence();
    var pupil = new Unwrapper(Nobody.INSTANCE, options, habits, first);
    long number = 0;
    for (int from = 0; from < size; ) {
      int feed = Scan.newline(buffer, from, size);
      number++;
      pupil.line(buffer, from, withoutReturn(from, feed), number);
      from = feed + 1;
    }
    pupil.end();
    habits.settle();
    isLog = options.prefix() == null && first.hasNoWrapper() && habits.isLog();
    return size == 0 ? -1 : size;
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
