package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.cli.program.ExitStatus;

class PastesTest {
  private static final String DEAD =
      """
       relname | n_live_tup | n_dead_tup |      last_autovacuum
      ---------+------------+------------+----------------------------
       orders  |       1000 |     900000 | 2026-05-05 11:00:00+00
      (1 row)
      """;

  private static final String SLOT =
      """
      slot_name,active,xmin,age
      gone,f,1234567,777888
      """;

  @TempDir private Path folder;

  @Test
  void asksForWhatThePasteLacks() throws IOException {
    var run = Cli.run("advise", "-v", "--paste", file("dead.txt", DEAD));

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().contains("need-more-data"), run.output());
    assertTrue(run.output().contains("pg_replication_slots"), run.output());
  }

  @Test
  void readsSeveralTextsAsOneServer() throws IOException {
    var dead = file("dead.txt", DEAD);
    var slot = file("slot.csv", SLOT);

    var run = Cli.run("advise", "-v", "--paste", dead, "--paste", slot);

    assertTrue(run.output().contains("xmin-held-by-slot"), run.output());
    assertTrue(run.output().replaceAll("\\s+", " ").contains("slot.csv, line 2"), run.output());
    assertFalse(run.output().contains("need-more-data"), run.output());
  }

  @Test
  void unpacksWhatIsCompressed() throws IOException {
    var packed = folder.resolve("slot.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(SLOT.getBytes(StandardCharsets.UTF_8));
    }

    var run = Cli.run("advise", "-v", "--paste", packed.toString());

    assertTrue(run.output().contains("xmin-held-by-slot"), run.output());
  }

  @Test
  void saysHowToUnpackWhatItDoesNot() throws IOException {
    var run = Cli.run("advise", "--paste", file("slot.bz2", "BZh91AY&SY"));

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("bzip2 -dc"), run.error());
  }

  @Test
  void readsWhatWindowsWrites() throws IOException {
    var text = folder.resolve("wide.txt");
    Files.write(text, ("\ufeff" + SLOT.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_16LE));

    var run = Cli.run("advise", "--paste", text.toString(), "--format", "json");

    assertTrue(run.output().contains("\"xmin-held-by-slot\""), run.output());
  }

  /// A text of which nothing can be judged was read all the same.
  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "markdown", "html"})
  void cannotJudgeATextWithoutFigures(String format) throws IOException {
    var run =
        Cli.run(
            "advise",
            "--format",
            format,
            "--paste",
            file("poem.txt", "roses are red\nso they are | 1\n"));

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(
        run.output().contains(format.equals("json") ? "\"nothing-to-judge\"" : "Nothing to judge"),
        run.output());
    assertTrue(run.output().contains("pg_stat_user_tables"), run.output());
  }

  @Test
  void countsWhatIsNotUnderstoodBesideRuns() throws IOException {
    var text =
        file(
            "mixed.txt",
            """
            seen | last night
            INFO:  vacuuming "public.t"
            INFO:  "t": found 0 removable, 5 nonremovable row versions in 1 out of 1 pages
            """);

    var run = Cli.run("advise", "--format", "json", "--paste", text);

    assertTrue(run.output().contains("\"text\": \"seen | last night\""), run.output());
    assertFalse(run.output().contains("\"text\": \"INFO"), run.output());
  }

  @Test
  void saysThatThereIsNoSuchFile() {
    var run = Cli.run("advise", "--paste", folder.resolve("none").toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("There is no file"), run.error());
  }

  @Test
  void takesNoConnectionBesides() throws IOException {
    var run = Cli.run("advise", "shop", "--paste", file("dead.txt", DEAD));

    assertEquals(ExitStatus.USAGE, run.status());
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }
}
