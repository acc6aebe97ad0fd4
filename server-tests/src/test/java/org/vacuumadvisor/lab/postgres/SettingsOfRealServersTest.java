package org.vacuumadvisor.lab.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// What we know of settings is what a server of that release says of them.
class SettingsOfRealServersTest {
  private static final String SETTINGS =
      "SELECT name, vartype, unit, min_val, max_val, boot_val, context FROM pg_settings";

  /// One row of `pg_settings`, or what we say it is.
  private record Row(
      String type,
      @Nullable String unit,
      Optional<Double> min,
      Optional<Double> max,
      String boot,
      String context) {

    static Row known(Setting setting, Release release) {
      return new Row(
          setting.kind(release).name().toLowerCase(Locale.ROOT),
          setting.unit(release).orElse(null),
          setting.min(release),
          setting.max(release),
          setting.bootValue(release).orElseThrow(),
          setting.context(release).toString());
    }
  }

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void settingsAreAsTheServerSays(Release release) throws SQLException {
    var ofServer = new TreeMap<String, Row>();
    var known = new TreeMap<String, Row>();
    for (var row : rows(release).entrySet()) {
      if (Setting.named(row.getKey()).isPresent() || row.getKey().contains("vacuum")) {
        ofServer.put(row.getKey(), row.getValue());
      }
    }
    for (Setting setting : Setting.values()) {
      if (setting.isIn(release)) {
        known.put(setting.parameter(), Row.known(setting, release));
      }
    }

    assertEquals(listed(ofServer), listed(known));
  }

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void storageParametersAreThoseTheServerTakes(Release release) throws SQLException {
    var wrong = new ArrayList<String>();
    int tried = 0;
    try (Connection connection = SharedServers.on(release).connect();
        Statement statement = connection.createStatement()) {
      for (Setting setting : Setting.values()) {
        if (setting.storageParameter().isPresent()) {
          tried++;
          String name = setting.storageParameter().get();
          check(statement, name, setting, setting.isTableParameterIn(release), wrong);
          check(statement, "toast." + name, setting, setting.isToastParameterIn(release), wrong);
        }
      }
    }

    assertTrue(tried > 15, "parameters tried: " + tried);
    assertEquals(List.of(), wrong);
  }

  private static void check(
      Statement statement, String name, Setting setting, boolean expected, List<String> wrong)
      throws SQLException {
    var value = allowed(setting);
    boolean taken = true;
    try {
      statement.execute("CREATE TEMPORARY TABLE t (v text) WITH (" + name + " = " + value + ")");
      statement.execute("DROP TABLE t");
    } catch (SQLException refused) {
      taken = false;
    }
    if (taken != expected) {
      wrong.add(name + (taken ? " is taken" : " is refused"));
    }
  }

  /// A value that every release takes.
  private static String allowed(Setting setting) {
    return switch (setting) {
      case AUTOVACUUM_FREEZE_MAX_AGE -> "100000";
      case AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE -> "10000";
      case FILLFACTOR -> "100";
      default ->
          switch (setting.kind(Release.newest())) {
            case BOOL -> "true";
            case ENUM -> "off";
            case INTEGER, REAL -> "1";
          };
    };
  }

  private static List<String> listed(Map<String, Row> rows) {
    return rows.entrySet().stream().map(row -> row.getKey() + " " + row.getValue()).toList();
  }

  private static Map<String, Row> rows(Release release) throws SQLException {
    var rows = new TreeMap<String, Row>();
    try (var connection = SharedServers.on(release).connect();
        var statement = connection.createStatement();
        var found = statement.executeQuery(SETTINGS)) {
      while (found.next()) {
        rows.put(
            found.getString("name"),
            new Row(
                found.getString("vartype"),
                found.getString("unit"),
                number(found.getString("min_val")),
                number(found.getString("max_val")),
                String.valueOf(found.getString("boot_val")),
                found.getString("context")));
      }
    }
    return rows;
  }

  private static Optional<Double> number(@Nullable String text) {
    return Optional.ofNullable(text).map(Double::valueOf);
  }
}
