package org.vacuumadvisor.source.log.message;

import java.util.Optional;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.source.log.template.Grammar;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Match;
import org.vacuumadvisor.source.log.template.OneLine;

/// Makes runs and notices of the messages that containers find.
///
/// It believes a message only where PostgreSQL itself can have written it: manual runs speak at
/// INFO, autovacuum at LOG, and what a function raised says nothing.
public final class Assembler implements EntrySink {
  private final Match match = new Match();
  private final Tally tally = new Tally();
  private final OpenRuns openRuns;
  private final ReportReader reports;
  private final ManualReader manual;
  private final AutomaticReader automatic;
  private final NoticeReader notices;
  private final TimedReader timed;

  /// Where people begin the heading of a report in a line: behind a number, a time, a mark.
  private static final Word AUTOMATIC = new Word("automatic ");

  private static final int LONGEST_MARK = 100;

  /// What is left of a doubled quote within those of a name.
  private static final String DOUBLED_QUOTE = "\"";

  private final Languages languages;
  private Session lastSession;
  private boolean afterReport = true;
  private boolean spoke;

  /// @param sink takes the runs and notices
  public Assembler(RunSink sink) {
    openRuns = new OpenRuns(sink);
    lastSession = openRuns.anonymous();
    reports = new ReportReader(openRuns, tally, match);
    manual = new ManualReader(openRuns, match);
    automatic = new AutomaticReader(openRuns, match);
    notices = new NoticeReader(openRuns, match);
    timed = new TimedReader(openRuns);
    languages = new Languages(openRuns, notices);
  }

  /// How much was understood so far.
  public Understanding understanding() {
    return tally.result();
  }

  /// Whether a message about VACUUM or ANALYZE was seen, in whatever language.
  public boolean hasSeenAny() {
    return spoke || languages.hasToldAny();
  }

  @Override
  public void input(Input next) {
    openRuns.input(next);
    lastSession = openRuns.anonymous();
    lastSession.target(null);
    afterReport = true;
    languages.reset();
  }

  @Override
  public void entry(Entry entry) {
    if (entry.lines() == 0) {
      return;
    }
    assemble(languages.isOn() ? languages.english(entry) : entry);
  }

  private void assemble(Entry entry) {
    if (entry.level() == Level.NONE) {
      continues(entry);
      return;
    }
    reports.giveUp();
    endReport(lastSession);
    var session = openRuns.session(entry);
    endReport(session);
    session.target(null);
    if (!lastSession.equals(session)) {
      openRuns.leave(lastSession);
    }
    lastSession = session;
    afterReport = false;
    if (entry.section(0) == Section.MESSAGE) {
      read(session, entry);
    }
    closeEnded(session);
    openRuns.leave(session);
  }

  /// A report that has come whole needs no more.
  private void closeEnded(Session session) {
    var draft = session.target();
    if (draft != null && draft.isReported() && draft.isEnded()) {
      openRuns.close(session, draft);
    }
  }

  @Override
  public void line(byte[] bytes, int from, int to, long line) {
    int begin = unmarked(bytes, Lines.start(bytes, from, to), to);
    int end = Lines.end(bytes, begin, to);
    end -= begin < end && bytes[end - 1] == '`' ? 1 : 0;
    if (begin < end && bytes[end - 1] == ';') {
      lastSession.called(Called.of(bytes, begin, end), line);
    }
    if (begin < end && languages.isOn()) {
      var english = languages.english(bytes, begin, end, line);
      loose(english, 0, english.length, line);
    } else if (begin < end) {
      loose(bytes, begin, end, line);
    }
  }

  private void loose(byte[] bytes, int begin, int end, long line) {
    var message = afterReport ? unprefixed(bytes, begin, end) : Optional.<Unprefixed>empty();
    message.ifPresentOrElse(
        each -> unprefixed(each, bytes, end, line), () -> known(bytes, begin, end, line));
  }

  /// Behind the mark of a list, or of code, that people put before lines.
  private static int unmarked(byte[] bytes, int from, int to) {
    boolean isOfList = from + 1 < to && bytes[from + 1] == ' ' && "-*".indexOf(bytes[from]) >= 0;
    return isOfList || (from < to && bytes[from] == '`') ? Lines.start(bytes, from + 1, to) : from;
  }

  /// A line of a message that is in English by now.
  private void part(byte[] bytes, int from, int to, long line) {
    int begin = Lines.start(bytes, from, to);
    int end = Lines.end(bytes, begin, to);
    if (begin < end) {
      known(bytes, begin, end, line);
    }
  }

  /// A line in English without blanks around it.
  private void known(byte[] bytes, int begin, int end, long line) {
    var draft = lastSession.target();
    if (Scan.isGap(bytes, begin, end)) {
      lastSession.leaveOut();
      if (draft != null && draft.isReported()) {
        openRuns.close(lastSession, draft);
      }
    } else if (Lines.isCommandTag(bytes, begin, end)) {
      reports.giveUp();
      lastSession.called(null, 0);
      // psql prints it on another stream than messages: a run that has only begun goes on
      if (draft == null || !draft.hasOnlyBegun()) {
        openRuns.endStatement(lastSession);
      }
    } else if (draft != null && reports.isNext(draft, bytes, begin, end)) {
      openRuns.close(lastSession, draft);
      headless(bytes, begin, end, line).name().like(draft.name());
    } else if (draft != null && isOfOther(draft, bytes, begin, end)) {
      openRuns.close(lastSession, draft);
      headless(bytes, begin, end, line);
    } else if (draft != null && !isBeyond(draft, bytes, begin, end)) {
      reports.read(draft, bytes, begin, end, line);
    } else if (afterReport && reports.isReport(bytes, begin, end)) {
      headless(bytes, begin, end, line);
    } else {
      languages.look(bytes, begin, end, line);
    }
  }

  @Override
  public void end() {
    reports.giveUp();
    openRuns.end();
  }

  /// Whether it is a line of a report, behind a run that is told in messages, as up to 14.
  private boolean isOfOther(RunDraft draft, byte[] bytes, int from, int to) {
    return draft.isManual()
        && !draft.isReported()
        && !draft.hasOnlyBegun()
        && reports.isFigures(bytes, from, to);
  }

  /// Whether a manual run has ended and this is something else: what psql prints next.
  private boolean isBeyond(RunDraft draft, byte[] bytes, int from, int to) {
    return draft.isManual()
        && draft.isEnded()
        && ReportLine.GRAMMAR.read(bytes, from, to, match) == null;
  }

  /// A message without its prefix and level, as people copy it and some clients show it. The rest
  /// of a report may follow its end.
  private record Unprefixed(Level level, MessageLine says, int from, int end) {}

  /// With doubled quotes it came loose from a record of csvlog: a context, or a statement that
  /// quotes one. Behind a number or a time, the heading of a report alone is believed.
  private Optional<Unprefixed> unprefixed(byte[] bytes, int from, int to) {
    var level = Level.LOG;
    int begin = Math.max(from, AUTOMATIC.find(bytes, from, Math.min(to, from + LONGEST_MARK)));
    var form = MessageLine.AUTOMATIC.read(bytes, begin, to, match);
    if (form == null) {
      level = Level.INFO;
      begin = from;
      form = MessageLine.MANUAL.read(bytes, from, to, match);
    }
    int end = match.end();
    return form == null
            || (end < to && OneLine.pieces(bytes, end, to).isEmpty())
            || (begin > from && !match.has(Hole.INDEX_SCANS))
            || (match.has(Hole.QUALIFIED) && match.text(Hole.QUALIFIED).startsWith(DOUBLED_QUOTE))
        ? Optional.empty()
        : Optional.of(new Unprefixed(level, form.says(), begin, end));
  }

  private void unprefixed(Unprefixed message, byte[] bytes, int to, long line) {
    endReport(lastSession);
    var entry = new Entry();
    entry.begin(bytes, message.level());
    entry.line(Section.MESSAGE, message.from(), to, line);
    run(lastSession, entry, message.says(), 1);
    onOneLine(entry, message.end(), to);
  }

  /// A report of which the heading is lost.
  private RunDraft headless(byte[] bytes, int from, int to, long line) {
    var draft = new RunDraft(openRuns.place(line), Stamp.NONE, Command.VACUUM, null);
    draft.report();
    if (languages.hasTranslated()) {
      draft.is(Trait.TRANSLATED);
    }
    var called = lastSession.calledAbove(line);
    if (called != null) {
      draft.name().like(called.printed());
    }
    lastSession.target(openRuns.open(lastSession, draft));
    tally.entry();
    spoke = true;
    reports.read(draft, bytes, from, to, line);
    return draft;
  }

  /// Lines that came apart from their message.
  private void continues(Entry entry) {
    var session = openRuns.session(entry);
    lastSession = session;
    for (int line = 0; line < entry.lines(); line++) {
      if (entry.section(line) == Section.MESSAGE
          || (session.target() != null && isOfReport(entry.section(line)))
          || (afterReport && reports.isReport(entry, line))) {
        line(entry.bytes(), entry.from(line), entry.to(line), entry.number(line));
      }
    }
  }

  /// A report is one message: when the next comes, it is over. If its end was not seen, the rest
  /// may have come apart from it; that is known with the next message of the same session.
  private void endReport(Session session) {
    var draft = session.target();
    if (draft != null && draft.isReported() && (draft.isEnded() || session.equals(lastSession))) {
      openRuns.close(session, draft);
    }
  }

  private void read(Session session, Entry entry) {
    switch (entry.level()) {
      case INFO, DEBUG -> runOrWarning(session, entry, MessageLine.MANUAL);
      case LOG -> runOrWarning(session, entry, MessageLine.AUTOMATIC);
      case WARNING -> {
        int from = Lines.message(entry);
        int to = Lines.end(entry.bytes(), from, entry.to(0));
        if (!Circumstances.of(entry, match).fromUserCode()) {
          told(
              session,
              entry,
              notices.warning(session, entry, from, to) || notices.error(session, entry, from, to));
        }
      }
      case ERROR, FATAL, PANIC -> {
        int from = Lines.message(entry);
        int to = Lines.end(entry.bytes(), from, entry.to(0));
        told(session, entry, notices.error(session, entry, from, to));
      }
      case NONE, NOTICE -> {}
    }
  }

  /// What is not known in English is looked up among translations, and as one line.
  private void told(Session session, Entry entry, boolean isOurs) {
    if (isOurs) {
      tally.entry();
      spoke = true;
    } else if (languages.isFirstTranslation(entry)) {
      read(session, languages.english(entry));
    } else {
      entry.joined(each -> NoticeLine.reads(each, match)).ifPresent(each -> read(session, each));
    }
  }

  private void runOrWarning(Session session, Entry entry, Grammar<MessageLine> grammar) {
    int from = Lines.message(entry);
    int to = Lines.end(entry.bytes(), from, entry.to(0));
    if (Circumstances.of(entry, match).fromUserCode()) {
      return;
    }
    var form = grammar.read(entry.bytes(), from, to, match);
    if (form != null) {
      int end = match.end();
      run(session, entry, form.says(), 1);
      if (end < to && !onOneLine(entry, end, to)) {
        tally.unknown(openRuns.place(entry), entry.bytes(), from, to);
      }
    } else if (notices.warning(session, entry, from, to)
        || (entry.level() == Level.LOG && timed.read(session, entry))) {
      told(session, entry, true);
    } else if (!torn(session, entry, grammar)) {
      unread(session, entry, from);
    }
  }

  private void run(Session session, Entry entry, MessageLine says, int linesRead) {
    tally.entry();
    spoke = true;
    openRuns.tellAssumedYear(entry);
    var draft =
        entry.level() == Level.LOG
            ? automatic.read(session, entry, says)
            : manual.read(session, entry, says);
    session.target(draft);
    if (entry.level() == Level.DEBUG && draft != null) {
      draft.is(Trait.AT_DEBUG);
    }
    if (languages.hasTranslated() && draft != null) {
      draft.is(Trait.TRANSLATED);
    }
    afterReport = true;
    for (int line = linesRead; line < entry.lines(); line++) {
      if (isOfReport(entry.section(line))) {
        part(entry.bytes(), entry.from(line), entry.to(line), entry.number(line));
      }
    }
  }

  /// The rest of a report whose line feeds somebody turned into spaces, or commas.
  private boolean onOneLine(Entry entry, int from, int to) {
    var pieces = OneLine.pieces(entry.bytes(), from, to);
    pieces.forEach(each -> part(entry.bytes(), each.from(), each.to(), entry.number(0)));
    return !pieces.isEmpty();
  }

  private static boolean isOfReport(Section section) {
    return section == Section.MESSAGE || section == Section.DETAIL;
  }

  /// A message over several lines.
  private boolean torn(Session session, Entry entry, Grammar<MessageLine> grammar) {
    var whole = entry.joined(each -> NoticeLine.reads(each, match) || grammar.reads(each, match));
    whole.ifPresent(each -> runOrWarning(session, each, grammar));
    return whole.isPresent();
  }

  private void unread(Session session, Entry entry, int from) {
    if (languages.isFirstTranslation(entry)) {
      read(session, languages.english(entry));
      return;
    }
    boolean isAutomatic =
        entry.level() != Level.INFO && AUTOMATIC.find(entry.bytes(), from, entry.to(0)) == from;
    boolean isOurs = isAutomatic || (entry.level() == Level.INFO && !session.open().isEmpty());
    afterReport |= isAutomatic;
    languages.look(entry.bytes(), from, entry.to(0), entry.number(0));
    for (int line = 1; line < entry.lines(); line++) {
      if (isAutomatic) { // the report tells of itself
        part(entry.bytes(), entry.from(line), entry.to(line), entry.number(line));
      } else {
        languages.look(entry.bytes(), entry.from(line), entry.to(line), entry.number(line));
      }
    }
    if (isOurs) {
      boolean isRead = session.target() != null;
      if (!isRead) {
        tally.entry();
      }
      int to = entry.to(isRead ? 0 : entry.lines() - 1);
      tally.unknown(openRuns.place(entry), entry.bytes(), from, to);
    }
  }
}
