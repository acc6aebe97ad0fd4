package org.vacuumadvisor.source.log.line;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Section;

/// Puts messages together from the lines of one stream, freed of their wrappers: stderr's log, or
/// what psql printed.
///
/// In a log, further lines of a message begin with a tab; in psql's output they begin with nothing,
/// so all lines up to the next severity go with the message before. A section, such as `CONTEXT`,
/// is of the message of its session, where prefixes tell sessions apart.
public final class Messages {
  /// Where the stream stands.
  private enum State {
    /// In no message.
    OUTSIDE,
    /// In a message that does not matter.
    SKIPPING,
    /// In a message that may matter.
    OPEN
  }

  /// A mail program may have wrapped a message after its first word; the rest then tells.
  private static final int SHORTEST_WHOLE = 24;

  private static final int TAB = 8;

  /// Parts of one line that are told apart: no VACUUM VERBOSE has as many lines.
  private static final int MOST_PARTS = 400;

  private final EntrySink sink;
  private final Habits habits;
  private final HeadLine head;
  private final LayersSeen evidence;
  private final Waiting waiting;
  private Draft draft = new Draft();
  private State state = State.OUTSIDE;
  private Section section = Section.MESSAGE;
  private int headIndent;
  private boolean headHasPrefix;
  private long headPid;
  private boolean isHeadLast;

  /// Whether the message is one of a VACUUM VERBOSE.
  private boolean isReport;

  /// How many parts of the line were told apart so far.
  private int parts;

  /// Whether a section began a line of its own: then nobody joined lines, and a word that looks
  /// like one within a message is somebody's text.
  private boolean hasSections;

  private boolean blankSince;
  private long lastNumber;

  Messages(EntrySink sink, @Nullable LinePrefix given, Habits habits, LayersSeen evidence) {
    this.sink = sink;
    this.habits = habits;
    this.head = new HeadLine(given, habits);
    this.evidence = evidence;
    this.waiting = new Waiting(sink);
  }

  /// The line that came last.
  long lastNumber() {
    return lastNumber;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isOutside() {
    return state == State.OUTSIDE;
  }

  /// Whether the line that came last began a message at the left edge, behind a prefix: then
  /// nothing that stood before it matters any more.
  public boolean isAtHead() {
    return state != State.OUTSIDE
        && section == Section.MESSAGE
        && headIndent == 0
        && headHasPrefix
        && isHeadLast;
  }

  /// Whether a message begins in this range; for wrappers that are only believed if so.
  boolean isHead(byte[] in, int from, int to) {
    return head.read(in, from, from, to);
  }

  /// The next line.
  void line(byte[] in, int from, int to, long number, Wrapping wrapping) {
    parts = 0;
    part(in, from, to, number, wrapping);
  }

  /// A line, or a part of one.
  private void part(byte[] in, int from, int to, long number, Wrapping wrapping) {
    lastNumber = number;
    isHeadLast = false;
    int end = to;
    while (end > from && (in[end - 1] == ' ' || in[end - 1] == '\t' || in[end - 1] == '\r')) {
      end--;
    }
    int text = from;
    int indent = 0;
    while (text < end && (in[text] == ' ' || in[text] == '\t')) {
      indent += in[text] == '\t' ? TAB : 1;
      text++;
    }
    if (text == end) {
      // an empty line within a message is a tab
      if (state == State.OUTSIDE || from == to || in[from] != '\t') {
        blank();
      }
      return;
    }
    boolean isTabbed = in[from] == '\t';
    if (isTabbed && state != State.OUTSIDE) {
      habits.tab();
    }
    boolean isFurther = isTabbed && state != State.OUTSIDE && indent > headIndent && !isOver();
    if (!isFurther && head.read(in, from, text, end) && isBelieved(indent, isTabbed)) {
      if (head.level() == Level.NONE) {
        section(in, end, number, wrapping, indent);
      } else {
        message(in, end, number, wrapping, indent);
      }
    } else {
      further(in, text, end, number, isTabbed, indent, wrapping);
    }
    blankSince = false;
  }

  /// Passes over a line at first sight, if it begins or goes on with a message that does not
  /// matter. What it cannot tell without a doubt it leaves to [#line].
  ///
  /// @param to the end of what is in memory; the line may end before
  /// @return a place in the line from where its end must be looked for; -1 to have it read
  int skim(byte[] in, int from, int to) {
    if (in[from] == '\t') {
      return state == State.SKIPPING && headIndent < TAB ? from + 1 : -1;
    }
    int colon = FirstSight.colon(in, from, to);
    return switch (FirstSight.of(in, from, colon, to)) {
      case MATTERS -> -1;
      case OTHER_MESSAGE -> {
        leave();
        if (!waiting.isEmpty()) {
          int end = Math.min(to, colon + SHORTEST_WHOLE);
          waiting.begins(head.read(in, from, from, end) ? head.stamps().session : 0);
        }
        state = State.SKIPPING;
        section = Section.MESSAGE;
        headIndent = 0;
        headHasPrefix = colon > from + 6;
        headPid = -1;
        blankSince = false;
        yield colon;
      }
      case STATEMENT, DETAIL -> {
        if (state == State.SKIPPING && waiting.isEmpty()) {
          section = Section.STATEMENT;
          yield colon;
        }
        yield -1;
      }
    };
  }

  /// The rest of the line before, which the wrapper had cut: nothing stands between the two.
  void rest(byte[] in, int from, int to) {
    if (state == State.OPEN) {
      draft.extend(in, from, to);
    }
  }

  /// Hands over what is open.
  void flush() {
    leave();
    waiting.end();
  }

  /// Another message begins: the one before is handed over, or waits for what may come of it.
  private void leave() {
    if (state == State.OPEN && (draft.mayGoOn() || !waiting.isEmpty())) {
      draft = waiting.add(draft);
    } else if (state == State.OPEN) {
      draft.hand(sink);
    }
    state = State.OUTSIDE;
  }

  private boolean isSql() {
    return section == Section.STATEMENT || section == Section.QUERY;
  }

  /// Whether a blank line has ended the message: only what somebody typed has such lines inside.
  private boolean isOver() {
    return blankSince && !isSql();
  }

  /// Text that is further in than the message it stands in belongs to that message.
  private boolean isBelieved(int indent, boolean isTabbed) {
    if (state == State.OUTSIDE || indent <= headIndent || isOver()) {
      return true;
    }
    boolean isLikeHead = !isSql() && head.hasPrefix() == headHasPrefix;
    return !isTabbed && (isLikeHead || habits.usesTabs());
  }

  private void message(byte[] in, int end, long number, Wrapping wrapping, int indent) {
    Stamps stamps = head.stamps();
    leave();
    waiting.begins(session(stamps, wrapping));
    isHeadLast = true;
    headIndent = indent;
    headHasPrefix = head.hasPrefix();
    headPid = stamps.pid;
    section = Section.MESSAGE;
    evidence.message(in, head, end, number);
    int text = head.textFrom();
    boolean matters =
        Relevance.isPossible(head.level(), in, text, end)
            || (head.level() == Level.LOG && end - text < SHORTEST_WHOLE);
    state = matters ? State.OPEN : State.SKIPPING;
    isReport = head.level() == Level.INFO || head.level() == Level.DEBUG;
    if (matters) {
      draft.begin(head.level());
      stamp(in, stamps, wrapping);
      parts(in, text, end, number, wrapping);
    }
  }

  /// The rest of a line of a message that matters, which may hold more of them: whoever collected
  /// the lines has joined them.
  private void parts(byte[] in, int from, int end, long number, Wrapping wrapping) {
    boolean isOfReport = isReport && section == Section.DETAIL;
    boolean isOne =
        isSql() || (hasSections && !isOfReport) || habits.usesTabs() || ++parts > MOST_PARTS;
    int next = isOne ? end : head.next(in, from, end, isReport);
    draft.line(section, in, from, isReport ? Loose.withoutTag(in, from, next) : next, number);
    if (next < end) {
      part(in, next, end, number, wrapping);
    }
  }

  private void section(byte[] in, int end, long number, Wrapping wrapping, int indent) {
    hasSections |= parts == 0;
    Stamps stamps = head.stamps();
    boolean isOther = stamps.pid >= 0 && headPid >= 0 && stamps.pid != headPid;
    boolean isOwn = state == State.OPEN && !isOther;
    var begun = isOwn ? null : waiting.of(session(stamps, wrapping));
    if (begun != null || state == State.OUTSIDE || isOther) {
      leave();
      state = State.OPEN;
      headIndent = indent;
      headHasPrefix = head.hasPrefix();
      headPid = stamps.pid;
      if (begun == null) {
        draft.begin(Level.NONE);
        stamp(in, stamps, wrapping);
      } else {
        draft = begun;
      }
    }
    section = head.section();
    if (state == State.OPEN) {
      parts(in, head.textFrom(), end, number, wrapping);
    }
  }

  private static long session(Stamps stamps, Wrapping wrapping) {
    return stamps.session == 0 && wrapping.pid >= 0 ? wrapping.pid + 1 : stamps.session;
  }

  private void stamp(byte[] in, Stamps stamps, Wrapping wrapping) {
    draft.session(session(stamps, wrapping), stamps.pid >= 0 ? stamps.pid : wrapping.pid);
    draft.ordinal(stamps.ordinal >= 0 ? stamps.ordinal : wrapping.sequence);
    draft.time(in, stamps, wrapping);
    if (stamps.stateFrom >= 0) {
      draft.column(Column.STATE, in, stamps.stateFrom, stamps.stateTo);
    }
  }

  private void further(
      byte[] in, int from, int to, long number, boolean isTabbed, int indent, Wrapping wrapping) {
    boolean isProse = blankSince && !Loose.beginsLineOfReport(in, from, to);
    if (isTabbed && (isSql() || !isProse)) {
      add(in, from, to, number);
      return;
    }
    if (Loose.isFence(in, from, to)) {
      flush();
      return;
    }
    if ((headHasPrefix && isSql() && state != State.OUTSIDE) || Loose.isTiming(in, from, to)) {
      return;
    }
    boolean inLog = headHasPrefix && state != State.OUTSIDE;
    boolean isEnd =
        Scan.isGap(in, from, to)
            || Loose.isPrompt(in, from, to)
            || (!inLog && Loose.isTag(in, from, to));
    boolean isAside = inLog && habits.usesTabs() && indent <= headIndent;
    if (isEnd || isProse || isAside) {
      flush();
      sink.line(in, from, to, number);
    } else if (state == State.OPEN && isReport) {
      parts(in, from, to, number, wrapping);
    } else {
      add(in, from, to, number);
    }
  }

  private void add(byte[] in, int from, int to, long number) {
    switch (state) {
      case OPEN -> draft.line(section, in, from, to, number);
      case OUTSIDE -> {
        waiting.end();
        sink.line(in, from, to, number);
      }
      case SKIPPING -> {}
    }
  }

  private void blank() {
    blankSince = true;
    if (state == State.SKIPPING && !isSql()) {
      state = State.OUTSIDE;
    }
  }
}
