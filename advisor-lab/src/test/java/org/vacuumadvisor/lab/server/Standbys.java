package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.postgres.Feature;

/// Hot standbys of our own servers.
public final class Standbys {
  private static final Set<String> RECOVERY_SETTINGS =
      Set.of("primary_conninfo", "primary_slot_name", "recovery_min_apply_delay");

  private Standbys() {}

  /// What a server needs that standbys and slots hang on. It is the default since PostgreSQL 10,
  /// but not in 9.6.
  public static ServerSpec readyFor(ServerSpec primary) {
    return primary.with(
        Map.of("wal_level", "replica", "max_wal_senders", "10", "max_replication_slots", "10"));
  }

  /// A hot standby, made from a cold copy: the primary restarts for it. The standby has the
  /// settings of the primary and those given, such as `hot_standby_feedback`; a slot named by
  /// `primary_slot_name` is created if it does not exist. On 9.6 the primary must be [#readyFor]
  /// it.
  public static PostgresServer of(PostgresServer primary, Map<String, String> settings) {
    var spec = primary.spec();
    var own = new LinkedHashMap<>(spec.settings());
    own.putAll(settings);
    own.put("hot_standby", "on");
    own.putIfAbsent(
        "primary_conninfo",
        "host=127.0.0.1 port=" + primary.port() + " user=postgres application_name=standby");
    var recovery = new LinkedHashMap<>(own);
    if (Feature.RECOVERY_SETTINGS.isIn(spec.release())) {
      recovery.clear();
    } else {
      recovery.keySet().retainAll(RECOVERY_SETTINGS);
      own.keySet().removeAll(RECOVERY_SETTINGS);
    }
    createSlot(primary, settings.getOrDefault("primary_slot_name", ""));
    return PostgresServer.start(
        new ServerSpec(spec.release(), own, spec.initdbOptions(), 0),
        primary.installation(),
        path -> following(primary.whileStopped(from -> copy(from, path, primary)), recovery));
  }

  /// A copy of the directory of a stopped server. Slots are not copied.
  private static DataDirectory copy(Path from, Path to, PostgresServer primary) throws IOException {
    Folders.copy(from, to);
    Folders.delete(to.resolve("pg_replslot"));
    Files.createDirectory(to.resolve("pg_replslot"));
    return new DataDirectory(to, primary.installation());
  }

  /// @param recovery settings that do not belong in `postgresql.conf`; empty from 12 on
  private static DataDirectory following(DataDirectory directory, Map<String, String> recovery)
      throws IOException {
    if (recovery.isEmpty()) {
      Files.createFile(directory.path().resolve("standby.signal"));
    } else {
      var lines = new StringBuilder();
      DataDirectory.append(lines, Map.of("standby_mode", "on"));
      DataDirectory.append(lines, recovery);
      Files.writeString(directory.path().resolve("recovery.conf"), lines);
    }
    directory.installation().own(directory.path());
    return directory;
  }

  private static void createSlot(PostgresServer primary, String slot) {
    var sql =
        """
        SELECT pg_create_physical_replication_slot(name)
        FROM (SELECT CAST(? AS name)) AS wanted(name)
        WHERE name <> '' AND name NOT IN (SELECT slot_name FROM pg_replication_slots)
        """;
    try (var connection = PostgresServer.probe(primary.port());
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, slot);
      statement.execute();
    } catch (SQLException e) {
      throw new ServerException("Cannot create the slot " + slot + ": " + e.getMessage(), e);
    }
  }
}
