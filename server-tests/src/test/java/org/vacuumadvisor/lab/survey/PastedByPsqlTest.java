package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.paste.Paste;

/// What psql prints tells the same as the server itself, in each of its formats but three: of
/// records without a border, unaligned or as CSV a part is read, as names with values.
@ResourceLock(Surveyor.SERVERS)
class PastedByPsqlTest {
  private static final List<String> FORMATS =
      List.of(
          "",
          "-A",
          "-A -F ,",
          "-A -F ;",
          "--csv",
          "-x",
          "-P border=0",
          "-P border=2",
          "-P linestyle=unicode",
          "-P linestyle=unicode -P border=2",
          "-P linestyle=old-ascii",
          "-P format=wrapped -P columns=120",
          "-P format=wrapped -P columns=120 -P linestyle=unicode -P border=2",
          "-x -P border=2",
          "-x -P linestyle=unicode -P border=2",
          "-P title=Tables",
          "-P footer=off",
          "-P null=[null]",
          "-P numericlocale=on");

  private static final String TABLES =
      "SELECT * FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname";

  private static final String CATALOG =
      "SELECT oid::regclass AS relation, relpages, reltuples, relallvisible, age(relfrozenxid),"
          + " reloptions FROM pg_class WHERE relkind = 'r' AND relnamespace ="
          + " 'public'::regnamespace";

  private static final String SETTINGS =
      "SELECT name, setting, unit, source, boot_val FROM pg_settings WHERE name ~ 'vacuum'";

  @TestFactory
  List<DynamicTest> eachFormatTellsTheSame() throws Exception {
    assumeTrue(hasPsql(), "there is no psql");
    var server = Surveyor.quiet(newest());
    var database = database(server);
    var live = Surveyor.survey(server, "postgres", database);
    return FORMATS.stream()
        .map(format ->
            DynamicTest.dynamicTest(
                "psql " + format,
                () -> {
                  var pasted = pasted(psql(server, database, format, TABLES, CATALOG, SETTINGS));
                  assertEquals(without(format, counters(live)), without(format, counters(pasted)));
                  assertEquals(without(format, catalog(live)), without(format, catalog(pasted)));
                  assertEquals(settings(live), settings(pasted));
                }))
        .toList();
  }

  /// Unaligned, psql does not quote: a bar in a name cannot be told from one between columns.
  private static Map<String, Object> without(String format, Map<String, Object> tables) {
    var certain = new TreeMap<>(tables);
    if (format.equals("-A")) {
      certain.keySet().removeIf(each -> each.startsWith("bar") || each.equals("and+"));
    }
    return certain;
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void eachReleaseTellsTheSame(Release release) throws Exception {
    assumeTrue(hasPsql(), "there is no psql");
    var server = Surveyor.quiet(release);
    var database = database(server);
    var live = Surveyor.survey(server, "postgres", database);

    var pasted =
        pasted(psql(server, database, "-x", "SELECT version()", TABLES, CATALOG, SETTINGS));

    assertEquals(release, pasted.server().release());
    assertEquals(told(counters(live)), told(counters(pasted)));
    assertEquals(told(catalog(live)), told(catalog(pasted)));
    assertEquals(settings(live), settings(pasted));
  }

  /// A column that the release does not have is missing in a paste as any other is.
  private static String told(Map<String, Object> figures) {
    return figures.toString().replace("OLDER_SERVER", "NOT_COLLECTED");
  }

  @Test
  void namesWhoHoldsTheHorizon() throws Exception {
    assumeTrue(hasPsql(), "there is no psql");
    var server = Surveyor.quiet(newest());
    var database = database(server);
    try (var holder = server.connect(database);
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("INSERT INTO plain VALUES (0)");
      var live = Surveyor.survey(server, "postgres", database);

      var pasted =
          pasted(
              psql(
                  server,
                  database,
                  "-P border=2",
                  "SELECT now()",
                  "SELECT *, age(backend_xid) AS xid_age, age(backend_xmin) AS xmin_age"
                      + " FROM pg_stat_activity",
                  "SELECT * FROM pg_replication_slots",
                  "SELECT * FROM pg_prepared_xacts"));

      assertEquals(sessions(live), sessions(pasted));
    }
  }

  /// What we ask for is read when it is pasted back.
  @Test
  void namesWhomOurOwnQueryFindsHoldingTheHorizon() throws Exception {
    assumeTrue(hasPsql(), "there is no psql");
    var server = Surveyor.quiet(newest());
    var database = database(server);
    try (var holder = server.connect(database);
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("INSERT INTO plain VALUES (0)");
      var pids = pids(sessions(Surveyor.survey(server, "postgres", database)));

      var pasted = pasted(psql(server, database, "", Question.HOLDERS.ask()));

      assertTrue(pids(pasted.horizonHolders()).containsAll(pids), pids.toString());
    }
  }

  private static List<Integer> pids(List<HorizonHolder> holders) {
    return holders.stream()
        .filter(HorizonHolder.Session.class::isInstance)
        .map(each -> ((HorizonHolder.Session) each).backend().pid().known().orElseThrow())
        .toList();
  }

  private static List<HorizonHolder> sessions(Survey survey) {
    return survey.horizonHolders().stream()
        .filter(each ->
            each instanceof HorizonHolder.Session session
                && session.backend().application().or("").startsWith("PostgreSQL JDBC"))
        .toList();
  }

  private static Release newest() {
    return Releases.underTest().getLast();
  }

  private static String database(PostgresServer server) throws Exception {
    var database = Surveyor.database(server, "pasted");
    Surveyor.execute(
        server,
        database,
        "CREATE TABLE plain (id int PRIMARY KEY) WITH (fillfactor = 80)",
        "CREATE TABLE \"Mixed Case\" (id int)",
        "CREATE TABLE \"bar|and+\" (id int)",
        "CREATE TABLE \"größe_表\" (id int)",
        "INSERT INTO plain SELECT generate_series(1, 20000)",
        "INSERT INTO \"Mixed Case\" SELECT generate_series(1, 1234)",
        "VACUUM ANALYZE plain",
        "DELETE FROM plain WHERE id <= 1500");
    Surveyor.await(
        "the statistics of the deletion",
        () ->
            Surveyor.survey(server, "postgres", database).relations().stream()
                .anyMatch(each ->
                    each.name().name().equals("plain")
                        && each.activity().deleted() == 1500
                        && each.counted(TableKeys.N_DEAD_TUP) == 1500));
    return database;
  }

  private static Survey pasted(String text) throws Exception {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }

  private static Map<String, Object> counters(Survey survey) {
    return ofTables(
        survey,
        each ->
            List.of(
                each.get(TableKeys.N_LIVE_TUP),
                each.get(TableKeys.N_DEAD_TUP),
                each.get(TableKeys.N_MOD_SINCE_ANALYZE),
                each.get(TableKeys.N_INS_SINCE_VACUUM),
                each.activity(),
                each.vacuumedLast(),
                each.analyzedLast(),
                each.counted(TableKeys.VACUUM_COUNT),
                each.counted(TableKeys.ANALYZE_COUNT)));
  }

  private static Map<String, Object> catalog(Survey survey) {
    return ofTables(
        survey,
        each ->
            List.of(
                each.get(TableKeys.RELPAGES),
                each.get(TableKeys.RELTUPLES),
                each.get(TableKeys.RELALLVISIBLE),
                each.ages().map(ages -> ages.xid()),
                each.parameters()));
  }

  private static Map<String, Object> ofTables(Survey survey, Function<Relation, Object> what) {
    var tables = new TreeMap<String, Object>();
    survey.relations().stream()
        .filter(each -> each.name().schema().equals("public"))
        .forEach(each -> tables.put(each.name().name(), what.apply(each)));
    return tables;
  }

  private static Map<String, String> settings(Survey survey) {
    return survey.settings().values().values().stream()
        .filter(each -> each.name().contains("vacuum"))
        .collect(
            Collectors.toMap(
                each -> each.name(),
                each -> each.setting() + " " + each.unit(),
                (one, _) -> one,
                TreeMap::new));
  }

  private static boolean hasPsql() {
    try {
      return new ProcessBuilder("psql", "--version").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String psql(
      PostgresServer server, String database, String format, String... queries) throws Exception {
    var command = new ArrayList<>(List.of("psql", "-X", "-d", server.uri(database)));
    Arrays.stream(format.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(command::add);
    for (var query : queries) {
      command.addAll(List.of("-c", query));
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PGCLIENTENCODING", "UTF8");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("PGTZ", "Asia/Kolkata");
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    return text;
  }
}
