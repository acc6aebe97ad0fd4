package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
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

class SurveyCommandTest {
  private static PostgresServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void startServer() throws SQLException {
    server = PostgresServer.start(ServerSpec.of(Release.V18));
    server.execute("CREATE TABLE secret_plans (id int) WITH (autovacuum_enabled = false)");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void savesASurveyThatOnlyItsOwnerMayRead() throws IOException {
    var file = saved("survey.json");

    assertTrue(Files.readString(file).contains("secret_plans"));
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void aSavedSurveyGivesTheAdviceOfItsServer(String format) {
    var file = saved("survey.json.gz");

    var offline = Cli.run("advise", "--survey", file.toString(), "--format", format);

    assertEquals("", offline.error());
    assertEquals(ExitStatus.FINE, offline.status());
    assertEquals(
        withoutTimes(Cli.run("advise", server.uri(), "--format", format).output()),
        withoutTimes(offline.output()));
  }

  @Test
  void judgesWhatHappenedBetweenTwoSurveys() {
    var older = saved("older.json").toString();
    var newer = saved("newer.json").toString();

    var run = Cli.run("advise", "-v", "--survey", newer, "--since", older);
    var swapped = Cli.run("advise", "--survey", older, "--since", newer);
    var twice = Cli.run("advise", "--survey", newer, "--since", older, "--since", older);

    assertEquals("", run.error());
    assertTrue(run.output().matches("(?s).*s\\s+sampled\\s.*"), run.output());
    assertEquals(ExitStatus.USAGE, twice.status());
    assertTrue(twice.error().contains("--since is given more than once"), twice.error());
    assertEquals(ExitStatus.NO_INPUT, swapped.status());
    assertTrue(swapped.error().contains("was not taken before"), swapped.error());
  }

  @Test
  void verifyHasNothingToJudgeWhereNothingWasChanged() {
    var older = saved("older.json").toString();
    var newer = saved("newer.json").toString();

    var run = Cli.run("verify", "-", "--survey", newer, "--since", older);
    var alone = Cli.run("verify", "-", "--survey", newer);

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().startsWith("There is no change to judge"), run.output());
    assertEquals(ExitStatus.USAGE, alone.status());
    assertTrue(alone.error().contains("verify - needs an older survey"), alone.error());
  }

  @Test
  void replacesNamesWhenAsked() throws IOException {
    var file = folder.resolve("anonymous.json");

    var run = Cli.run("survey", server.uri(), "--anonymize", "-o", file.toString());
    var advice = Cli.run("advise", "-v", "--survey", file.toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertFalse(Files.readString(file).contains("secret_plans"));
    assertTrue(advice.output().contains("autovacuum-disabled"), advice.output());
    assertFalse(advice.output().contains("secret_plans"), advice.output());
  }

  @Test
  void writesToStandardOutputWhereThatIsNoTerminal() throws IOException {
    var piped = Cli.run("survey", server.uri());
    var seen = Cli.run(new Terminal(true, true, true, 80), "survey", server.uri());
    var file = Files.writeString(folder.resolve("piped.json"), piped.output());

    assertTrue(Cli.run("advise", "--survey", file.toString()).output().contains("secret_plans"));
    assertEquals(ExitStatus.USAGE, seen.status());
    assertTrue(seen.error().contains("name a file with -o"), seen.error());
  }

  @Test
  void leavesNoFileWhereThereIsNoServer() throws IOException {
    var file = folder.resolve("none.json");

    var run = Cli.run("survey", "postgresql://nobody@127.0.0.1:1/none", "-o", file.toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    try (var files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void takesEitherFilesOrAServer() {
    var both = Cli.run("advise", server.uri(), "--survey", "x.json");
    var sampled = Cli.run("advise", "--sample", "1s", "--survey", "x.json");
    var alone = Cli.run("advise", "--since", "x.json");

    assertEquals(ExitStatus.USAGE, both.status());
    assertEquals(ExitStatus.USAGE, sampled.status());
    assertEquals(ExitStatus.USAGE, alone.status());
    assertTrue(alone.error().contains("--survey"), alone.error());
  }

  @Test
  void explainsWhatIsNoSurvey() throws IOException {
    var file = Files.writeString(folder.resolve("letter.txt"), "Dear DBA,");

    var run = Cli.run("advise", "--survey", file.toString());
    var missing = Cli.run("advise", "--survey", folder.resolve("missing.json").toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertFalse(run.error().contains("\tat "), run.error());
    assertEquals(ExitStatus.NO_INPUT, missing.status());
    assertTrue(missing.error().contains("There is no file"), missing.error());
  }

  private Path saved(String name) {
    var file = folder.resolve(name);
    var run = Cli.run("survey", server.uri(), "-o", file.toString());
    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertEquals("", run.output());
    return file;
  }

  /// What is different in every survey: the moment it was taken, and ages.
  private static String withoutTimes(String report) {
    return report
        .replaceAll("\\s+", " ")
        .replaceAll("up for [^,]*,", "up,")
        .replaceAll("in [0-9.]+ (ms|s)", "in a while")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[.0-9]*(Z| UTC)", "then");
  }
}
