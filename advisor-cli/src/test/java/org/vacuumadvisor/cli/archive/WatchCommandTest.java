package org.vacuumadvisor.cli.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;

class WatchCommandTest {
  /// Port 1 of this machine is where no server answers.
  private static final String NOBODY = "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1";

  @TempDir private Path folder;

  @Test
  void writesMetricsOfAServerThatIsDown() throws IOException {
    var file = folder.resolve("vacuum.prom");

    var run = Cli.run("watch", NOBODY, "--once", "--textfile", file.toString());

    assertEquals(ExitStatus.NO_INPUT, run.status(), run.error());
    var text = Files.readString(file);
    assertTrue(text.contains("vacuum_advisor_up{cluster=\"127.0.0.1:1\"} 0"), text);
    assertFalse(text.contains("vacuum_advisor_findings{"), text);
  }

  @Test
  void saysWhyAFileCannotBeUsed() throws IOException {
    var missing = folder.resolve("none");
    var file = Files.writeString(folder.resolve("file"), "");

    var unlisted = Cli.run("watch", "--targets", missing.toString());
    assertEquals(ExitStatus.NO_INPUT, unlisted.status(), unlisted.error());
    assertTrue(unlisted.error().contains("there is no such file or folder"), unlisted.error());
    var textfile = missing.resolve("a.prom").toString();
    var unwritten = Cli.run("watch", NOBODY, "--once", "--textfile", textfile);
    assertEquals(ExitStatus.NO_INPUT, unwritten.status(), unwritten.error());
    assertTrue(unwritten.error().contains("its directory does not exist"), unwritten.error());
    var run = Cli.run("watch", NOBODY, "--once", "--archive", file.toString());
    assertTrue(run.error().contains("it is a file, not a folder"), run.error());
  }

  @Test
  void refusesWhatIsNoAddress() {
    assertEquals(ExitStatus.USAGE, Cli.run("watch", NOBODY, "--textfile", "a.prom").status());
    assertEquals(ExitStatus.USAGE, Cli.run("watch", NOBODY, "--listen", "here").status());
    assertEquals(ExitStatus.USAGE, Cli.run("watch", NOBODY, "--listen", ":70000").status());
    assertEquals(ExitStatus.USAGE, Cli.run("watch", NOBODY, "--top-tables", "16").status());
  }

  @Test
  void explainsItsOptionsInGroups() {
    var help = Cli.run("watch", "--help").output();

    for (var heading : new String[] {"Input:", "How often:", "Archive:", "Metrics:"}) {
      assertTrue(help.contains(System.lineSeparator() + heading), help);
    }
    assertFalse(help.contains(System.lineSeparator() + "Options:"), help);
    assertTrue(help.toLowerCase(Locale.ROOT).contains("without host only"), help);
  }
}
