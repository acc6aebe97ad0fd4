package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Spot;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.source.log.template.Grammar;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Match;

/// Reads the messages that are worth telling although they are no part of a report.
final class NoticeReader {
  /// The server assigns no IDs of some kind: that concerns no table.
  private static final Set<NoticeKind> STOPS =
      Set.of(
          NoticeKind.WRAPAROUND_STOP, NoticeKind.MULTIXACT_STOP, NoticeKind.MULTIXACT_MEMBERS_STOP);

  private static final Set<NoticeKind> ENDED =
      Set.of(NoticeKind.PROCESS_KILLED, NoticeKind.PROCESS_CRASHED);

  /// Of these the message says that it happened, and the `DETAIL` to whom.
  private static final Set<NoticeKind> TOLD_BY_DETAIL =
      Set.of(NoticeKind.LOCK_WAIT, NoticeKind.SLOT_INVALIDATED);

  private static final int LONGEST_TEXT = 400;
  private static final Word NO_SPACE = new Word("No space left on device");
  private static final Word FILE = new Word(" file \"");

  /// What a worker does, where processes that waited or ended are listed
  /// (`autovac_report_activity()`), or what somebody called.
  private static final Pattern WORK =
      Pattern.compile(
          ": autovacuum: (?<command>VACUUM|ANALYZE)(?: ANALYZE)? (?<name>\\S{3,200})"
              + "|process was running: (?<called>(?i:VACUUM|ANALYZE)\\b.*)");

  static final Grammar<Detail> DETAILS =
      Grammar.read(NoticeReader.class, "details.txt", Detail::valueOf);

  private final OpenRuns openRuns;

  /// How what PostgreSQL itself advises begins where IDs ran out.
  private static final Pattern OWN =
      Pattern.compile("(?i)stop the postmaster|(?:to avoid .{0,60}, )?execute a database-wide");

  private final Match match;
  private boolean isTranslated;

  NoticeReader(OpenRuns openRuns, Match match) {
    this.openRuns = openRuns;
    this.match = match;
  }

  /// What the `DETAIL` of a notice tells.
  enum Detail {
    /// From 19.
    SPACE_LEFT,
    /// Why a standby cancelled a query.
    LOCK_HELD,
    ROWS_NEEDED
  }

  /// Tells whether the next message was translated.
  void translated(boolean translated) {
    isTranslated = translated;
  }

  /// Reads a message of VACUUM, ANALYZE or autovacuum that is no error.
  ///
  /// @return whether it was one
  boolean warning(Session session, Entry entry, int from, int to) {
    var form = NoticeLine.WARNINGS.read(entry.bytes(), from, to, match);
    if (form == null) {
      return false;
    }
    var says = form.says();
    if (ENDED.contains(says.kind())) {
      return background(entry, says.kind(), text(entry, from, to));
    }
    var name = name(says.kind(), match);
    var figures = figures(says.kind(), entry);
    var block = match.countIfAny(Hole.BLOCK);
    if (says.kind() == NoticeKind.FAILSAFE) {
      failsafe(session, match.text(Hole.QUALIFIED));
    }
    truncated(session, says.kind(), name.table());
    var around = Circumstances.of(entry, match);
    var spot =
        says.kind() == NoticeKind.UNINITIALIZED_PAGE
            ? new Spot(null, block, null, null)
            : truncation(says.kind(), around);
    var text =
        says.kind() == NoticeKind.HORIZON_HOLDER
            ? text(entry, from, to)
            : TOLD_BY_DETAIL.contains(says.kind())
                ? detailText(entry, text(entry, from, to))
                : null;
    var called = statement(entry);
    boolean isVacuums =
        says.kind() == NoticeKind.LOCK_WAIT && called != null && called.command() == Command.VACUUM;
    boolean isOfNone = Objects.equals(figures.databaseOid(), 0L);
    var kind =
        isVacuums ? NoticeKind.VACUUM_WAITED : isOfNone ? NoticeKind.FORK_WARNING : says.kind();
    tell(entry, kind, says.command(), name, spot, figures, text);
    return true;
  }

  /// A report by hand is open by then; that of autovacuum follows.
  private static void truncated(Session session, NoticeKind kind, @Nullable String table) {
    var trait =
        kind == NoticeKind.TRUNCATE_STOPPED
            ? Trait.TRUNCATION_STOPPED
            : kind == NoticeKind.TRUNCATE_SUSPENDED ? Trait.TRUNCATION_SUSPENDED : null;
    if (trait == null || table == null) {
      return;
    }
    var draft =
        session.latest(each -> each.command() == Command.VACUUM && each.name().mayBe(table));
    if (draft == null) {
      session.truncation(table, trait);
    } else {
      draft.is(trait);
    }
  }

  private static Spot truncation(NoticeKind kind, Circumstances around) {
    return kind == NoticeKind.TRUNCATE_STOPPED || kind == NoticeKind.TRUNCATE_SUSPENDED
        ? around.spot()
        : Spot.NONE;
  }

  private void failsafe(Session session, String table) {
    var draft = session.latest(each -> each.name().mayBeQualified(table));
    if (draft == null) {
      session.failsafe(table);
    } else {
      draft.is(Trait.FAILSAFE);
    }
  }

  /// Reads an error. Whatever was open in the session ends with it.
  ///
  /// @return whether it is about VACUUM or ANALYZE
  boolean error(Session session, Entry entry, int from, int to) {
    var form = NoticeLine.ERRORS.read(entry.bytes(), from, to, match);
    var said = form == null ? null : form.says().kind();
    var kind = isDiskFull(entry, said) ? NoticeKind.DISK_FULL : said;
    if (kind == NoticeKind.CONFLICT_LOCK) {
      var why = detail(entry);
      kind =
          why == Detail.LOCK_HELD
              ? kind
              : why == Detail.ROWS_NEEDED
                  ? NoticeKind.CONFLICT_SNAPSHOT
                  : told(entry, Section.DETAIL).isEmpty() ? NoticeKind.CONFLICT_UNTOLD : null;
      if (kind != null) {
        tell(entry, kind, null, PrintedName.NONE, Spot.NONE, Notice.Figures.NONE, null);
        return true;
      }
    }
    if (kind == NoticeKind.DEADLOCK) {
      if (background(entry, kind, text(entry, from, to))) {
        return true;
      }
      kind = null;
    }
    var own = kind == null ? PrintedName.NONE : name(kind, match);
    var spotted =
        new Spot(
            null,
            match.has(Hole.BLOCK) && kind != null ? match.countIfAny(Hole.BLOCK) : null,
            kind != null ? match.countIfAny(Hole.OFFSET) : null,
            kind != null ? match.textIfAny(Hole.INDEX) : null);
    var figures = kind == null ? Notice.Figures.NONE : figures(kind, entry);
    var context = Circumstances.of(entry, match);
    if (context.fromUserCode() && !context.automatic()) {
      return false;
    }
    var around = context.of(called(session, entry));
    boolean told = false;
    if (kind != null) {
      var text = text(entry, from, to) + (kind == NoticeKind.CORRUPT_FILE ? why(entry) : "");
      told = known(session, entry, kind, around, own, spotted, figures, text);
    }
    boolean isOther =
        around.automatic() ? !isEnding(kind) : kind == null && around.command() != null;
    if (isOther && entry.level() != Level.WARNING) {
      var error = around.automatic() ? NoticeKind.AUTOVACUUM_ERROR : NoticeKind.VACUUM_ERROR;
      tell(entry, error, around, Notice.Figures.NONE, text(entry, from, to));
      told = true;
    }
    if (entry.level() != Level.WARNING && isOfStatement(session, entry)) {
      var running = session.latest(each -> !each.isEnded());
      if (running != null && kind != NoticeKind.CANCELLED) {
        running.is(Trait.FAILED);
      }
      openRuns.endStatement(session);
    }
    return told;
  }

  /// A file could not be written for want of room: the message says so, or of a transaction log its
  /// `DETAIL`. The kernel says the same of semaphores, and a row may hold the words.
  private static boolean isDiskFull(Entry entry, @Nullable NoticeKind said) {
    int lines = said == NoticeKind.CORRUPT_FILE ? entry.lines() : said == null ? 1 : 0;
    return IntStream.range(0, lines)
        .filter(each -> NO_SPACE.find(entry.bytes(), entry.from(each), entry.to(each)) >= 0)
        .anyMatch(each -> FILE.find(entry.bytes(), entry.from(each), entry.to(each)) >= 0);
  }

  /// Tells what came of a process of autovacuum, or of whom it met, if the `DETAIL` names it.
  private boolean background(Entry entry, NoticeKind kind, String text) {
    for (int line = 1; line < entry.lines(); line++) {
      var work = WORK.matcher(text(entry, entry.from(line), entry.to(line)));
      if (entry.section(line) == Section.DETAIL && work.find()) {
        var called = work.group("called") == null ? null : Called.in(work.group("called"));
        var name = new TableName();
        if (work.group("name") != null) {
          name.schemaAndTable(work.group("name"));
        }
        tell(
            entry,
            kind,
            called == null
                ? Command.valueOf(Objects.requireNonNullElse(work.group("command"), "VACUUM"))
                : called.command(),
            called == null ? name.split() : called.name(),
            Spot.NONE,
            Notice.Figures.NONE,
            text);
        return true;
      }
    }
    return false;
  }

  private static boolean isEnding(@Nullable NoticeKind kind) {
    return kind == NoticeKind.AUTOVACUUM_CANCELLED || kind == NoticeKind.AUTOVACUUM_TERMINATED;
  }

  private boolean known(
      Session session,
      Entry entry,
      NoticeKind kind,
      Circumstances around,
      PrintedName own,
      Spot spotted,
      Notice.Figures figures,
      String said) {
    if (kind == NoticeKind.CANCELLED) {
      return cancelled(session, entry, around, said);
    }
    if (isEnding(kind)) {
      tell(entry, kind, around, Notice.Figures.NONE, null);
    } else if (STOPS.contains(kind)) {
      var other =
          told(entry, Section.HINT).filter(each -> !isTranslated && !OWN.matcher(each).lookingAt());
      var text = other.map(each -> each.replace(". ", "; ").replaceFirst("\\.$", "")).orElse(null);
      tell(entry, text == null ? kind : NoticeKind.FORK_STOP, null, own, Spot.NONE, figures, text);
    } else {
      var running = session.latest(each -> !each.isEnded());
      var told = own.table() == null ? around.name() : own;
      var name = told.table() == null && running != null ? running.name().split() : told;
      var spot = spotted.equals(Spot.NONE) ? around.spot() : spotted.in(around.spot());
      tell(entry, kind, around.command(), name, spot, figures, said);
    }
    return true;
  }

  private boolean cancelled(Session session, Entry entry, Circumstances around, String said) {
    if (around.automatic()) {
      return false;
    }
    var running = session.latest(each -> !each.isEnded());
    if (running != null && isOfStatement(session, entry)) {
      running.is(Trait.CANCELLED);
    }
    if (around.command() != null) {
      tell(entry, NoticeKind.CANCELLED, around, Notice.Figures.NONE, said);
      return true;
    }
    if (!isOfStatement(session, entry)) {
      return false;
    }
    var draft = running == null ? session.latest(_ -> true) : running;
    if (draft == null) {
      return false;
    }
    var command = draft.command();
    var name = draft.name().split();
    tell(
        entry,
        NoticeKind.CANCELLED,
        command,
        new PrintedName(null, name.schema(), name.table()),
        Spot.NONE,
        Notice.Figures.NONE,
        said);
    return true;
  }

  /// The VACUUM or ANALYZE that an error is of: its statement, or what was typed just above it.
  private static @Nullable Called called(Session session, Entry entry) {
    boolean isTold = entry.first(Section.STATEMENT) >= 0;
    return isTold ? statement(entry) : session.calledAbove(entry.number(0));
  }

  /// Whether this error can have ended what is open in the session: in a text that does not tell
  /// sessions apart, the statement of the error tells.
  private static boolean isOfStatement(Session session, Entry entry) {
    return session.isKnown() || entry.first(Section.STATEMENT) < 0 || statement(entry) != null;
  }

  private static @Nullable Called statement(Entry entry) {
    int line = entry.first(Section.STATEMENT);
    return line < 0 ? null : Called.of(entry.bytes(), entry.from(line), entry.to(line));
  }

  private static PrintedName name(NoticeKind kind, Match match) {
    if (match.has(Hole.QUALIFIED)) {
      var name = new TableName();
      if (kind == NoticeKind.SKIPPED_NO_CHILDREN) {
        name.schemaAndTable(match.text(Hole.QUALIFIED));
      } else {
        name.databaseSchemaAndTable(match.text(Hole.QUALIFIED));
      }
      return name.split();
    }
    return match.has(Hole.TOAST)
        ? new PrintedName(null, "pg_toast", "pg_toast_" + match.count(Hole.TOAST))
        : new PrintedName(
            match.textIfAny(Hole.DATABASE),
            match.textIfAny(Hole.SCHEMA),
            match.textIfAny(Hole.TABLE));
  }

  /// The match is of the message; where IDs run out, the `DETAIL` is read behind it.
  private Notice.Figures figures(NoticeKind kind, Entry entry) {
    var pages = kind == NoticeKind.EAGER_SCAN_DISABLED ? match.countIfAny(Hole.OTHER) : null;
    var oid = match.countIfAny(Hole.OID);
    boolean isOfRelation = kind == NoticeKind.LOCK_WAIT;
    var left = match.countIfAny(Hole.IDS_LEFT);
    return new Notice.Figures(
        match.countIfAny(Hole.INDEX_SCANS),
        pages,
        left,
        left != null && detail(entry) == Detail.SPACE_LEFT
            ? (Double) match.decimal(Hole.PERCENT_LEFT)
            : null,
        isOfRelation ? null : oid,
        match.has(Hole.WAITED_MS) ? (Double) match.decimal(Hole.WAITED_MS) : null,
        isOfRelation ? oid : null,
        match.countIfAny(Hole.PROCESS),
        match.countIfAny(Hole.XID_AGE));
  }

  private @Nullable Detail detail(Entry entry) {
    for (int line = 1; line < entry.lines(); line++) {
      if (entry.section(line) == Section.DETAIL) {
        int from = Lines.start(entry.bytes(), entry.from(line), entry.to(line));
        var form = DETAILS.read(entry.bytes(), from, entry.to(line), match);
        if (form != null) {
          return form.says();
        }
      }
    }
    return null;
  }

  /// The first line of the `DETAIL`, the message where there is none, and the statement.
  private static String detailText(Entry entry, String message) {
    var statement = told(entry, Section.STATEMENT).map(each -> ". Statement: " + each);
    return told(entry, Section.DETAIL).orElse(message) + statement.orElse("");
  }

  private static String why(Entry entry) {
    return told(entry, Section.DETAIL).map(": "::concat).orElse("");
  }

  private static Optional<String> told(Entry entry, Section section) {
    int line = entry.first(section);
    return line < 0
        ? Optional.empty()
        : Optional.of(text(entry, entry.from(line), entry.to(line)).strip());
  }

  private static String text(Entry entry, int from, int to) {
    int end = Math.min(to, from + LONGEST_TEXT);
    return new String(entry.bytes(), from, end - from, StandardCharsets.UTF_8);
  }

  private void tell(
      Entry entry,
      NoticeKind kind,
      Circumstances around,
      Notice.Figures figures,
      @Nullable String text) {
    tell(entry, kind, around.command(), around.name(), around.spot(), figures, text);
  }

  private void tell(
      Entry entry,
      NoticeKind kind,
      @Nullable Command command,
      PrintedName name,
      Spot spot,
      Notice.Figures figures,
      @Nullable String text) {
    openRuns.notice(
        new Notice(
            kind,
            openRuns.place(entry),
            OpenRuns.stamp(entry),
            command,
            name,
            spot,
            figures,
            text,
            isTranslated));
  }
}
