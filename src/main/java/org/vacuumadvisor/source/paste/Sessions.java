package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.model.session.Command;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.thing.Blockers;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Xids;

/// Completes a pasted row of `pg_stat_activity` to what the mapping reads.
final class Sessions {
  private static final String WORKER = "autovacuum: ";
  private static final Map<String, String> OLD_STATES =
      Map.of(
          "<IDLE>", "idle",
          "<IDLE> in transaction", "idle in transaction",
          "<IDLE> in transaction (aborted)", "idle in transaction (aborted)");
  private static final Set<String> DUMPS = Set.of("pg_dump", "pg_dumpall");

  private Sessions() {}

  /// Whether it is the session that made the paste.
  static boolean isLooking(Entry session) {
    return session.value("state").orElse("active").equals("active")
        && session.value("query").orElse("").contains("pg_stat_activity");
  }

  /// @param database of a session of which it is not told
  static void complete(Entry session, Instant takenAt, String database, Xids xids) {
    stated(session);
    var query = session.value("query").orElse("").strip();
    var lower = query.toLowerCase(Locale.ROOT);
    // a walsender for a standby is in no database
    if (!session.has("datname")
        && !database.isEmpty()
        && Command.of(query) != Command.REPLICATION) {
      session.putIfAbsent("datname", database);
    }
    if (query.equals("<insufficient privilege>")) {
      session.putIfAbsent("hidden", "t");
    }
    if (!query.isEmpty() && !query.equals("<insufficient privilege>")) {
      session.putIfAbsent("command", query);
    }
    if (query.startsWith(WORKER)) {
      session.putIfAbsent("task", query);
      session.putIfAbsent("backend_type", "autovacuum worker");
    }
    if (lower.startsWith("vacuum") && !lower.contains("full")) {
      session.putIfAbsent("vacuuming", "t");
    }
    if (session.value("backend_xid").isPresent() || session.value("xid_age").isPresent()) {
      session.putIfAbsent("has_xid", "t");
    }
    times(session, takenAt);
    age(session, "backend_xid", "xid_age", xids);
    age(session, "backend_xmin", "xmin_age", xids);
    if (mayHold(session)) {
      session.putIfAbsent("in_transaction", "t");
    }
  }

  /// Up to 9.1 the state stands in place of the statement.
  private static void stated(Entry session) {
    var state = OLD_STATES.get(session.value("query").orElse("").strip());
    if (state != null && session.value("state").isEmpty()) {
      session.put("state", state, session.line());
      session.figures().remove("query");
    }
  }

  /// A transaction began before its statement, and that before now: a duration of either bounds it.
  private static void times(Entry session, Instant takenAt) {
    if (session.value("xact_start").isPresent() || !isInTransaction(session)) {
      return;
    }
    for (var duration : new String[] {"xact_age", "query_age", "state_age", "duration"}) {
      if (duration.equals("duration") && !isDump(session)) {
        break;
      }
      var since = PastedRows.seconds(session.value(duration)).map(takenAt::minus);
      if (since.isPresent()) {
        began(session, Figures.canonical(since.get()), duration);
        return;
      }
    }
    for (var column : new String[] {"query_start", "state_change"}) {
      var start = session.value(column);
      if (start.isPresent() && !session.has("xact_start")) {
        began(session, start.get(), column);
        return;
      }
    }
  }

  /// A dump's session, transaction and statement begin nearly together: whichever of them an
  /// unnamed duration counts from, its snapshot is about as old.
  private static boolean isDump(Entry session) {
    return session.value("application_name").filter(DUMPS::contains).isPresent();
  }

  private static void began(Entry session, String time, String column) {
    session.put("began_by", time, session.line());
    session.put("began_column", column, session.line());
  }

  private static boolean isInTransaction(Entry session) {
    var state = session.value("state").orElse("");
    return state.startsWith("idle in transaction")
        || state.equals("active")
        || (state.isEmpty() && (session.has("xact_age") || session.has(Blockers.BLOCKS)));
  }

  private static void age(Entry session, String xid, String age, Xids xids) {
    if (session.value(age).isPresent() || session.value(xid).isEmpty()) {
      return;
    }
    xids.age(Long.parseLong(session.value(xid).orElse("0")))
        .ifPresent(known -> session.put(age, Long.toString(known), session.line()));
  }

  /// A transaction of which nobody showed whether it holds a snapshot or an ID. Where the columns
  /// are shown and empty, it holds none.
  private static boolean mayHold(Entry session) {
    boolean isShown = session.has("backend_xmin") || session.has("xmin_age");
    return !isShown
        && !session.has("backend_xid")
        && isInTransaction(session)
        && (session.value("xact_start").isPresent() || session.value("began_by").isPresent())
        && !session.value("query").orElse("").startsWith(WORKER);
  }
}
