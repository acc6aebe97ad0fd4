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
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// What stands on the server right now of all that a change concerns. It only reads, in a session
/// for each database; these are read-only until the writer begins a transaction.
///
/// @param open sessions by the database; "" is the one that the user named
record ServerLook(ServerSource server, Map<String, Connection> open) implements AutoCloseable {
  /// What stands there of one value of a change.
  ///
  /// @param own the target's own value: of a table the element of its `reloptions`, of the server
  ///   what `postgresql.auto.conf` has; null where it is not set there
  /// @param inEffect of a setting of the server, in `unit`
  /// @param inFiles what the files have, or the default where they have nothing
  /// @param objection why it is not to be touched; null where nothing is against it
  private record Standing(
      String name,
      @Nullable String own,
      @Nullable String inEffect,
      @Nullable String unit,
      @Nullable String inFiles,
      @Nullable String objection) {

    private static Standing of(ResultSet row) throws SQLException {
      return new Standing(
          row.getString(1),
          row.getString(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getString(6));
    }

    private boolean isSame(@Nullable String one, @Nullable String other) {
      return SettingValue.isSame(one, other, unit);
    }

    /// Whether the files have another value, which nobody loaded.
    private boolean waits() {
      return objection == null && inFiles != null && !isSame(inEffect, inFiles);
    }

    private Optional<String> difference(PlannedValue expected) {
      var then = expected.then();
      var now = expected.inEffect() == null ? own : inEffect;
      if (objection != null) {
        return Optional.of(objection);
      }
      if (!isSame(now, then)) {
        return Optional.of(new PlannedValue(name, then, now).inWords() + ": somebody changed it");
      }
      return expected.inEffect() != null && waits()
          ? Optional.of(
              "another value of %s is written and not loaded yet: %s".formatted(name, inFiles))
          : Optional.empty();
    }
  }

  ServerLook(ServerSource server) {
    this(server, new HashMap<>());
  }

  /// The session for what is in a database.
  Connection session(String database) throws SourceException, SQLException {
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

  private Standing standing(Target change, PlannedValue value)
      throws SourceException, SQLException {
    var of = change.through();
    return (of == null
            ? rows("", "setting.sql", Standing::of, value.name())
            : rows(
                change.database(),
                "table.sql",
                Standing::of,
                value.name(),
                of.key().oid(),
                of.name().schema(),
                of.name().name(),
                change.toastOf() != null))
        .getFirst();
  }

  /// The change with what `postgresql.auto.conf` has as the value to go back to, where the plan
  /// only saw what is in effect.
  Attempt withOldValue(Attempt change) throws SourceException, SQLException {
    var value = change.values().getFirst();
    return value.inEffect() == null
        ? change
        : change.with(List.of(value.from(standing(change.target(), value).own())));
  }

  /// Those of some changes that stand as they were written, and that the server did not load yet.
  List<Attempt> waiting(List<Attempt> changes) throws SourceException, SQLException {
    var waiting = new ArrayList<Attempt>();
    for (var each : changes) {
      if (each.target().isServer()
          && stands(each)
          && standing(each.target(), each.values().getFirst()).waits()) {
        waiting.add(each);
      }
    }
    return waiting;
  }

  /// Whether what a change sets is written, be it in effect or not.
  boolean stands(Attempt change) throws SourceException, SQLException {
    for (var each : change.values()) {
      var now = standing(change.target(), each);
      if (!now.isSame(now.own(), each.to())
          || (now.objection() != null && !change.target().isServer())) {
        return false;
      }
    }
    return true;
  }

  /// Who holds a lock on the table that storage parameters cannot be set beside, in words.
  String lockedBy(Attempt change) throws SourceException, SQLException {
    var table = change.target().through();
    long oid = table == null ? 0 : table.key().oid();
    return texts(change.target().database(), "locked_by.sql", oid).getFirst();
  }

  /// Why a change must not be made: something else stands there than was expected. Empty where all
  /// is as expected.
  Optional<String> difference(Attempt change) throws SourceException, SQLException {
    for (var each : change.values()) {
      var difference = standing(change.target(), each).difference(each);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
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
