package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
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
import org.vacuumadvisor.source.log.template.Form;
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

  private static final int LONGEST_TEXT = 400;

  static final Grammar<Detail> DETAILS =
      new Grammar<>(
          List.of(
              Form.open(
                  Detail.SPACE_LEFT,
                  "Approximately {PERCENT_LEFT}% of <transaction ID|MultiXactId> space remains"
                      + " before wraparound"),
              Form.open(Detail.LOCK_HELD, "User was holding a relation lock for too long"),
              Form.open(Detail.ROWS_NEEDED, "User query might have needed to see row versions")));

  private final OpenRuns openRuns;
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
    var name = name(says.kind(), match);
    var figures = figures(says.kind(), match);
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
    var text = says.kind() == NoticeKind.HORIZON_HOLDER ? text(entry, from, to) : null;
    boolean isVacuums = says.kind() == NoticeKind.LOCK_WAIT && statement(entry) == Command.VACUUM;
    var kind = isVacuums ? NoticeKind.VACUUM_WAITED : says.kind();
    tell(entry, kind, says.command(), name, spot, withDetail(entry, figures), text);
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
    var kind = form == null ? null : form.says().kind();
    if (kind == NoticeKind.CONFLICT_LOCK) {
      var why = detail(entry);
      boolean isLock = why == Detail.LOCK_HELD;
      if (isLock || why == Detail.ROWS_NEEDED) {
        var conflict = isLock ? kind : NoticeKind.CONFLICT_SNAPSHOT;
        tell(entry, conflict, null, PrintedName.NONE, Spot.NONE, Notice.Figures.NONE, null);
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
    var figures = kind == null ? Notice.Figures.NONE : figures(kind, match);
    var around = Circumstances.of(entry, match);
    if (around.fromUserCode() && !around.automatic()) {
      return false;
    }
    boolean told = false;
    if (kind != null) {
      told = known(session, entry, kind, around, own, spotted, figures, text(entry, from, to));
    }
    if (around.automatic() && !isEnding(kind) && entry.level() != Level.WARNING) {
      tell(entry, NoticeKind.AUTOVACUUM_ERROR, around, Notice.Figures.NONE, text(entry, from, to));
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
      String text) {
    if (kind == NoticeKind.CANCELLED) {
      return cancelled(session, entry, around);
    }
    if (isEnding(kind)) {
      tell(entry, kind, around, Notice.Figures.NONE, null);
    } else if (STOPS.contains(kind)) {
      tell(entry, kind, null, own, Spot.NONE, figures, null);
    } else {
      var running = session.latest(each -> !each.isEnded());
      var told = own.table() == null ? around.name() : own;
      var name = told.table() == null && running != null ? running.name().split() : told;
      var spot = spotted.equals(Spot.NONE) ? around.spot() : spotted.in(around.spot().phase());
      tell(entry, kind, around.command(), name, spot, figures, text);
    }
    return true;
  }

  private boolean cancelled(Session session, Entry entry, Circumstances around) {
    if (around.automatic()) {
      return false;
    }
    var running = session.latest(each -> !each.isEnded());
    if (running != null && isOfStatement(session, entry)) {
      running.is(Trait.CANCELLED);
    }
    if (around.command() != null) {
      tell(entry, NoticeKind.CANCELLED, around, Notice.Figures.NONE, null);
      return true;
    }
    if (!isOfStatement(session, entry)) {
      return false;
    }
    var draft = running == null ? session.latest(_ -> true) : running;
    var command = draft == null ? statement(entry) : draft.command();
    if (command == null) {
      return false;
    }
    var name = draft == null ? PrintedName.NONE : draft.name().split();
    tell(
        entry,
        NoticeKind.CANCELLED,
        command,
        new PrintedName(null, name.schema(), name.table()),
        Spot.NONE,
        Notice.Figures.NONE,
        null);
    return true;
  }

  /// Whether this error can have ended what is open in the session: in a text that does not tell
  /// sessions apart, the statement of the error tells.
  private static boolean isOfStatement(Session session, Entry entry) {
    return session.isKnown() || statementLine(entry) < 0 || statement(entry) != null;
  }

  private static int statementLine(Entry entry) {
    for (int line = 0; line < entry.lines(); line++) {
      if (entry.section(line) == Section.STATEMENT) {
        return line;
      }
    }
    return -1;
  }

  private static @Nullable Command statement(Entry entry) {
    int line = statementLine(entry);
    if (line < 0) {
      return null;
    }
    var bytes = entry.bytes();
    int from = behindComment(bytes, entry.from(line), entry.to(line));
    if (Lines.beginsWithWord("vacuum", bytes, from, entry.to(line))) {
      return Command.VACUUM;
    }
    return Lines.beginsWithWord("analyze", bytes, from, entry.to(line)) ? Command.ANALYZE : null;
  }

  /// Where a statement begins: schedulers and drivers write comments before it.
  private static int behindComment(byte[] bytes, int begin, int to) {
    int from = Lines.start(bytes, begin, to);
    if (from + 1 < to && bytes[from] == '/' && bytes[from + 1] == '*') {
      int end = from + 2;
      while (end < to && !(bytes[end - 1] == '*' && bytes[end] == '/')) {
        end++;
      }
      return end < to ? behindComment(bytes, end + 1, to) : from;
    }
    return from;
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

  private static Notice.Figures figures(NoticeKind kind, Match match) {
    return new Notice.Figures(
        match.countIfAny(Hole.INDEX_SCANS),
        kind == NoticeKind.EAGER_SCAN_DISABLED ? match.countIfAny(Hole.OTHER) : null,
        match.countIfAny(Hole.IDS_LEFT),
        null,
        kind == NoticeKind.LOCK_WAIT ? null : match.countIfAny(Hole.OID),
        match.has(Hole.WAITED_MS) ? (Double) match.decimal(Hole.WAITED_MS) : null,
        kind == NoticeKind.LOCK_WAIT ? match.countIfAny(Hole.OID) : null,
        match.countIfAny(Hole.PROCESS),
        match.countIfAny(Hole.XID_AGE));
  }

  private Notice.Figures withDetail(Entry entry, Notice.Figures figures) {
    if (figures.transactionsLeft() == null) {
      return figures;
    }
    return detail(entry) != Detail.SPACE_LEFT
        ? figures
        : new Notice.Figures(
            figures.indexScans(),
            figures.pages(),
            figures.transactionsLeft(),
            match.decimal(Hole.PERCENT_LEFT),
            figures.databaseOid(),
            figures.waitedMs(),
            figures.relationOid(),
            figures.process(),
            figures.xidAge());
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
