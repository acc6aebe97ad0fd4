package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.verify.PlannedServer.DatabaseId;

/// What stands on the server right now of all that a change concerns, and what our role may do to
/// it. It only reads.
///
/// @param connection to the database of the tables that are asked for
record ServerLook(Connection connection) {
  private static final int WITH_PARAMETER_RIGHTS = 15;

  private static final String WHO =
      "SELECT pg_catalog.clock_timestamp(), pg_catalog.pg_is_in_recovery(),"
          + " pg_catalog.current_setting('server_version'), current_user,"
          + " pg_catalog.current_setting('is_superuser') = 'on',"
          + " coalesce(pg_catalog.current_setting('allow_alter_system', true), 'on') = 'on',"
          + " (SELECT s.setting::int FROM pg_catalog.pg_settings s"
          + " WHERE s.name = 'deadlock_timeout'), current_database()";

  private static final String SYSTEM =
      "SELECT system_identifier::text FROM pg_catalog.pg_control_system()";

  private static final String TABLE =
      "SELECT c.oid::bigint, c.relkind::text, CASE WHEN ? THEN t.reloptions ELSE c.reloptions END,"
          + " pg_catalog.pg_has_role(c.relowner, 'USAGE'),"
          + " pg_catalog.has_schema_privilege(n.oid, 'USAGE'),"
          + " pg_catalog.pg_get_userbyid(c.relowner)"
          + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " LEFT JOIN pg_catalog.pg_class t ON t.oid = c.reltoastrelid"
          + " WHERE n.nspname = ? AND c.relname = ?";

  private static final String LOCKED_BY =
      "SELECT l.pid::text || coalesce(' (' || nullif(coalesce(nullif(a.application_name, ''),"
          + " nullif(a.usename, '')), '') || ')', CASE WHEN a.query LIKE 'autovacuum:%' THEN"
          + " ' (an autovacuum worker)' ELSE '' END), l.mode"
          + " FROM pg_catalog.pg_locks l LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid"
          + " WHERE l.granted AND l.locktype = 'relation' AND l.relation = ?"
          + " AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d"
          + " WHERE d.datname = current_database())"
          + " AND l.mode IN ('ShareUpdateExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock',"
          + " 'ExclusiveLock', 'AccessExclusiveLock') LIMIT 1";

  private static final String SETTING =
      "SELECT s.setting, s.unit, s.context, s.source,"
          + " (SELECT f.setting FROM pg_catalog.pg_file_settings f WHERE lower(f.name) = s.name"
          + " AND f.error IS NULL ORDER BY f.seqno DESC LIMIT 1),"
          + " (SELECT f.setting FROM pg_catalog.pg_file_settings f WHERE lower(f.name) = s.name"
          + " AND f.sourcefile ~ '[/\\\\]postgresql\\.auto\\.conf$' ORDER BY f.seqno DESC LIMIT 1),"
          + " s.boot_val"
          + " FROM pg_catalog.pg_settings s WHERE s.name = ?";

  private static final String FILE_RIGHT =
      "SELECT pg_catalog.has_function_privilege('pg_catalog.pg_show_all_file_settings()',"
          + " 'EXECUTE') AND pg_catalog.has_table_privilege('pg_catalog.pg_file_settings',"
          + " 'SELECT'), pg_catalog.has_function_privilege('pg_catalog.pg_reload_conf()',"
          + " 'EXECUTE')";

  private static final String PARAMETER_RIGHT =
      "SELECT pg_catalog.has_parameter_privilege(?, 'ALTER SYSTEM')";

  private static final String STATS_RIGHT =
      "SELECT pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')";

  /// The server and our session on it.
  ///
  /// @param system empty where it is not shown
  /// @param deadlockTimeoutMs after which whoever waits for a lock cancels an autovacuum worker
  record Who(
      Instant now,
      boolean isStandby,
      String version,
      String role,
      boolean isSuperuser,
      boolean allowsAlterSystem,
      int deadlockTimeoutMs,
      String database,
      String system) {}

  /// A table.
  record Table(
      long oid,
      boolean isPlain,
      StorageParameters parameters,
      boolean isOurs,
      boolean isInReach,
      String owner) {}

  /// A setting of the server.
  ///
  /// @param inEffect in `unit`
  /// @param written what the files have, where that may be read; null where they have nothing
  /// @param ofAlterSystem what `postgresql.auto.conf` has; null where it has nothing
  record Setting(
      String inEffect,
      @Nullable String unit,
      String context,
      String source,
      @Nullable String written,
      @Nullable String ofAlterSystem,
      @Nullable String boot) {
    boolean isReloaded() {
      return List.of("sighup", "superuser", "user").contains(context);
    }

    /// Whether the value in effect is the files', or the default where they have none.
    boolean isLoaded() {
      return isOverridden()
          || SettingValue.isSame(inEffect, written == null ? boot : written, unit);
    }

    /// Whether something else than the files decides in our session.
    boolean isOverridden() {
      return !source.equals("default") && !source.equals("configuration file");
    }
  }

  Who who() throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(WHO)) {
      row.next();
      return new Who(
          row.getObject(1, OffsetDateTime.class).toInstant(),
          row.getBoolean(2),
          row.getString(3),
          row.getString(4),
          row.getBoolean(5),
          row.getBoolean(6),
          row.getInt(7),
          row.getString(8),
          one(SYSTEM, Optional.empty()).orElse(""));
    }
  }

  Instant now() throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_catalog.clock_timestamp()")) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  /// All databases of the server.
  List<DatabaseId> databases() throws SQLException {
    var all = new ArrayList<DatabaseId>();
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT datname, oid::bigint FROM pg_catalog.pg_database")) {
      while (row.next()) {
        all.add(new DatabaseId(row.getString(1), row.getLong(2)));
      }
    }
    return all;
  }

  /// Empty where there is no table of that name.
  Optional<Table> table(Change.OfTable change) throws SQLException {
    try (var statement = connection.prepareStatement(TABLE)) {
      statement.setBoolean(1, change.isToast());
      statement.setString(2, change.table().schema());
      statement.setString(3, change.table().name());
      try (var row = statement.executeQuery()) {
        return row.next() ? Optional.of(table(row)) : Optional.empty();
      }
    }
  }

  private static Table table(ResultSet row) throws SQLException {
    var options = row.getArray(3);
    return new Table(
        row.getLong(1),
        row.getString(2).equals("r"),
        options == null
            ? StorageParameters.NONE
            : StorageParameters.of(Arrays.asList((String[]) options.getArray())),
        row.getBoolean(4),
        row.getBoolean(5),
        row.getString(6));
  }

  /// Empty where this release has no such setting. The files are read: see [#missing].
  Optional<Setting> setting(String name) throws SQLException {
    try (var statement = connection.prepareStatement(SETTING)) {
      statement.setString(1, name);
      try (var row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Setting(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7)))
            : Optional.empty();
      }
    }
  }

  /// Who holds a lock on the table that storage parameters cannot be set beside, in words.
  String lockedBy(long oid) throws SQLException {
    try (var statement = connection.prepareStatement(LOCKED_BY)) {
      statement.setLong(1, oid);
      try (var row = statement.executeQuery()) {
        return row.next()
            ? "session %s holds a %s".formatted(row.getString(1), row.getString(2))
            : "another session holds a lock";
      }
    }
  }

  /// The rights that our role lacks for a change, each with what would give it.
  List<String> missing(Change change, Who who) throws SQLException {
    return switch (change) {
      case Change.OfTable of -> {
        var missing = new ArrayList<String>();
        var now = table(of);
        if (now.isPresent() && !now.get().isOurs()) {
          missing.add(Grants.ofOwner(of.name(), now.get().owner(), who.role()));
        }
        if (now.isPresent() && !now.get().isInReach()) {
          missing.add(Grants.ofSchema(of.table().schema(), who.role()));
        }
        yield missing;
      }
      case Change.OfServer of -> missing(of.name(), who);
    };
  }

  private List<String> missing(String setting, Who who) throws SQLException {
    var missing = new ArrayList<String>();
    if (!who.allowsAlterSystem()) {
      missing.add(Grants.NO_ALTER_SYSTEM);
    }
    if (who.isSuperuser()) {
      return missing;
    }
    if (connection.getMetaData().getDatabaseMajorVersion() < WITH_PARAMETER_RIGHTS) {
      missing.add(Grants.SUPERUSER);
      return missing;
    }
    if (!one(PARAMETER_RIGHT, Optional.of(setting)).equals(Optional.of("t"))) {
      missing.add(Grants.ofParameter(setting, who.role()));
    }
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(FILE_RIGHT)) {
      row.next();
      if (!row.getBoolean(1)) {
        missing.add(Grants.ofFiles(who.role()));
      }
      if (!row.getBoolean(2)) {
        missing.add(Grants.ofReload(who.role()));
      }
    }
    return missing;
  }

  /// What our role lacks to see what guards look at; empty if nothing.
  Optional<String> missingForGuards(Who who) throws SQLException {
    return who.isSuperuser() || one(STATS_RIGHT, Optional.empty()).equals(Optional.of("t"))
        ? Optional.empty()
        : Optional.of(Grants.ofStatistics(who.role()));
  }

  /// The one value of a query of ours; empty where it has none, or our role may not ask.
  private Optional<String> one(String sql, Optional<String> parameter) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      if (parameter.isPresent()) {
        statement.setString(1, parameter.get());
      }
      try (var row = statement.executeQuery()) {
        return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
      }
    } catch (SQLException refused) {
      if ("42501".equals(refused.getSQLState()) || "42704".equals(refused.getSQLState())) {
        return Optional.empty();
      }
      throw refused;
    }
  }
}
