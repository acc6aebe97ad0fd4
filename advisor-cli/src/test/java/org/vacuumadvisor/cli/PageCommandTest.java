package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

class PageCommandTest {
  private static PostgresServer server;
  private static Path table;

  @TempDir private Path folder;

  @BeforeAll
  static void startServer() throws SQLException {
    server = PostgresServer.start(ServerSpec.of(Release.V18).with("autovacuum", "off"));
    server.execute(
        "CREATE EXTENSION pageinspect",
        "CREATE TABLE \"Odd <name>\" (id int PRIMARY KEY, t text)",
        "INSERT INTO \"Odd <name>\" SELECT g, 'x' FROM generate_series(1, 1000) g",
        "DELETE FROM \"Odd <name>\" WHERE id % 10 = 0",
        "SELECT count(*) FROM \"Odd <name>\"",
        "CREATE TABLE empty (id int)",
        "CREATE ROLE nobody LOGIN",
        "CREATE DATABASE bare",
        "VACUUM pg_class",
        "CHECKPOINT");
    table = file("\"Odd <name>\"");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void sumsTheFileOfATable() {
    var run = Cli.run("page", table.toString());

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().contains("live tuples            900,"), run.output());
    assertTrue(run.output().contains("line pointers          1,000:"), run.output());
    assertFalse(run.output().contains("\u001b"), run.output());
  }

  @Test
  void drawsAPageFromTheFileAsFromTheServer() {
    var fromFile = Cli.run("page", table.toString(), "--block", "1");
    var fromServer = Cli.run("page", server.uri(), "--table", "\"Odd <name>\"", "--block", "1");

    assertEquals("", fromServer.error());
    assertTrue(fromServer.output().contains("▐███"), fromServer.output());
    assertEquals(withoutFirstLine(fromFile), withoutFirstLine(fromServer));
  }

  @Test
  void coloursOnATerminalUnlessForbidden() {
    var terminal = new Terminal(true, true, true, 80);

    var coloured = Cli.run(terminal, "page", table.toString(), "--block", "0");
    var plain = Cli.run(terminal, "page", table.toString(), "--block", "0", "--no-color");

    assertTrue(coloured.output().contains("\u001b[32m█"), coloured.output());
    assertFalse(plain.output().contains("\u001b"), plain.output());
  }

  @Test
  void givesJsonThatFollowsItsSchema() {
    var run = Cli.run("page", table.toString(), "--format", "json");

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("\"liveTuples\":900"), run.output());
  }

  @Test
  void namesWhatADamagedCopyStillShows() throws IOException {
    var bytes = Files.readAllBytes(table);
    Arrays.fill(bytes, 8192, 8192 + 100, (byte) 0x5a);
    var copy = Files.write(folder.resolve("16384"), Arrays.copyOf(bytes, bytes.length - 100));

    var run = Cli.run("page", copy.toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("1 damaged, and not counted"), run.output());
    assertTrue(run.output().contains("8,092 bytes at the end"), run.output());
  }

  @Test
  void readsSegmentsAndNumbersTheirBlocks() throws IOException {
    var base = Files.copy(table, folder.resolve("100"));
    var further = Files.copy(table, folder.resolve("100.1"));
    long pages = Files.size(table) / 8192;

    var both = Cli.run("page", base.toString());
    var one = Cli.run("page", further.toString(), "--block", "131072");

    assertTrue(both.output().contains("%d pages of 8 kB".formatted(2 * pages)), both.output());
    assertTrue(one.output().contains("Block 131072 of"), one.output() + one.error());
  }

  @ParameterizedTest
  @ValueSource(strings = {"_vm", "_fsm"})
  void saysThatAMapIsNoTable(String fork) throws IOException, SQLException {
    var map = Path.of(file("pg_class") + fork);
    var renamed = Files.copy(map, folder.resolve("16384"));

    assertRefused("map of a table", map);
    assertRefused("is a visibility map or a free space map", renamed);
  }

  @Test
  void saysWhatIsNoTable() throws IOException, SQLException {
    assertRefused("is no table but an index", file("\"Odd <name>_pkey\""));
    assertRefused("is a directory", folder);
    assertRefused("There is no file", folder.resolve("missing"));
    assertRefused("smallest page", Files.writeString(folder.resolve("letter"), "Dear DBA,"));
    assertRefused(
        "no page header", Files.writeString(folder.resolve("long"), "Dear DBA,".repeat(9000)));
    assertRefused(
        "gzip", Files.write(folder.resolve("x.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0}));
  }

  @Test
  void takesAnEmptyTableForWhatItIs() throws SQLException {
    var run = Cli.run("page", file("empty").toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("0 pages"), run.output());
  }

  @Test
  void saysWhatTheServerWouldNeed() {
    assertNoInput("CREATE EXTENSION", server.uri("bare"), "pg_class", "0");
    assertNoInput("has no block 99", server.uri(), "\"Odd <name>\"", "99");
    assertNoInput("is empty", server.uri(), "empty", "0");
    assertNoInput("There is no table", server.uri(), "nowhere", "0");
    assertNoInput("is no table", server.uri(), "pg_class_oid_index", "0");
    assertNoInput("superusers only", server.uri().replace("postgres@", "nobody@"), "pg_class", "0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x --table t", "x y --block 1", "x --block -1", "x -p 5432"})
  void refusesWhatMakesNoSense(String arguments) {
    var words = ("page " + arguments).strip().split(" ");

    assertEquals(ExitStatus.USAGE, Cli.run(words).status());
  }

  private static void assertNoInput(String words, String uri, String table, String block) {
    var run = Cli.run("page", uri, "--table", table, "--block", block);
    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains(words), run.error());
  }

  private static void assertRefused(String words, Path file) {
    var run = Cli.run("page", file.toString());
    assertEquals(ExitStatus.NO_INPUT, run.status(), run.output());
    assertTrue(run.error().contains(words), run.error());
    assertFalse(run.error().contains("\tat "), run.error());
  }

  private static String withoutFirstLine(Cli run) {
    return run.output().substring(run.output().indexOf('\n'));
  }

  private static Path file(String name) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_relation_filepath('" + name + "')")) {
      row.next();
      return server.dataDirectory().resolve(row.getString(1));
    }
  }
}
