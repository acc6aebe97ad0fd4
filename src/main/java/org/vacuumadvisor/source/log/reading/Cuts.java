package org.vacuumadvisor.source.log.reading;

import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.file.Stored;
import org.vacuumadvisor.source.log.line.Habits;
import org.vacuumadvisor.source.log.line.LayersSeen;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.line.Unwrapper;

/// Finds the places where a log can be cut: lines in which a message begins, so that what comes
/// from there on does not depend on what stands before. Whoever asks about a line gets the same
/// answer, on whichever side of the cut he reads.
final class Cuts {
  /// A line is judged by so many of its bytes.
  private static final int LOOKED_AT = 4096;

  private static final int BUFFER = 64 << 10;

  private final ReadOptions options;
  private final Habits habits;
  private LayersSeen evidence = new LayersSeen();
  private Unwrapper pupil;

  /// @param habits what the beginning of the log showed; no longer learning
  Cuts(ReadOptions options, Habits habits) {
    this.options = options;
    this.habits = habits;
    this.pupil = new Unwrapper(EntrySink.NONE, options, habits, evidence);
  }

  /// Whether the log can be cut before this line.
  ///
  /// @param to the line's end, or a place in it far behind its beginning
  boolean isCut(byte[] in, int from, int to) {
    pupil.line(in, from, Math.min(to, from + LOOKED_AT), 1);
    boolean isCut =
        evidence.hasNoWrapper() && pupil.isBetweenRecords() && pupil.streams().main().isAtHead();
    pupil.end();
    if (!evidence.hasNoWrapper()) {
      evidence = new LayersSeen();
      pupil = new Unwrapper(EntrySink.NONE, options, habits, evidence);
    }
    return isCut;
  }

  /// Looks for the first cut.
  ///
  /// @param part begins one byte before the place from which on a cut is looked for
  /// @param most how many bytes behind that place a cut may lie
  /// @return how far behind the place it is; -1 if there is none
  long find(Stored part, long most) throws SourceException {
    byte[] buffer = new byte[BUFFER];
    boolean inLine = true;
    long base = -1;
    int held = 0;
    for (int got = 0; got >= 0; ) {
      got = part.read(buffer, held, buffer.length - held);
      int end = held + Math.max(0, got);
      int at = 0;
      while (at < end && base + at < most) {
        int feed = Scan.newline(buffer, at, end);
        boolean isWhole = feed < end || got < 0 || end - at >= LOOKED_AT;
        if (!inLine && !isWhole) {
          break;
        }
        if (!inLine && isCut(buffer, at, feed)) {
          return base + at;
        }
        inLine = feed == end;
        at = inLine ? end : feed + 1;
      }
      if (base + at >= most) {
        return -1;
      }
      held = end - at;
      base += at;
      System.arraycopy(buffer, at, buffer, 0, held);
    }
    return -1;
  }
}
