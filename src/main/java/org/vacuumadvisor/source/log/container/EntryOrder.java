package org.vacuumadvisor.source.log.container;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.line.Unwrapper;

/// Puts right messages that came out of order, as exports write them: by the place that they say
/// they have in their session (`%l`, `session_line_num`, syslog's numbers), else by their times.
///
/// Messages are held until the input is a window of lines further. Those of several sessions that
/// stand within a second of each other stay as they are: servers write them so. Where lines within
/// reports are out of order, nothing tells to which report they belong: what was found near there
/// is handed on as not understood.
public final class EntryOrder implements EntrySink {
  private static final int MOST_BYTES = 4 << 20;

  /// Sessions that write at once are not written down in the order of their clock.
  private static final long AT_ONCE_MICROS = 1_000_000;

  /// What is earlier by more was not shuffled: another log begins, or the clock was put back.
  private static final long ANOTHER_LOG_MICROS = 30L * 60 * 1_000_000;

  /// So near to lines out of order no report is believed.
  private static final long NEAR = 200;

  private static final long FAR = -2 * NEAR;

  private final EntrySink to;
  private final List<HeldEntry> held = new ArrayList<>();
  private final Map<Long, HeldEntry> latestOf = new HashMap<>();
  private final List<Long> disorders = new ArrayList<>();
  private final Entry filled = new Entry();
  private final Map<Input, Long> leftOut = new LinkedHashMap<>();
  private @Nullable Input input;
  private @Nullable HeldEntry lastAdded;
  private long latest = HeldEntry.NO_TIME;
  private long reportBefore = FAR;
  private int bytes;

  public EntryOrder(EntrySink to) {
    this.to = to;
  }

  @Override
  public void input(Input next) {
    release(held.size());
    latest = HeldEntry.NO_TIME;
    disorders.clear();
    reportBefore = FAR;
    input = next;
    to.input(next);
  }

  @Override
  public void entry(Entry entry) {
    if (entry.lines() == 0) {
      return;
    }
    var next = new HeldEntry(entry);
    if (next.time() == HeldEntry.NO_TIME && held.isEmpty()) {
      to.entry(entry);
      return;
    }
    if (next.isDisordered()) {
      disorders.add(next.number());
    }
    if (isApart(next)) {
      return;
    }
    place(next);
    lastAdded = next;
    bytes += next.bytes();
    var first = held.getFirst();
    if (bytes > MOST_BYTES || next.number() - first.number() > 2L * Unwrapper.MOST_LINES_LATE) {
      releaseUntil(next.number() - Unwrapper.MOST_LINES_LATE);
    }
  }

  @Override
  public void line(byte[] text, int from, int end, long number) {
    if (lastAdded == null) {
      to.line(text, from, end, number);
    } else {
      lastAdded.follow(text, from, end, number);
      bytes += end - from;
      if (bytes > MOST_BYTES) {
        release(held.size());
      }
    }
  }

  @Override
  public void end() {
    release(held.size());
    to.end();
  }

  /// Joins the parts of a message that came apart, whichever came first.
  ///
  /// @return whether it went into a message that is held
  private boolean isApart(HeldEntry next) {
    if (next.session() == 0 || next.time() == HeldEntry.NO_TIME) {
      return false;
    }
    if (next.level() == Level.NONE) {
      for (var each : held.reversed()) {
        if (each.level() != Level.NONE && each.isOfSameMoment(next) && !next.isBefore(each)) {
          each.join(next);
          bytes += next.bytes();
          return true;
        }
      }
      return false;
    }
    if (latestOf.containsKey(next.session())) {
      for (var each : List.copyOf(held)) {
        boolean isPart = each.level() == Level.NONE && each.isOfSameMoment(next);
        if (isPart && each.isAlone() && !each.isBefore(next)) {
          next.join(each);
          held.remove(each);
          bytes -= each.bytes();
        }
      }
    }
    return false;
  }

  private void place(HeldEntry next) {
    var before = latestOf.get(next.session());
    boolean isOld = next.time() != HeldEntry.NO_TIME && latest - next.time() > ANOTHER_LOG_MICROS;
    if (isOld) {
      release(held.size());
      latest = HeldEntry.NO_TIME;
    }
    int place = held.size();
    boolean isLate = !isOld && (isLate(next, latest) || (before != null && next.isBefore(before)));
    for (int at = isLate ? place - 1 : -1; at >= 0; at--) {
      var each = held.get(at);
      if (next.isBefore(each) && (each.isOfSession(next) || isLate(next, each.time()))) {
        place = at;
      } else if (each.isOfSession(next)) {
        break;
      }
    }
    held.add(place, next);
    latest = Math.max(latest, next.time());
    if (next.session() != 0 && (before == null || !next.isBefore(before))) {
      latestOf.put(next.session(), next);
    }
  }

  /// Whether the server wrote it before something of this time, whoever wrote that.
  private static boolean isLate(HeldEntry entry, long other) {
    return entry.time() != HeldEntry.NO_TIME
        && other - entry.time() > (entry.session() == 0 ? 0 : AT_ONCE_MICROS);
  }

  private void releaseUntil(long number) {
    int count = 0;
    while (count < held.size() && held.get(count).number() <= number) {
      count++;
    }
    release(Math.max(count, bytes > MOST_BYTES ? held.size() : 0));
  }

  private void release(int count) {
    var first = List.copyOf(held.subList(0, count));
    held.subList(0, count).clear();
    for (int at = 0; at < first.size(); at++) {
      var each = first.get(at);
      bytes -= each.bytes();
      boolean _ = latestOf.remove(each.session(), each);
      if (each.isReport()) {
        settle(each, first.subList(at + 1, first.size()));
        reportBefore = each.number();
      } else if (input != null && hasLostItsLines(each) && each.isHeadingAlone()) {
        each.mark();
        leftOut.merge(input, 1L, Long::sum);
      }
      each.hand(filled, to);
    }
    if (held.isEmpty()) {
      lastAdded = null;
      bytes = 0;
    }
  }

  /// Decides whether the lines of a report are its own.
  ///
  /// @param behind what comes next, together with what is held
  private void settle(HeldEntry report, List<HeldEntry> behind) {
    disorders.removeIf(line -> line < report.number() - 2L * Unwrapper.MOST_LINES_LATE);
    if (disorders.stream().anyMatch(line -> isNear(line, report)) && !report.isWhole()) {
      boolean isAlone =
          !isNear(reportBefore, report)
              && Stream.concat(behind.stream(), held.stream())
                  .noneMatch(each -> each.isReport() && isNear(each.number(), report));
      if (!isAlone || !report.sort()) {
        report.mark();
      }
    }
    if (report.isMarked() && input != null) {
      leftOut.merge(input, 1L, Long::sum);
    }
  }

  private boolean hasLostItsLines(HeldEntry heading) {
    return disorders.stream().anyMatch(line -> isNear(line, heading));
  }

  private static boolean isNear(long line, HeldEntry report) {
    return Math.abs(line - report.number()) <= NEAR;
  }

  /// How many reports were not understood as their lines are out of order, for each input that has
  /// such.
  public Map<Input, Long> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }
}
