package org.vacuumadvisor.action;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Identifiers;

/// The statement that ends a session, or cancels what it runs, if it still is what was seen: a
/// process ID may be another session's by then.
final class EndSession {
  private static final String FROM = "FROM pg_catalog.pg_stat_activity WHERE ";

  private EndSession() {}

  /// @param idle whether it is idle in its transaction, and may only be ended while it still is
  static Permission of(Session session, boolean idle) {
    var same = same(session.backend(), idle);
    add(same, "backend_xid", session.own());
    if (session.snapshot().is(session.xid().or(-1L)::equals)) {
      add(same, "backend_xmin", session.snapshot());
    }
    return statement("pg_terminate_backend", session.backend(), same);
  }

  /// Several that are idle in their transactions. One whose `state_change` is what it was has run
  /// nothing since: its transaction, with its snapshot, is the same.
  static Permission of(List<Session> sessions) {
    var rows =
        sessions.stream()
            .map(Session::backend)
            .map(each ->
                "(%d, %s, %s)"
                    .formatted(
                        each.pid().known().orElseThrow(),
                        Identifiers.quotedLiteral(each.started().known().orElseThrow().toString()),
                        Identifiers.quotedLiteral(
                            each.stateSince().known().orElseThrow().toString())))
            .collect(Collectors.joining(", "));
    return new Permission.Granted(
        "SELECT pg_catalog.pg_terminate_backend(pid) %sstate LIKE 'idle in transaction%%' AND"
                .formatted(FROM)
            + " (pid, backend_start, state_change) IN (%s);".formatted(rows));
  }

  /// Whether all is shown by which a session that is idle can be told from another one.
  static boolean isToldApart(Backend backend) {
    return backend.pid().isKnown() && backend.started().isKnown() && backend.stateSince().isKnown();
  }

  static Permission of(Backend backend, boolean idle) {
    return statement("pg_terminate_backend", backend, same(backend, idle));
  }

  static Permission cancelling(Backend waiter) {
    var same = same(waiter, false);
    if (!same.isEmpty()) {
      same.add("wait_event_type = 'Lock'");
    }
    return statement("pg_cancel_backend", waiter, same);
  }

  /// The same of one of which only its lock is shown, if it still waits for that.
  static Permission cancelling(Backend waiter, TableLock lock) {
    var same = new ArrayList<>(List.of("relation = " + lock.relation().oid(), "NOT granted"));
    same.add("mode = " + Identifiers.quotedLiteral(lock.mode()));
    add(same, "waitstart", waiter.waitsSince());
    return statement("pg_cancel_backend", "FROM pg_catalog.pg_locks WHERE ", waiter, same);
  }

  /// What was seen of the session, but its pid: without any of it no statement can tell that it is
  /// the same. One that is idle has run nothing since.
  private static List<String> same(Backend backend, boolean idle) {
    var same = new ArrayList<String>();
    add(same, "backend_start", backend.started());
    add(same, "xact_start", backend.transactionStart());
    if (idle && !same.isEmpty()) {
      add(same, "state", backend.state());
      add(same, "state_change", backend.stateSince());
    }
    return same;
  }

  private static void add(List<String> same, String column, Reading<?> seen) {
    seen.known()
        .map(Object::toString)
        .ifPresent(each -> same.add(column + " = " + Identifiers.quotedLiteral(each)));
  }

  private static Permission statement(String function, Backend backend, List<String> same) {
    return statement(function, FROM, backend, same);
  }

  private static Permission statement(
      String function, String from, Backend backend, List<String> same) {
    if (same.isEmpty() || backend.pid().known().isEmpty()) {
      return Permission.notShown("not-told-apart", backend.name());
    }
    return new Permission.Granted(
        "SELECT pg_catalog.%s(pid) %spid = %d AND %s;"
            .formatted(function, from, backend.pid().known().get(), String.join(" AND ", same)));
  }
}
