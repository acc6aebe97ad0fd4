package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.verify.PlannedValue;

/// What stands on the server right now of all that a change concerns. It only reads, in a session
/// for each database; these are read-only until the writer begins a transaction.
///
/// @param open sessions by the database; "" is the one that the user named
record ServerLook(ServerSource server, Map<String, Connection> open) implements AutoCloseable {
  private static final List<String> RELOADED = List.of("sighup", "superuser", "user");
  private static final List<String> OF_FILES = List.of("default", "configuration file");

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

  /// A setting of the server.
  ///
  /// @param row with what the files have, or the default where they have nothing
  /// @param ofAlterSystem what `postgresql.auto.conf` has; null where it has nothing
  private record Standing(SettingValue row, @Nullable String ofAlterSystem) {}

  ServerLook(ServerSource server) {
    this(server, new HashMap<>());
  }

  /// The session for a change.
  Connection session(Change change) throws SourceException, SQLException {
    return session(change.database());
  }

  private Connection session(String database) throws SourceException, SQLException {
    var session = open.get(database);
    if (session == null) {
      session = server.session(database.isEmpty() ? null : database);
      open.put(database, session);
      if (session.isReadOnly()) {
        throw new SourceException(
            "Between us and the server stands a pooler, where one session is many people's. Connect"
                + " to the server itself for apply.");
      }
    }
    return session;
  }

  /// Closes what is open; it is opened again where it is needed.
  @Override
  public void close() throws SQLException {
    for (var each : open.values()) {
      each.close();
    }
    open.clear();
  }

  /// The server's release.
  Release release() throws SourceException, SQLException {
    int major = session("").getMetaData().getDatabaseMajorVersion();
    return Release.ofVersionNumber(major < 10 ? 90_600 : major * 10_000);
  }

  /// The database that the user named.
  String database() throws SourceException, SQLException {
    return session("").getCatalog();
  }

  /// `system_identifier`; empty where it is not shown.
  String system() throws SourceException, SQLException {
    try {
      return texts("", "system.sql").getFirst();
    } catch (SQLException refused) {
      if ("42501".equals(refused.getSQLState())) {
        return "";
      }
      throw refused;
    }
  }

  Instant now() throws SourceException, SQLException {
    return rows("", "now.sql", row -> row.getObject(1, OffsetDateTime.class).toInstant())
        .getFirst();
  }

  /// Empty where there is no table of that name, or the change is one of the server.
  Optional<Table> table(Change change) throws SourceException, SQLException {
    var table = change.table();
    return table == null
        ? Optional.empty()
        : rows(
                change.database(),
                "table.sql",
                Table::of,
                change.isOfToast(),
                table.name().schema(),
                table.name().name())
            .stream()
            .findFirst();
  }

  /// Empty where this release has no such setting. Files are read, which takes rights.
  private Optional<Standing> setting(String name) throws SourceException, SQLException {
    return rows(
            "",
            "setting.sql",
            row ->
                new Standing(
                    new SettingValue(
                        name,
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        null,
                        null,
                        false,
                        null,
                        row.getString(5)),
                    row.getString(6)),
            name)
        .stream()
        .findFirst();
  }

  /// What our role lacks to make a change, each with what would give it: words for a person, who
  /// decides. The server itself says and quotes them.
  List<String> missingRights(Change change) throws SourceException, SQLException {
    var table = change.table();
    if (table != null) {
      var name = table.name();
      return texts(
          change.database(), "rights_of_table.sql", name.schema(), name.name(), name.schema());
    }
    return release().compareTo(Release.V15) < 0
        ? texts("", "rights_of_setting_before_15.sql")
        : texts("", "rights_of_setting.sql", change.values().getFirst().name());
  }

  /// The change with what `postgresql.auto.conf` has as the value to go back to, where the plan
  /// only saw what is in effect.
  Change withOldValue(Change change) throws SourceException, SQLException {
    var value = change.values().getFirst();
    if (value.inEffect() == null) {
      return change;
    }
    var old = setting(value.name()).map(Standing::ofAlterSystem).orElse(null);
    return change.with(
        List.of(new PlannedValue(value.name(), old, value.to(), value.inEffect(), value.unit())));
  }

  /// Those of some changes that were written, and that the server did not load yet.
  List<Change> waiting(List<Change> changes) throws SourceException, SQLException {
    var waiting = new ArrayList<Change>();
    for (var each : changes) {
      if (each.target().isServer()
          && setting(each.values().getFirst().name())
              .flatMap(it -> it.row().waitsForReload())
              .isPresent()) {
        waiting.add(each);
      }
    }
    return waiting;
  }

  /// Whether what a change sets is written, be it in effect or not.
  boolean stands(Change change) throws SourceException, SQLException {
    if (!change.target().isServer()) {
      return difference(change.back()).isEmpty();
    }
    var value = change.values().getFirst();
    return setting(value.name())
        .filter(now -> SettingValue.isSame(now.ofAlterSystem(), value.to(), now.row().unit()))
        .isPresent();
  }

  /// Who holds a lock on the table that storage parameters cannot be set beside, in words.
  String lockedBy(Change change) throws SourceException, SQLException {
    return texts(change.database(), "locked_by.sql", table(change).map(Table::oid).orElse(0L))
        .stream()
        .findFirst()
        .orElse("another session holds a lock");
  }

  /// Why a change must not be made: something else stands there than was expected. Empty where all
  /// is as expected.
  Optional<String> difference(Change change) throws SourceException, SQLException {
    if (change.target().isServer()) {
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

  private Optional<String> differenceOfServer(PlannedValue value)
      throws SourceException, SQLException {
    var found = setting(value.name());
    if (found.isEmpty()) {
      return Optional.of("this server has no setting of that name");
    }
    var now = found.get().row();
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
    if (value.inEffect() == null) {
      return difference(value.name(), value.old(), found.get().ofAlterSystem(), now.unit());
    }
    return now.waitsForReload()
        .filter(_ -> SettingValue.isSame(value.inEffect(), now.setting(), now.unit()))
        .map(written ->
            "another value of %s is written and not loaded yet: %s"
                .formatted(value.name(), written))
        .or(() -> difference(value.name(), value.inEffect(), now.setting(), now.unit()));
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

  /// The one column of a query of ours, which lies beside this class.
  List<String> texts(String database, String query, Object... parameters)
      throws SourceException, SQLException {
    return rows(database, query, row -> row.getString(1), parameters);
  }

  /// All rows of a query of ours.
  ///
  /// @param database "" for the one that the user named
  <T> List<T> rows(String database, String query, Row<T> row, Object... parameters)
      throws SourceException, SQLException {
    return read(database, Resource.text(ServerLook.class, query), row, parameters);
  }

  /// All rows of a statement of ours.
  <T> List<T> read(String database, String sql, Row<T> row, Object... parameters)
      throws SourceException, SQLException {
    try (var statement = session(database).prepareStatement(sql)) {
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
