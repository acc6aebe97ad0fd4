package org.vacuumadvisor.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.render.SqlScript;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// The script does what it says on the server it was made for, whatever things are called there,
/// and takes all of it back.
class SqlScriptTest {
  private static final List<String> NAMES =
      List.of(
          "orders",
          "Mixed Case",
          "it's \"quoted\" -- ; /* */ $$ $x$",
          "\\q \\! id \\\\ back",
          ":var :'var' :\"var\" :{?x}",
          "line\nbreak\r\n\\q\n\ttab",
          "\u202edetrever \u0007\u001b[2J\u009b \ufeff",
          "\\",
          "'",
          "\"",
          "*/",
          "--",
          "U&\"\\0041\" E'\\n'",
          "größe 表 \ud83d\ude00",
          "select");

  private static final List<String> DATABASES =
      List.of(
          "dbname=postgres",
          "postgresql://elsewhere/x",
          "it's \"odd\" \\ :var",
          "a\nb\r\tc \u202ed",
          "Über");

  private static final String SETTING = "setting ";
  private static final Effect NO_EFFECT = new Effect.NotPredicted("it is a test");

  @TempDir private Path folder;

  @BeforeAll
  static void needPsql() throws InterruptedException {
    Psql.isNeeded();
  }

  static Stream<Release> releases() {
    var all = Releases.underTest();
    return Stream.of(all.getFirst(), all.getLast()).distinct();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void changesWhatItSaysAndTakesItBack(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      seed(server);
      var before = state(server);
      var script = SqlScript.of(assessment(survey(server)));
      var file = Files.writeString(folder.resolve("script.sql"), script);

      assertTrue(
          script.indexOf("lock_timeout = '0'") < script.indexOf("\nVACUUM ")
              && script.lastIndexOf("lock_timeout = '5s'") > script.lastIndexOf("\nVACUUM "),
          script);
      assertTrue(script.codePoints().allMatch(SqlScriptTest::isVisible), script);
      assertSucceeds(Psql.run("-X", "-f", file.toString(), server.uri()));
      assertEquals(expected(before), state(server));
      assertSucceeds(Psql.run("-X", "-f", file.toString(), server.uri()));
      assertEquals(expected(before), state(server));
      assertSucceeds(Psql.run("-X", "-v", "revert=on", "-f", file.toString(), server.uri()));
      assertEquals(before, state(server));
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void leavesDecisionsToPeople(Release release) throws Exception {
    var spec = ServerSpec.of(release).with(Map.of("wal_level", "logical"));
    try (var server = PostgresServer.start(spec)) {
      server.execute("SELECT pg_create_physical_replication_slot('old', true)");
      var survey = survey(server);
      var slot =
          survey.horizonHolders().stream()
              .filter(HorizonHolder.Slot.class::isInstance)
              .map(HorizonHolder.Slot.class::cast)
              .findFirst();
      var assessment =
          Advice.on(
              Evidence.of(survey),
              Examination.of(
                  slot.map(each -> List.of(finding(List.of(new Remedy.DropSlot(each)))))
                      .orElse(List.of())));
      var file = Files.writeString(folder.resolve("script.sql"), SqlScript.of(assessment));

      assertSucceeds(Psql.run("-X", "-f", file.toString(), server.uri()));

      assertEquals(
          List.of("old"), rows(server, "postgres", "SELECT slot_name FROM pg_replication_slots"));
    }
  }

  private static void assertSucceeds(Psql run) {
    assertEquals(0, run.status(), run.output());
    assertFalse(run.output().contains("ERROR"), run.output());
  }

  private static boolean isVisible(int point) {
    return point == '\n'
        || switch (Character.getType(point)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.UNASSIGNED ->
              false;
          default -> true;
        };
  }

  /// Tables of these names in databases of those names, some with parameters of their own; settings
  /// from the file and from ALTER SYSTEM.
  private static void seed(PostgresServer server) throws SQLException {
    server.execute("ALTER SYSTEM SET autovacuum_naptime = 33", "SELECT pg_reload_conf()");
    for (var database : DATABASES) {
      server.execute("CREATE DATABASE " + quoted(database) + " TEMPLATE template0");
      try (var connection = server.connect(database);
          var statement = connection.createStatement()) {
        for (int at = 0; at < NAMES.size(); at++) {
          var name = quoted(NAMES.get(at));
          statement.execute("CREATE SCHEMA " + name);
          statement.execute("CREATE TABLE %s.%s (id int, t text)".formatted(name, name));
          // of an empty TOAST table nothing is said
          statement.execute(
              "INSERT INTO %s.%s SELECT 1, string_agg(md5(i::text), '') FROM generate_series(1, 300) i"
                  .formatted(name, name));
          if (at % 3 == 0) {
            statement.execute(
                "ALTER TABLE %s.%s SET (autovacuum_vacuum_scale_factor = 0.125, fillfactor = 90,"
                        .formatted(name, name)
                    + " toast.autovacuum_vacuum_threshold = 77)");
          }
        }
      }
    }
  }

  private static Assessment assessment(Survey survey) {
    var remedies = new ArrayList<Remedy>();
    for (var relation : survey.relations()) {
      if (!relation.isSystem() && relation.kind() != RelationKind.PARTITIONED_TABLE) {
        remedies.add(
            new Remedy.Tune(
                new Subject.OfRelation(relation),
                Setting.AUTOVACUUM_VACUUM_THRESHOLD,
                new Goal.Count(1_000, NO_EFFECT)));
        if (relation.kind() == RelationKind.TABLE) {
          remedies.add(new Remedy.VacuumNow(relation, "ANALYZE"));
        }
      }
    }
    remedies.add(
        new Remedy.Tune(
            new Subject.Cluster(),
            Setting.AUTOVACUUM_NAPTIME,
            new Goal.Time(Duration.ofSeconds(10), NO_EFFECT)));
    remedies.add(
        new Remedy.Tune(
            new Subject.Cluster(),
            Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
            new Goal.Count(2_000, NO_EFFECT)));
    remedies.add(
        new Remedy.Tune(
            new Subject.Cluster(),
            Setting.AUTOVACUUM_FREEZE_MAX_AGE,
            new Goal.Age(new XidAge(300_000_000), NO_EFFECT)));
    return Advice.on(Evidence.of(survey), Examination.of(List.of(finding(remedies))));
  }

  private static Finding finding(List<Remedy> remedies) {
    return new Finding(
        "test",
        Severity.WARNING,
        new Subject.Cluster(),
        "Because of " + String.join(" and ", NAMES),
        List.of(),
        "",
        Confidence.HIGH,
        null,
        remedies);
  }

  /// What the script is to make of what was.
  private static Map<String, String> expected(Map<String, String> before) {
    var after = new TreeMap<String, String>();
    before.forEach((what, value) -> {
      if (what.startsWith(SETTING)) {
        return;
      }
      var parameters = new TreeMap<String, String>();
      for (var each : value.split(",", -1)) {
        if (!each.isEmpty()) {
          parameters.put(each.substring(0, each.indexOf('=')), each);
        }
      }
      parameters.put("autovacuum_vacuum_threshold", "autovacuum_vacuum_threshold=1000");
      after.put(what, String.join(",", parameters.values()));
    });
    after.put(SETTING + "autovacuum_naptime", "10s");
    after.put(SETTING + "autovacuum_vacuum_cost_limit", "2000");
    after.put(SETTING + "autovacuum_freeze_max_age", "300000000");
    assertNotEquals(before, after);
    return after;
  }

  /// The storage parameters of every table, and what ALTER SYSTEM has set.
  private static Map<String, String> state(PostgresServer server) throws SQLException {
    var state = new TreeMap<String, String>();
    for (var database : DATABASES) {
      for (var row :
          rows(
              server,
              database,
              """
              SELECT coalesce('toast of ' || owner.relname, c.relname), chr(1),
                     array_to_string(array(SELECT unnest(c.reloptions) ORDER BY 1), ',')
              FROM pg_class c LEFT JOIN pg_class owner ON owner.reltoastrelid = c.oid
              WHERE c.oid >= 16384 AND c.relkind IN ('r', 't')
              """)) {
        var cells = row.split("\u0001", -1);
        state.put(database + "." + cells[0], cells[1]);
      }
    }
    for (var row :
        rows(
            server,
            "postgres",
            "SELECT name, chr(1), setting FROM pg_file_settings"
                + " WHERE sourcefile LIKE '%postgresql.auto.conf'")) {
      var cells = row.split("\u0001", -1);
      state.put(SETTING + cells[0], cells[1]);
    }
    return state;
  }

  private static List<String> rows(PostgresServer server, String database, String query)
      throws SQLException {
    try (var connection = server.connect(database);
        var statement = connection.createStatement();
        var result = statement.executeQuery(query)) {
      var rows = new ArrayList<String>();
      while (result.next()) {
        var row = new StringBuilder();
        for (int at = 1; at <= result.getMetaData().getColumnCount(); at++) {
          row.append(result.getString(at));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }

  private static Survey survey(PostgresServer server) throws Exception {
    return server.source().survey(Databases.ALL, Progress.NONE);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
