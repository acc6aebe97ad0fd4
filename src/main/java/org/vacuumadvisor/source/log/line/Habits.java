package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Scan;

/// What the beginning of an input shows about all of it: which of the numbers in its prefixes is
/// the process, and whether further lines of messages begin with a tab.
///
/// A process is in every line, is never 0, has no leading zeros, and is the same in a message and
/// in the sections that follow it; the numbers of lines and of transactions are not.
public final class Habits {
  private static final int MOST_SAMPLES = 200;

  /// Fewer lines show nothing.
  private static final int FEWEST = 4;

  /// A place in the prefix where a number stands.
  private static final class Slot {
    private int present;
    private int same;
    private int different;
    private boolean isNoProcess;
    private final Set<Long> ofMoment = new HashSet<>();
    private int moment;
    private long last;
  }

  private final Map<Integer, Slot> slots = new HashMap<>();
  private final List<byte[]> samples = new ArrayList<>();
  private final LineMarks marks = new LineMarks();
  private int lines;
  private long moment;
  private int moments;
  private boolean hasMoment;
  private boolean isLearning = true;
  private boolean usesTabs;
  private @Nullable LinePrefix known;
  private boolean marksLineEnds;
  private boolean isShuffled;

  boolean isLearning() {
    return isLearning;
  }

  /// What stands before every line, whatever the line is.
  public LineMarks marks() {
    return marks;
  }

  /// From now on it only answers.
  public void settle() {
    isLearning = false;
    known = KnownPrefixes.find(samples, new Prefix(this));
    samples.clear();
  }

  /// The prefix that was recognised; null if it is another.
  public @Nullable LinePrefix known() {
    return known;
  }

  /// A line that begins with a tab goes on with a message.
  public void tab() {
    usesTabs |= isLearning;
  }

  /// Whether tabs go on with messages, as far as was seen.
  public boolean usesTabs() {
    return usesTabs;
  }

  /// A line came behind one that was written later.
  public void shuffled() {
    isShuffled |= isLearning;
  }

  /// Whether the lines of the input are out of order.
  public boolean isShuffled() {
    return isShuffled && !isLearning;
  }

  /// A line inside an object ends with a line feed.
  public void lineEnd() {
    marksLineEnds |= isLearning;
  }

  /// Whether lines inside objects show their ends, so that one without is a piece.
  public boolean marksLineEnds() {
    return marksLineEnds;
  }

  /// A line with a prefix: a message, or a section of the one before.
  void line(byte[] in, int from, int to) {
    lines++;
    if (samples.size() < MOST_SAMPLES) {
      samples.add(Arrays.copyOfRange(in, from, Math.min(to, from + 700)));
    }
  }

  /// When the line that came last was written: a section has the time of its message, which may
  /// stand before lines of other processes.
  ///
  /// @param end behind the time; the same as `from` if there is none
  void moment(byte[] in, int from, int end) {
    long before = moment;
    moment = Scan.hash(in, from, end);
    moments += before == moment ? 0 : 1;
    hasMoment = end > from;
  }

  /// Whether there were enough prefixes to call it a log.
  public boolean isLog() {
    return lines >= FEWEST;
  }

  /// A number in the line that came last.
  void number(int slot, long value, boolean hasLeadingZero, boolean isHead) {
    Slot seen = slots.computeIfAbsent(slot, _ -> new Slot());
    seen.present++;
    seen.isNoProcess |= value == 0 || hasLeadingZero;
    if (seen.moment != moments) {
      seen.moment = moments;
      seen.ofMoment.clear();
    }
    if (!isHead && !seen.ofMoment.isEmpty()) {
      if (seen.last == value) {
        seen.same++;
      } else if (!hasMoment || !seen.ofMoment.contains(value)) {
        seen.different++;
      }
    }
    seen.ofMoment.add(value);
    seen.last = value;
  }

  /// Whether the number at this place can be the process.
  ///
  /// @param isMarked brackets show that it stands for itself: then lines without it are another's
  boolean canBeProcess(int slot, boolean isMarked) {
    Slot seen = slots.get(slot);
    if (isLearning || seen == null) {
      return isLearning || isMarked || lines < FEWEST;
    }
    boolean isEverywhere = isMarked || lines < FEWEST || seen.present * 10L >= lines * 9L;
    return !seen.isNoProcess && seen.different <= seen.same && isEverywhere;
  }
}
