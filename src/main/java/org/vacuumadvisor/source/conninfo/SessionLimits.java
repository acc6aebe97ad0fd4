package org.vacuumadvisor.source.conninfo;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What our session may cost the server: the one place for these numbers.
///
/// @param statement the longest a statement may run
/// @param lock the longest a statement may wait for a lock
/// @param idleInTransaction the longest we may sit in a transaction without doing anything
public record SessionLimits(Duration statement, Duration lock, Duration idleInTransaction) {
  /// The network and a loaded server get this much on top before we give a connection up.
  private static final Duration GRACE = Duration.ofSeconds(15);

  /// Convention: a catalogue query that takes longer than 30 s hurts more than it tells; half a
  /// second is below `deadlock_timeout`, and whoever queues behind us does not notice it.
  public static SessionLimits standard() {
    return new SessionLimits(
        Duration.ofSeconds(30), Duration.ofMillis(500), Duration.ofSeconds(10));
  }

  /// How long a read from the server may take before the server counts as dead.
  Duration silence() {
    return statement.plus(GRACE);
  }

  /// A condition and a value in SQL that set the limit of a transaction for our session, which
  /// releases since 17 know; a role's own would end a survey of many tables.
  ///
  /// @param isLocal `true` for the transaction in progress and no longer
  String setTransactionTimeout(String isLocal) {
    return "CASE WHEN pg_catalog.current_setting('transaction_timeout', true) IS NOT NULL THEN"
        + " pg_catalog.set_config('transaction_timeout', '%d', %s) END"
            .formatted(silence().toMillis(), isLocal);
  }

  /// The same limit as an option of a startup packet, which releases before 17 refuse.
  String transactionOption() {
    return "-c transaction_timeout=" + silence().toMillis();
  }

  /// The settings of our session. All are known to every release since 9.6 and need no privilege.
  Map<String, String> settings() {
    var settings = new LinkedHashMap<String, String>();
    settings.put("default_transaction_read_only", "on");
    settings.put("statement_timeout", Long.toString(statement.toMillis()));
    settings.put("lock_timeout", Long.toString(lock.toMillis()));
    settings.put(
        "idle_in_transaction_session_timeout", Long.toString(idleInTransaction.toMillis()));
    // Nobody's function or operator shall stand in for PostgreSQL's own.
    settings.put("search_path", "pg_catalog");
    // Before 12, real numbers are rounded in output otherwise.
    settings.put("extra_float_digits", "3");
    return settings;
  }

  /// The settings as the `options` of a startup packet.
  String startupOptions() {
    return settings().entrySet().stream()
        .map(setting -> "-c " + setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" "));
  }

  /// The settings for the transaction in progress and no longer.
  String setLocal() {
    return settings().entrySet().stream()
        .map(setting -> "SET LOCAL " + setting.getKey() + " = '" + setting.getValue() + "'")
        .collect(Collectors.joining("; ", "", "; SELECT " + setTransactionTimeout("true")));
  }
}
