package org.vacuumadvisor.source.log.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.source.log.template.Form;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Match;

/// Reads the lines under a heading and those of a `DETAIL` into the draft of a run.
final class ReportReader {
  /// Pieces of one line beyond this are no line that was wrapped.
  private static final int MOST_PIECES = 4;

  private static final int LONGEST_PIECE = 1024;
  private static final int LONGEST_PREFIX = 160;

  private static final String CPU = "CPU:";
  private static final String SYSTEM_CPU = "system usage: CPU:";

  /// How syslog writes a tab.
  private static final Word TAB = new Word("#011");

  private static final Word POINTER = new Word("item pointer");

  private final OpenRuns openRuns;
  private final Tally tally;
  private final Match match;

  private byte[] torn = {};
  private int pieces;
  private final long[] numbers = new long[MOST_PIECES];
  private final int[] ends = new int[MOST_PIECES];
  private @Nullable RunDraft tornOf;

  ReportReader(OpenRuns openRuns, Tally tally, Match match) {
    this.openRuns = openRuns;
    this.tally = tally;
    this.match = match;
  }

  /// Reads a line, without blanks around it, that belongs to this draft.
  void read(RunDraft draft, byte[] bytes, int from, int to, long number) {
    if (draft.equals(tornOf) && mend(draft, bytes, from, to)) {
      return;
    }
    var form = ReportLine.GRAMMAR.read(bytes, from, to, match);
    int closed = form == null ? withoutClosing(bytes, from, to) : to;
    if (closed > from && closed < to) {
      read(draft, bytes, from, closed, number);
    } else if (form == null) {
      int begin = behindPrefix(bytes, from, to);
      if (begin < to) {
        read(draft, bytes, begin, to, number);
      } else if (!Lines.isOfTerminal(bytes, from, to)) {
        tear(draft, bytes, from, to, number);
      }
    } else if (form.says() != ReportLine.SYSTEM_USAGE && hasTail(bytes, to)) {
      tear(draft, bytes, from, to, number);
    } else {
      readWhole(draft, form, bytes, from, to, number);
    }
  }

  private void readWhole(
      RunDraft draft, Form<ReportLine> form, byte[] bytes, int from, int to, long number) {
    boolean isUnknown = hasTail(bytes, to);
    if (tornOf != null) {
      settle(draft);
      form.template().matches(bytes, from, to, match);
    }
    if (!apply(draft, form.says(), bytes, from) || isUnknown) {
      tally.unknown(openRuns.place(number), bytes, from, to);
    }
  }

  /// `CPU 0.01s/0.02u sec`, where later releases write `CPU: user: 0.02 s`.
  private static boolean isUsageOfSystemFirst(ReportLine says, byte[] bytes, int from) {
    return (says == ReportLine.STEP_USAGE && bytes[from + CPU.length() - 1] == ' ')
        || (says == ReportLine.SYSTEM_USAGE && bytes[from + SYSTEM_CPU.length() - 1] == ' ');
  }

  /// Where the report's own text begins, behind what a collector or an editor put before every
  /// line: a time, a host, a comment's dashes; at the end where there is none.
  private int behindPrefix(byte[] bytes, int from, int to) {
    // what came out of its order is marked so, and is of no report
    int last = bytes[from] == '?' ? from : Math.min(to, from + LONGEST_PREFIX);
    for (int at = from + 1; at < last; at++) {
      boolean isWordStart =
          Lines.start(bytes, at - 1, at) == at
              || (at - from >= TAB.length() && TAB.standsAt(bytes, at - TAB.length(), to));
      if (isWordStart
          && ReportLine.GRAMMAR.read(bytes, at, to, match) != null
          && !hasTail(bytes, to)) {
        return at;
      }
    }
    return to;
  }

  /// The same of a line of a message.
  boolean isReport(Entry entry, int line) {
    int from = Lines.start(entry.bytes(), entry.from(line), entry.to(line));
    return isReport(entry.bytes(), from, Lines.end(entry.bytes(), from, entry.to(line)));
  }

  /// Whether this is a line of a report under a heading, so that it is one even without its
  /// heading; or what people copy alone, the dead rows that a vacuum had to keep.
  boolean isReport(byte[] bytes, int from, int to) {
    var form = ReportLine.GRAMMAR.read(bytes, from, to, match);
    if (form == null || hasTail(bytes, to)) {
      return false;
    }
    return switch (form.says()) {
      case FIGURES, SCAN_NEEDED, SCAN_NOT_NEEDED, SCAN_BYPASSED, SCAN_BYPASSED_BY_FAILSAFE -> true;
      case INDEX, WORKERS_VACUUMING, WORKERS_CLEANUP, SYSTEM_USAGE -> true;
      case DETAIL -> match.has(Hole.TUPLES_DEAD_NOT_REMOVABLE);
      case STEP_USAGE, INDEX_FIGURES -> false;
    };
  }

  /// Whether the line tells again what the run has told, and can be of the next run of its table.
  boolean isNext(RunDraft draft, byte[] bytes, int from, int to) {
    return isFigures(bytes, from, to) && draft.figures().mayComeBefore(match);
  }

  /// Whether it tells what a report does: pages, rows, times.
  boolean isFigures(byte[] bytes, int from, int to) {
    var form = ReportLine.GRAMMAR.read(bytes, from, to, match);
    return form != null && form.says() == ReportLine.FIGURES;
  }

  /// The message is over: what is left of a line that was cut off is dropped, and counted.
  void giveUp() {
    if (tornOf != null) {
      int from = 0;
      for (int piece = 0; piece < pieces; piece++) {
        tally.unknown(openRuns.place(numbers[piece]), torn, from, ends[piece]);
        from = ends[piece] + 1;
      }
      tornOf = null;
    }
  }

  private boolean apply(RunDraft draft, ReportLine says, byte[] bytes, int from) {
    if (isUsageOfSystemFirst(says, bytes, from)) {
      draft.is(Trait.USAGE_OF_SYSTEM_FIRST);
    } else if (match.has(Hole.UNUSED_ITEM_IDENTIFIERS)
        && POINTER.find(bytes, from, match.end()) >= 0) {
      draft.is(Trait.ITEM_POINTERS);
    } else if (match.has(Hole.WAL_RECORDS) && draft.isEnded() && !draft.isManual()) {
      draft.is(Trait.WAL_LAST);
    }
    return switch (says) {
      case FIGURES -> figures(draft);
      case DETAIL -> {
        if (match.has(Hole.PAGES_EMPTY)) {
          draft.mode(Mode.LAZY); // `found` of 8.3 and before is that of a rewrite
        }
        yield figures(draft);
      }
      case SCAN_NEEDED -> decided(draft, Outcome.Decision.NEEDED);
      case SCAN_NOT_NEEDED -> decided(draft, Outcome.Decision.NOT_NEEDED);
      case SCAN_BYPASSED -> decided(draft, Outcome.Decision.BYPASSED);
      case SCAN_BYPASSED_BY_FAILSAFE -> decided(draft, Outcome.Decision.BYPASSED_BY_FAILSAFE);
      case INDEX -> {
        draft.index(match.text(Hole.INDEX)).add(match);
        yield true;
      }
      case WORKERS_VACUUMING -> workers(draft, Passes.Stage.VACUUMING);
      case WORKERS_CLEANUP -> workers(draft, Passes.Stage.CLEANUP);
      case SYSTEM_USAGE -> {
        boolean isNew = figures(draft);
        draft.end();
        yield isNew;
      }
      case STEP_USAGE -> draft.cost(cpu(match));
      case INDEX_FIGURES -> {
        var index = draft.detailedIndex();
        if (index != null) {
          index.add(match);
        }
        yield index != null;
      }
    };
  }

  static Cpu cpu(Match match) {
    return new Cpu(
        match.decimal(Hole.CPU_USER), match.decimal(Hole.CPU_SYSTEM), match.decimal(Hole.ELAPSED));
  }

  private boolean figures(RunDraft draft) {
    return draft.figures().add(match);
  }

  private boolean decided(RunDraft draft, Outcome.Decision decision) {
    draft.decide(decision);
    return figures(draft);
  }

  private boolean workers(RunDraft draft, Passes.Stage stage) {
    draft.workers(stage, match);
    return true;
  }

  /// Where the line ends without the quote that closes a record from which the message was copied,
  /// and the commas and brackets behind it.
  private static int withoutClosing(byte[] bytes, int from, int to) {
    int at = to;
    while (at > from && "\",}]".indexOf(bytes[at - 1]) >= 0) {
      at--;
    }
    return at < to && bytes[at] == '"' ? at : to;
  }

  /// Whether anything but a full stop comes after what was matched. A comma says that the line goes
  /// on.
  private boolean hasTail(byte[] bytes, int to) {
    int at = match.end();
    return at < to && !(at + 1 == to && bytes[at] == '.');
  }

  /// A program that wraps long lines leaves pieces; together they may be a line again.
  private boolean mend(RunDraft draft, byte[] bytes, int from, int to) {
    if (pieces >= MOST_PIECES || to - from > LONGEST_PIECE) {
      return false;
    }
    var whole = join(torn, (byte) ' ', bytes, from, to);
    var form = ReportLine.GRAMMAR.read(whole, 0, whole.length, match);
    if (form == null || hasTail(whole, whole.length) || !apply(draft, form.says(), whole, 0)) {
      return false;
    }
    tornOf = null;
    return true;
  }

  /// Keeps a line that is not known, or not to its end, until the next shows whether it goes on
  /// there.
  private void tear(RunDraft draft, byte[] bytes, int from, int to, long number) {
    if (draft.equals(tornOf) && pieces < MOST_PIECES && to - from <= LONGEST_PIECE) {
      torn = join(torn, (byte) ' ', bytes, from, to);
      piece(number);
      return;
    }
    settle(draft);
    torn = Arrays.copyOfRange(bytes, from, Math.min(to, from + LONGEST_PIECE));
    tornOf = draft;
    pieces = 0;
    piece(number);
  }

  private void piece(long number) {
    numbers[pieces] = number;
    ends[pieces] = torn.length;
    pieces++;
  }

  /// The report goes on after a line that is not known to its end: so it is not cut, but longer
  /// than the form we know, and its beginning counts.
  private void settle(RunDraft draft) {
    if (draft.equals(tornOf)) {
      var form = ReportLine.GRAMMAR.read(torn, 0, torn.length, match);
      if (form != null && apply(draft, form.says(), torn, 0) && match.end() == torn.length - 1) {
        tornOf = null;
      }
    }
    giveUp();
  }

  static byte[] join(byte[] first, byte between, byte[] bytes, int from, int to) {
    var whole = new byte[first.length + 1 + to - from];
    System.arraycopy(first, 0, whole, 0, first.length);
    whole[first.length] = between;
    System.arraycopy(bytes, from, whole, first.length + 1, to - from);
    return whole;
  }
}
