package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.verify.PlannedValue;
import org.vacuumadvisor.verify.SavedPlan.DatabaseId;

/// What stands on the server right now of all that a change concerns. It only reads.
///
/// @param connection to the database of the tables that are asked for
record ServerLook(Connection connection) {
  private static final String WHO =
      "SELECT pg_catalog.clock_timestamp(), pg_catalog.pg_is_in_recovery(),"
          + " pg_catalog.current_setting('server_version'), current_user,"
          + " (SELECT s.setting::int FROM pg_catalog.pg_settings s"
          + " WHERE s.name = 'deadlock_timeout'), current_database()";

  private static final String SYSTEM =
      "SELECT system_identifier::text FROM pg_catalog.pg_control_system()";

  private static final String DATABASES = "SELECT datname, oid::bigint FROM pg_catalog.pg_database";

  private static final String TABLE =
      "SELECT c.oid::bigint, c.relkind::text, CASE WHEN ? THEN t.reloptions ELSE c.reloptions END"
          + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " LEFT JOIN pg_catalog.pg_class t ON t.oid = c.reltoastrelid"
          + " WHERE n.nspname = ? AND c.relname = ?";

  private static final String LOCKED_BY =
      "SELECT pg_catalog.format('session %s holds a %s', l.pid, l.mode)"
          + " FROM pg_catalog.pg_locks l WHERE l.granted AND l.locktype = 'relation'"
          + " AND l.relation = ? AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d"
          + " WHERE d.datname = current_database()) AND l.mode NOT IN"
          + " ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')";

  private static final String SETTING =
      "SELECT s.name, s.setting, s.unit, s.context, s.source,"
          + " coalesce((SELECT f.setting FROM pg_catalog.pg_file_settings f"
          + " WHERE lower(f.name) = s.name"
          + " AND f.error IS NULL ORDER BY f.seqno DESC LIMIT 1), s.boot_val),"
          + " (SELECT f.setting FROM pg_catalog.pg_file_settings f WHERE lower(f.name) = s.name"
          + " AND f.sourcefile ~ '[/\\\\]postgresql\\.auto\\.conf$' ORDER BY f.seqno DESC LIMIT 1)"
          + " FROM pg_catalog.pg_settings s WHERE s.name = ?";

  private static final List<String> RELOADED = List.of("sighup", "superuser", "user");
  private static final List<String> OF_FILES = List.of("default", "configuration file");

  /// The server and our session on it.
  ///
  /// @param system empty where it is not shown
  /// @param deadlockTimeoutMs after which whoever waits for a lock cancels an autovacuum worker
  record Who(
      Instant now,
      boolean isStandby,
      String version,
      String role,
      int deadlockTimeoutMs,
      String database,
      String system) {}

  /// A table.
  ///
  /// @param isPlain whether it can be locked by itself
  record Table(long oid, boolean isPlain, StorageParameters parameters) {
    private static Table of(ResultSet row) throws SQLException {
      var options = row.getArray(3);
      return new Table(
          row.getLong(1),
          row.getString(2).equals("r"),
          options == null
              ? StorageParameters.NONE
              : StorageParameters.of(List.of((String[]) options.getArray())));
    }
  }

  /// A setting of the server: the value in effect, and what the files have, or the default where
  /// they have nothing.
  ///
  /// @param ofAlterSystem what `postgresql.auto.conf` has; null where it has nothing
  private record Setting(SettingValue value, @Nullable String ofAlterSystem) {
    private static Setting of(ResultSet row) throws SQLException {
      return new Setting(
          new SettingValue(
              row.getString(1),
              row.getString(2),
              row.getString(3),
              row.getString(4),
              row.getString(5),
              null,
              null,
              false,
              null,
              row.getString(6)),
          row.getString(7));
    }
  }

  /// The server's major version.
  int major() throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion();
  }

  Who who() throws SQLException {
    var system = system();
    return rows(
            WHO,
            row ->
                new Who(
                    row.getObject(1, OffsetDateTime.class).toInstant(),
                    row.getBoolean(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getString(6),
                    system))
        .getFirst();
  }

  private String system() throws SQLException {
    try {
      return texts(SYSTEM).getFirst();
    } catch (SQLException refused) {
      if ("42501".equals(refused.getSQLState())) {
        return "";
      }
      throw refused;
    }
  }

  Instant now() throws SQLException {
    return rows(
            "SELECT pg_catalog.clock_timestamp()",
            row -> row.getObject(1, OffsetDateTime.class).toInstant())
        .getFirst();
  }

  /// All databases of the server.
  List<DatabaseId> databases() throws SQLException {
    return rows(DATABASES, row -> new DatabaseId(row.getString(1), row.getLong(2)));
  }

  /// Empty where there is no table of that name, or the change is one of the server.
  Optional<Table> table(Change change) throws SQLException {
    var table = change.table();
    return table == null
        ? Optional.empty()
        : rows(TABLE, Table::of, change.isOfToast(), table.name().schema(), table.name().name())
            .stream()
            .findFirst();
  }

  /// Empty where this release has no such setting. Files are read, which takes [Rights].
  private Optional<Setting> setting(String name) throws SQLException {
    return rows(SETTING, Setting::of, name).stream().findFirst();
  }

  /// The change with what `postgresql.auto.conf` has as the value to go back to, where the plan
  /// only saw what is in effect.
  Change withOldValue(Change change) throws SQLException {
    var value = change.values().getFirst();
    if (value.inEffect() == null) {
      return change;
    }
    var old = setting(value.name()).map(Setting::ofAlterSystem).orElse(null);
    return change.with(
        List.of(new PlannedValue(value.name(), old, value.to(), value.inEffect(), value.unit())));
  }

  /// Those of some changes that were written, and that the server did not load yet.
  List<Change> waiting(List<Change> changes) throws SQLException {
    var waiting = new ArrayList<Change>();
    for (var each : changes) {
      if (each.isOfServer()
          && setting(each.values().getFirst().name())
              .flatMap(now -> now.value().waitsForReload())
              .isPresent()) {
        waiting.add(each);
      }
    }
    return waiting;
  }

  /// Whether what a change sets is written, be it in effect or not.
  boolean stands(Change change) throws SQLException {
    if (!change.isOfServer()) {
      return difference(change.back()).isEmpty();
    }
    var value = change.values().getFirst();
    return setting(value.name())
        .filter(now -> SettingValue.isSame(now.ofAlterSystem(), value.to(), now.value().unit()))
        .isPresent();
  }

  /// Who holds a lock on the table that storage parameters cannot be set beside, in words.
  String lockedBy(Change change) throws SQLException {
    return texts(LOCKED_BY, table(change).map(Table::oid).orElse(0L)).stream()
        .findFirst()
        .orElse("another session holds a lock");
  }

  /// Why a change must not be made: something else stands there than was expected. Empty where all
  /// is as expected.
  Optional<String> difference(Change change) throws SQLException {
    if (change.isOfServer()) {
      return differenceOfServer(change.values().getFirst());
    }
    var now = table(change);
    if (now.isEmpty()) {
      return Optional.of("there is no table of that name now");
    }
    if (change.table() == null || now.get().oid() != change.table().key().oid()) {
      return Optional.of("another table has that name now");
    }
    return change.values().stream()
        .flatMap(each ->
            difference(
                each.name(),
                each.old(),
                now.get().parameters().text(each.name()).orElse(null),
                null)
                .stream())
        .findFirst();
  }

  private Optional<String> differenceOfServer(PlannedValue value) throws SQLException {
    var found = setting(value.name());
    if (found.isEmpty()) {
      return Optional.of("this server has no setting of that name");
    }
    var now = found.get().value();
    if (!RELOADED.contains(now.context())) {
      return Optional.of(
          "%s takes effect at the server's start only: it is not for apply"
              .formatted(value.name()));
    }
    if (!OF_FILES.contains(now.source())) {
      return Optional.of(
          "%s is set elsewhere (%s), which overrides ALTER SYSTEM"
              .formatted(value.name(), now.source()));
    }
    return value.inEffect() == null
        ? difference(value.name(), value.old(), found.get().ofAlterSystem(), now.unit())
        : difference(value.name(), value.inEffect(), now.setting(), now.unit())
            .or(() ->
                now.waitsForReload()
                    .map(written ->
                        "another value of %s is written and not loaded yet: %s"
                            .formatted(value.name(), written)));
  }

  private static Optional<String> difference(
      String name, @Nullable String expected, @Nullable String now, @Nullable String unit) {
    if (SettingValue.isSame(now, expected, unit)) {
      return Optional.empty();
    }
    return Optional.of(
        now == null
            ? "%s is no longer set, it was %s: somebody changed it".formatted(name, expected)
            : expected == null
                ? "%s is set to %s now, it was not set: somebody changed it".formatted(name, now)
                : "%s is %s now, not %s: somebody changed it".formatted(name, now, expected));
  }

  /// Makes something of a row.
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// The one column of a query of ours.
  List<String> texts(String sql, Object... parameters) throws SQLException {
    return rows(sql, row -> row.getString(1), parameters);
  }

  /// All rows of a query of ours.
  <T> List<T> rows(String sql, Row<T> row, Object... parameters) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int at = 0; at < parameters.length; at++) {
        statement.setObject(at + 1, parameters[at]);
      }
      var all = new ArrayList<T>();
      try (var result = statement.executeQuery()) {
        while (result.next()) {
          all.add(row.read(result));
        }
      }
      return all;
    }
  }
}
