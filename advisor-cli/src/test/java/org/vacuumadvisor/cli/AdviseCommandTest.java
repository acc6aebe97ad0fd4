package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

class AdviseCommandTest {
  private static final String NO_SERVER = "postgresql://nobody@127.0.0.1:1/none";
  private static PostgresServer server;

  @BeforeAll
  static void startServer() throws SQLException {
    server = PostgresServer.start(ServerSpec.of(Release.V18));
    server.execute(
        "CREATE TABLE orders (id int) WITH (autovacuum_enabled = false)",
        "CREATE TABLE \"bell\u0007 and \u001b[2Jescape\" (id int) WITH (autovacuum_enabled ="
            + " false)",
        "INSERT INTO orders SELECT generate_series(1, 1000)",
        "INSERT INTO \"bell\u0007 and \u001b[2Jescape\" SELECT generate_series(1, 1000)");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void advisesOnALiveServer() {
    var run = Cli.run("advise", server.uri(), "--verbose");

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().contains("PostgreSQL 18."), run.output());
    assertTrue(run.output().contains("autovacuum-disabled"), run.output());
  }

  @Test
  void tellsTheProblemsInBriefUnlessAskedForTheProof() {
    var brief = Cli.run("advise", server.uri()).output();

    assertTrue(brief.contains(" · PostgreSQL 18."), brief);
    assertTrue(brief.contains(" ALTER TABLE public.orders RESET (autovacuum_enabled);"), brief);
    assertFalse(brief.contains("Findings ──"), brief);
    assertTrue(brief.lines().count() <= 40, brief);
  }

  @Test
  void givesAMonitoringSystemOneLineAndItsOwnStatus() {
    var run = Cli.run("advise", server.uri(), "--format", "check");

    assertEquals(1, run.status());
    assertEquals(1, run.output().lines().count());
    assertTrue(run.output().startsWith("VACUUM WARNING - "), run.output());
  }

  @Test
  void writesTheFormThatTheNameOfTheFileAsksFor(@TempDir Path folder) throws IOException {
    var file = folder.resolve("report.html");

    Cli.run("advise", server.uri(), "-o", file.toString());

    assertTrue(Files.readString(file).startsWith("<!DOCTYPE html>"));
  }

  @Test
  void takesOptionsAsPsqlDoes() {
    var run =
        Cli.run(
            "advise",
            "-h",
            "127.0.0.1",
            "-p",
            Integer.toString(server.port()),
            "-U",
            "postgres",
            "-d",
            "postgres");

    assertEquals("", run.error());
    assertTrue(run.output().contains(" · role postgres ·"), run.output());
  }

  @Test
  void judgesAWindow() {
    var run = Cli.run("advise", server.uri(), "--sample", "1s", "-v");

    assertEquals("", run.error());
    assertTrue(
        run.output().matches("(?s).*·\\s+\\d+(?:\\.\\d+)? m?s\\s+sampled\\s.*"), run.output());
  }

  @Test
  void visitsAllDatabasesWhenAsked() throws SQLException {
    server.execute("CREATE DATABASE other");

    assertTrue(Cli.run("advise", server.uri(), "-v").output().contains("database other"));
    assertFalse(
        Cli.run("advise", server.uri(), "--all-databases", "-v")
            .output()
            .contains("database other (not asked for)"));
  }

  @Test
  void showsOnlyTheTablesAskedFor() {
    var all = Cli.run("advise", server.uri(), "-v").output();
    var some = Cli.run("advise", server.uri(), "--table", "bell*", "-v").output();

    assertTrue(all.contains("orders"), all);
    assertFalse(some.contains("orders"), some);
    assertTrue(some.contains("bell"), some);
  }

  @Test
  void keepsHostileNamesFromTheTerminal() {
    var run = Cli.run("advise", server.uri(), "--verbose");

    assertTrue(run.output().contains("bell\\x07 and \\x1b[2Jescape"), run.output());
    assertTrue(run.output().chars().allMatch(each -> each == '\n' || each >= ' '), run.output());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          never,    0
          critical, 0
          info,     1
          INFO,     1
          """)
  void saysByItsStatusHowBadItIs(String failOn, int status) {
    assertEquals(
        status,
        Cli.run("advise", server.uri(), "--fail-on", failOn, "--min-severity", "critical")
            .status());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          text,     Details
          json,     "schemaVersion": 1
          markdown, ## Problems
          html,     <!DOCTYPE html>
          sql,      ALTER TABLE public.orders RESET (autovacuum_enabled);
          """)
  void reportsInEveryForm(String format, String words) {
    var run = Cli.run("advise", server.uri(), "--format", format);

    assertEquals("", run.error());
    assertTrue(run.output().contains(words), run.output());
    assertTrue(run.output().chars().allMatch(each -> each == '\n' || each >= ' '), run.output());
  }

  @Test
  void keepsHtmlOffTheTerminal() {
    var terminal = new Terminal(true, true, true, 80);

    var run = Cli.run(terminal, "advise", NO_SERVER, "--format", "html");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("-o"), run.error());
  }

  @Test
  void saysOnATerminalWhatBecameOfTheFile(@TempDir Path folder) {
    var file = folder.resolve("report.html").toString();
    var terminal = new Terminal(true, true, true, 80);

    var run = Cli.run(terminal, "advise", server.uri(), "--format", "html", "-o", file);

    assertEquals("", run.output());
    assertTrue(run.error().contains(file + ": open it in a browser"), run.error());
  }

  @Test
  void writesTheReportToAFileAndNothingElse(@TempDir Path folder) throws IOException {
    var file = folder.resolve("report.txt");
    Files.writeString(file, "older");

    var run = Cli.run("advise", server.uri(), "-o", file.toString());

    assertEquals(ExitStatus.FINE, run.status());
    assertEquals("", run.output());
    assertTrue(Files.readString(file).contains("PostgreSQL 18."));
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void saysBeforeConnectingThatAFileCannotBeWritten(@TempDir Path folder) {
    var run = Cli.run("advise", NO_SERVER, "-o", folder.resolve("a/b").toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("Cannot write"), run.error());
  }

  @Test
  void explainsThatThereIsNoServer() {
    var run = Cli.run("advise", NO_SERVER);

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertEquals("", run.output());
    assertTrue(run.error().contains("127.0.0.1:1: the connection was refused"), run.error());
    assertFalse(run.error().contains("\tat "), run.error());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          --sample,       0s,        longer than nothing
          --sample,       a while,   not a time
          --min-severity, never,     never is none of critical
          --fail-on,      sometimes, sometimes
          --format,       pdf,       pdf
          """)
  void refusesOptionsThatMakeNoSense(String option, String value, String words) {
    var run = Cli.run("advise", NO_SERVER, option, value);

    assertEquals(ExitStatus.USAGE, run.status());
    assertEquals("", run.output());
    assertTrue(run.error().contains(words), run.error());
    assertFalse(run.error().contains("\tat "), run.error());
  }
}
