package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;

/// Puts right messages that came out of order, as exports write them: by their times and by the
/// place that they say they have in their session (`%l`, `session_line_num`, syslog's numbers).
///
/// The beginning of an input is held. If nothing in it is out of order, what follows is handed on
/// at once, until something is. From then on messages wait for as many lines as what came out of
/// order may be late. Where lines within reports are out of order, nothing tells to which report
/// they belong: what was found near there is handed on as not understood.
public final class MessageOrder implements EntrySink {
  private static final int MOST_BYTES = 4 << 20;

  /// Sessions that write at once are not written down in the order of their clock.
  private static final long AT_ONCE_MICROS = 1_000_000;

  /// What is earlier by more was not shuffled: another log begins, or the clock was put back.
  private static final long ANOTHER_LOG_MICROS = 30L * 60 * 1_000_000;

  /// So near to lines out of order no report is believed.
  private static final long NEAR = 200;

  private static final long FAR = -2 * NEAR;

  /// Of so many sessions the latest place is known.
  private static final int SESSIONS = 1 << 10;

  private final EntrySink to;
  private final List<HeldMessage> held = new ArrayList<>();
  private final List<Long> disorders = new ArrayList<>();
  private final Map<Input, Long> leftOut = new LinkedHashMap<>();
  private final long[] sessions = new long[SESSIONS];
  private final long[] ordinals = new long[SESSIONS];
  private @Nullable Input input;
  private long latest = MessageTime.NONE;
  private long reportBefore = FAR;
  private long firstLine;
  private int bytes;
  private boolean isBeginning;
  private boolean isShuffled;

  public MessageOrder(EntrySink to) {
    this.to = to;
  }

  @Override
  public void input(Input next) {
    release(held.size());
    latest = MessageTime.NONE;
    Arrays.fill(sessions, 0);
    disorders.clear();
    reportBefore = FAR;
    firstLine = 0;
    isBeginning = true;
    isShuffled = false;
    input = next;
    to.input(next);
  }

  @Override
  public void entry(Entry entry) {
    if (entry.lines() == 0) {
      return;
    }
    long time = MessageTime.of(entry);
    if (time != MessageTime.NONE && latest - time > ANOTHER_LOG_MICROS) {
      release(held.size());
      latest = time;
    }
    isShuffled |= isOutOfOrder(entry, time);
    latest = Math.max(latest, time);
    if (!isShuffled && !isBeginning) {
      to.entry(entry);
      return;
    }
    var next = new HeldMessage(entry, time == MessageTime.NONE ? latest : time);
    firstLine = held.isEmpty() ? next.number() : firstLine;
    held.add(next);
    bytes += next.bytes();
    boolean isFull = next.number() - firstLine > 2L * Unwrapper.MOST_LINES_LATE;
    if (isFull || bytes > MOST_BYTES) {
      isBeginning = false;
      release(isShuffled && isFull ? held.size() / 2 : held.size());
      firstLine = next.number() - Unwrapper.MOST_LINES_LATE;
    }
  }

  @Override
  public void line(byte[] text, int from, int end, long number) {
    if (ReportOrder.rank(text, from, end) == 0) {
      disorders.add(number);
    }
    if (held.isEmpty()) {
      to.line(text, from, end, number);
      return;
    }
    var before = held.getLast();
    before.follow(text, from, end, number);
    bytes += end - from;
    if (bytes > MOST_BYTES) {
      release(held.size());
    }
  }

  @Override
  public void end() {
    release(held.size());
    to.end();
  }

  /// Whether the server wrote it, or the lines in it, before something that came earlier.
  private boolean isOutOfOrder(Entry entry, long time) {
    boolean isLate =
        time != MessageTime.NONE && latest - time > (entry.session() == 0 ? 0 : AT_ONCE_MICROS);
    if (entry.session() != 0 && entry.ordinal() >= 0) {
      int slot = (int) (entry.session() ^ entry.session() >>> 32) & SESSIONS - 1;
      isLate |= sessions[slot] == entry.session() && entry.ordinal() < ordinals[slot];
      sessions[slot] = entry.session();
      ordinals[slot] = entry.ordinal();
    }
    if (HeldMessage.isDisordered(entry)) {
      disorders.add(entry.number(0));
      isLate = true;
    }
    return isLate;
  }

  /// Hands over the first messages in the order in which they were written.
  private void release(int count) {
    if (isShuffled) {
      held.sort(HeldMessage.AS_WRITTEN);
      joinParts();
    }
    int last = Math.min(count, held.size());
    var first = List.copyOf(held.subList(0, last));
    for (int at = 0; at < first.size(); at++) {
      var each = first.get(at);
      bytes -= each.bytes();
      if (!disorders.isEmpty()) {
        settle(each, held.subList(at + 1, held.size()));
      }
      reportBefore = each.isReport() ? each.number() : reportBefore;
      each.hand(to);
    }
    held.subList(0, last).clear();
    bytes = held.isEmpty() ? 0 : bytes;
    disorders.removeIf(line -> !held.isEmpty() && line < held.getFirst().number() - 10 * NEAR);
  }

  /// Joins the parts of messages that came apart.
  private void joinParts() {
    for (int at = 1; at < held.size(); at++) {
      if (held.get(at).isPartOf(held.get(at - 1))) {
        held.get(at - 1).join(held.remove(at--));
      }
    }
  }

  /// Decides whether the lines of a report are its own.
  ///
  /// @param behind what comes next
  private void settle(HeldMessage message, List<HeldMessage> behind) {
    if (!message.isReport()
        || message.isWhole()
        || disorders.stream().noneMatch(line -> isNear(line, message))) {
      return;
    }
    boolean isAlone =
        !isNear(reportBefore, message)
            && behind.stream().noneMatch(each -> each.isReport() && isNear(each.number(), message));
    if (!isAlone || !message.sort()) {
      message.mark();
      if (input != null) {
        leftOut.merge(input, 1L, Long::sum);
      }
    }
  }

  private static boolean isNear(long line, HeldMessage report) {
    return Math.abs(line - report.number()) <= NEAR;
  }

  /// How many reports were not understood as their lines are out of order, for each input that has
  /// such.
  public Map<Input, Long> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }
}
