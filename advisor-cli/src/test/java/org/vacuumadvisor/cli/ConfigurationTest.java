package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.config.ConfigurationFile;

class ConfigurationTest {
  /// A table whose autovacuum is off, as psql shows it.
  private static final String DISABLED =
      """
      relname | n_live_tup | n_dead_tup | reloptions | reltuples
      --------+------------+------------+------------+----------
      loads | 1000000 | 400000 | {autovacuum_enabled=off} | 1000000
      (1 row)
      """;

  @TempDir private Path folder;

  private Cli run(String configuration, String... arguments) throws Exception {
    var file = Files.writeString(folder.resolve("config.toml"), configuration);
    var output = new ByteArrayOutputStream();
    var error = new ByteArrayOutputStream();
    var status =
        VacuumAdvisor.run(
            List.of(arguments),
            output,
            error,
            Terminal.none(),
            Map.of("VACUUM_ADVISOR_CONFIG", file.toString()));
    return new Cli(
        status, output.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
  }

  private void refused(String configuration, String why) throws Exception {
    var run = run(configuration, "advise", "-h", "127.0.0.1", "-p", "1", "-d", "none", "-w");

    assertEquals(2, run.status(), run.error());
    assertTrue(run.error().contains(why), run.error());
  }

  private String pasted() throws Exception {
    return Files.writeString(folder.resolve("paste.txt"), DISABLED).toString();
  }

  @Test
  void tellsWhereAMistakeIsAndWhatToWrite() throws Exception {
    refused("[defaults]\nformt = \"json\"\n", "line 2, column 1: there is no formt in [defaults]");
    refused("[defaults]\nformat = \"jsn\"\n", "line 2, column 1: format: 'jsn' is none of these");
    refused("[limits]\ntimeout = \"soon\"\n", "write 30s, 5m or 1h");
    refused("[conections]\n", "write connections, defaults, ignore, limits");
    refused("[defaults\n", "line 1, column");
    refused(
        "[[ignore]]\nfinding = \"low-hot\"\nuntil = 2027-03-31\nreason = \"b\"\n",
        "line 2, column 1: there is no finding 'low-hot'");
    refused("[[ignore]]\nfinding = \"low-hot-ratio\"\n", "until = 2027-03-31");
    refused("[[ignore]]\nfinding = \"heap-bloat\"\nuntil = 2027-03-31\n", "reason");
  }

  @Test
  void missesAFileThatWasNamed() {
    var error = new ByteArrayOutputStream();
    var status =
        VacuumAdvisor.run(
            List.of("logs", "none.log"),
            new ByteArrayOutputStream(),
            error,
            Terminal.none(),
            Map.of("VACUUM_ADVISOR_CONFIG", folder.resolve("none.toml").toString()));

    assertEquals(2, status);
    assertTrue(error.toString(StandardCharsets.UTF_8).contains("there is no such file"));
  }

  @Test
  void refusesPasswords() throws Exception {
    refused("[connections]\nshop = \"host=db1 password=secret\"\n", "~/.pgpass");
    refused("[connections]\nshop = \"postgresql://me:secret@db1/shop\"\n", "~/.pgpass");
  }

  @Test
  void helpsWhateverIsWrittenThere() throws Exception {
    assertEquals(0, run("[wrong", "advise", "--help").status());
    assertEquals(0, run("[wrong", "--version").status());
  }

  @Test
  void connectsByName() throws Exception {
    var run =
        run(
            "[connections]\nshop = \"host=127.0.0.1 port=1 dbname=mall\"\n",
            "advise",
            "shop",
            "-w");

    assertEquals(3, run.status());
    assertTrue(run.error().contains("127.0.0.1"), run.error());
  }

  @Test
  void ignoresAFindingUntilItsDayAndCountsIt() throws Exception {
    var rule =
        """
        [[ignore]]
        finding = "autovacuum-disabled"
        table = "loads"
        reason = "nightly job"
        """;
    var ignored = run(rule + "until = 9999-01-01\n", "advise", "--paste", pasted());
    var ended = run(rule + "until = 2020-01-01\n", "advise", "--paste", pasted());
    var plain = run("", "advise", "--paste", pasted());

    assertTrue(plain.output().contains("Needs attention"), plain.output());
    assertFalse(ignored.output().contains("Needs attention"), ignored.output());
    assertTrue(flat(ignored).contains("Ignored until 9999-01-01: "), ignored.output());
    assertTrue(flat(ignored).contains("Reason: nightly job"), ignored.output());
    assertTrue(ended.output().contains("Needs attention"), ended.output());
    assertTrue(flat(ended).contains("the rule ended on 2020-01-01"), ended.output());
  }

  private static String flat(Cli run) {
    return run.output().replaceAll("\\s+", " ");
  }

  @Test
  void letsTheCommandLineAndTheNameOfAFileOutrankIt() throws Exception {
    var page = folder.resolve("report.html").toString();
    var json = run("[defaults]\nformat = \"json\"\n", "advise", "--paste", pasted());
    var text =
        run("[defaults]\nformat = \"json\"\n", "advise", "--paste", pasted(), "--format", "text");
    run("[defaults]\nformat = \"json\"\n", "advise", "--paste", pasted(), "-o", page);

    assertTrue(json.output().startsWith("{"), json.output());
    assertFalse(text.output().startsWith("{"), text.output());
    assertTrue(Files.readString(Path.of(page)).startsWith("<!DOCTYPE html>"));
  }

  @Test
  void liesWhereTheDesktopSays() {
    assertEquals(
        Optional.of(Path.of("/home/me/.config/vacuum-advisor/config.toml")),
        ConfigurationFile.path(Map.of("HOME", "/home/me")));
    assertEquals(
        Optional.of(Path.of("/etc/me/vacuum-advisor/config.toml")),
        ConfigurationFile.path(Map.of("HOME", "/home/me", "XDG_CONFIG_HOME", "/etc/me")));
    assertEquals(Optional.empty(), ConfigurationFile.path(Map.of("VACUUM_ADVISOR_CONFIG", "")));
  }
}
