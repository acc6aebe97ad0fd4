package org.vacuumadvisor.source.log.message;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Spot;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;

/// Where the drafts of runs lie: opens them, closes them, and knows the sessions they belong to.
final class OpenRuns {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  /// Digits of the seconds since 1970 until the year 2286.
  private static final int EPOCH_DIGITS = 10;

  /// Sessions beyond this are forgotten, the longest silent first.
  private static final int MOST_SESSIONS = 10_000;

  /// A text without sessions may be that of `vacuumdb --jobs`; so many tables may be open in it.
  private static final int MOST_OPEN = 128;

  private final Outbox outbox;
  private final Session anonymous = new Session(0);
  private final Map<Long, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

  /// Most sessions say one thing that matters and leave nothing open: for them this one will do.
  private Session visitor = new Session(0);

  private Input input = new Input(0, "-");
  private boolean hasToldYear;

  OpenRuns(RunSink sink) {
    outbox = new Outbox(sink);
  }

  void input(Input next) {
    input = next;
  }

  Place place(long line) {
    return new Place(input, line);
  }

  Place place(Entry entry) {
    return place(entry.number(0));
  }

  static Stamp stamp(Entry entry) {
    var printed = entry.text(Column.TIMESTAMP);
    var timestamp = printed != null && isAssumed(printed) ? printed.substring(1) : printed;
    boolean hasPid = entry.pid() != Entry.UNKNOWN_PID;
    if (timestamp == null && !hasPid) {
      return Stamp.NONE;
    }
    var zone = entry.text(Column.ZONE);
    var pid = hasPid ? (Long) entry.pid() : null;
    return timestamp == null ? new Stamp(null, null, pid) : stamp(timestamp, zone, pid);
  }

  private static boolean isAssumed(String timestamp) {
    return timestamp.startsWith(Entry.ASSUMED);
  }

  /// Tells once if the year of times is not the log's own word.
  void tellAssumedYear(Entry entry) {
    if (hasToldYear || !entry.has(Column.TIMESTAMP)) {
      return;
    }
    var printed = entry.text(Column.TIMESTAMP);
    if (printed != null && isAssumed(printed)) {
      hasToldYear = true;
      outbox.notice(
          new Notice(NoticeKind.YEAR_ASSUMED, place(entry), stamp(entry), printed.substring(1, 5)));
    }
  }

  /// The session of a message.
  Session session(Entry entry) {
    return entry.session() == 0 ? anonymous : session(entry.session());
  }

  /// The session of text that has none.
  Session anonymous() {
    return anonymous;
  }

  /// A run begins with this message.
  RunDraft open(Session session, Entry entry, Command command, @Nullable Trigger trigger) {
    return open(session, new RunDraft(place(entry), stamp(entry), command, trigger));
  }

  /// A run begins without a message of its own.
  RunDraft open(Session session, RunDraft draft) {
    if (session.open().size() >= MOST_OPEN) {
      close(session, session.open().getFirst());
    }
    session.open().add(draft);
    outbox.opened(draft);
    return draft;
  }

  /// Nothing more belongs to this run.
  void close(Session session, RunDraft draft) {
    if (draft.isClosed()) {
      return;
    }
    session.open().remove(draft);
    if (draft.equals(session.target())) {
      session.target(null);
    }
    var run = draft.finish();
    if (!run.is(Trait.COMPLETE)) {
      outbox.notice(incomplete(run.heading()));
    }
    draft.close();
    outbox.run(run);
    outbox.release();
  }

  /// The report of the same run tells it whole.
  void drop(Session session, RunDraft draft) {
    session.open().remove(draft);
    draft.close();
  }

  private static Notice incomplete(Heading heading) {
    return new Notice(
        NoticeKind.INCOMPLETE_RECORD,
        heading.place(),
        heading.stamp(),
        heading.command(),
        heading.name(),
        Spot.NONE,
        Notice.Figures.NONE,
        null,
        heading.traits().contains(Trait.TRANSLATED));
  }

  void closeAll(Session session) {
    List.copyOf(session.open()).forEach(draft -> close(session, draft));
    var indexes = session.homeless();
    session.homeless(null);
    if (indexes != null && indexes.hasIndexes()) {
      close(session, open(session, indexes));
    }
  }

  /// The statement is over: what comes next has nothing to do with what came before.
  void endStatement(Session session) {
    closeAll(session);
    session.previous(null);
  }

  void notice(Notice notice) {
    outbox.notice(notice);
  }

  /// Closes everything.
  void end() {
    endStatement(anonymous);
    List.copyOf(sessions.values()).forEach(this::endStatement);
    sessions.clear();
    outbox.finish();
  }

  /// Forgets a session in which nothing is open, and keeps one in which something is.
  void leave(Session session) {
    if (!session.isKnown()) {
      return;
    }
    if (session.isForgettable()) {
      if (!session.equals(visitor)) {
        sessions.remove(session.key());
      }
    } else if (session.equals(visitor)) {
      keep(session);
      visitor = new Session(0);
    }
  }

  private Session session(long key) {
    var known = sessions.isEmpty() ? null : sessions.get(key);
    if (known != null) {
      return known;
    }
    visitor.become(key);
    return visitor;
  }

  private void keep(Session session) {
    if (sessions.size() >= MOST_SESSIONS) {
      var oldest = sessions.values().iterator().next();
      endStatement(oldest);
      sessions.remove(oldest.key());
    }
    sessions.put(session.key(), session);
  }

  /// A stamp as a log prints it; seconds since 1970 (`%n`) become a time in UTC.
  private static Stamp stamp(String timestamp, @Nullable String zone, @Nullable Long pid) {
    return isEpoch(timestamp)
        ? new Stamp(sinceEpoch(timestamp), "UTC", pid)
        : new Stamp(withSpace(timestamp), zone, pid);
  }

  private static boolean isEpoch(String text) {
    int point = text.indexOf('.');
    int whole = point < 0 ? text.length() : point;
    return whole == EPOCH_DIGITS
        && text.chars().allMatch(each -> each == '.' || (each >= '0' && each <= '9'));
  }

  private static String sinceEpoch(String text) {
    var seconds = new BigDecimal(text);
    var whole = seconds.setScale(0, RoundingMode.DOWN);
    var nanos = seconds.subtract(whole).movePointRight(9).intValue();
    var moment = Instant.ofEpochSecond(whole.longValue(), nanos).atOffset(ZoneOffset.UTC);
    return (text.indexOf('.') < 0 ? SECONDS : MILLISECONDS).format(moment);
  }

  private static String withSpace(String text) {
    return text.length() > 10 && text.charAt(10) == 'T'
        ? text.substring(0, 10) + " " + text.substring(11)
        : text;
  }
}
