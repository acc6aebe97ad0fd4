package org.vacuumadvisor.cli.apply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;
import org.vacuumadvisor.verify.SavedPlan;
import org.vacuumadvisor.verify.SavedPlan.DatabaseId;
import org.vacuumadvisor.verify.TableId;

/// A plan for a server, made by hand.
final class PlanOf {
  private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration JUDGED_AFTER = Duration.ofHours(1);

  private final PostgresServer server;
  private final List<PlannedChange> changes = new ArrayList<>();

  PlanOf(PostgresServer server) {
    this.server = server;
  }

  PlanOf table(String name, String parameter, @Nullable String old, @Nullable String to)
      throws SQLException {
    return table("postgres", name, parameter, old, to);
  }

  PlanOf table(
      String database, String name, String parameter, @Nullable String old, @Nullable String to)
      throws SQLException {
    var table =
        id(
            database,
            number(database, "SELECT oid FROM pg_database WHERE datname = ?", database),
            name);
    return add(Target.of(table), new PlannedValue(parameter, old, to));
  }

  PlanOf toastOf(String name, String parameter, @Nullable String to) throws SQLException {
    var owner = id("postgres", 0, name);
    return add(new Target(owner, owner), new PlannedValue(parameter, null, to));
  }

  private TableId id(String database, long databaseOid, String name) throws SQLException {
    return new TableId(
        new RelationName(database, "public", name),
        new RelationKey(
            databaseOid, number(database, "SELECT oid FROM pg_class WHERE relname = ?", name)),
        RelationKind.TABLE);
  }

  PlanOf setting(String name, String inEffect, @Nullable String to) {
    return add(Target.SERVER, new PlannedValue(name, null, to, inEffect, null));
  }

  private PlanOf add(Target target, PlannedValue value) {
    changes.add(
        new PlannedChange(
            changes.size() + 1,
            "Set " + value.name(),
            target,
            List.of(value),
            "-- not what is run",
            "-- not what is run",
            List.of(),
            null,
            List.of(),
            MADE.plus(JUDGED_AFTER)));
    return this;
  }

  Path in(Path folder) throws IOException, SQLException {
    var file = folder.resolve("plan.json");
    var plan =
        new SavedPlan(
            SavedPlan.FORMAT,
            1,
            MADE,
            new SavedPlan.Server(
                "there",
                server.release().major(),
                List.of(
                    new DatabaseId(
                        "postgres",
                        number(
                            "postgres",
                            "SELECT oid FROM pg_database WHERE datname = ?",
                            "postgres")))),
            changes,
            List.of());
    try (var writer = Files.newBufferedWriter(file)) {
      plan.write(writer);
    }
    return file;
  }

  private long number(String database, String sql, String name) throws SQLException {
    try (var connection = server.connect(database);
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
