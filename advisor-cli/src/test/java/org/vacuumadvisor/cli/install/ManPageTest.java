package org.vacuumadvisor.cli.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.VacuumAdvisor;

class ManPageTest {
  @TempDir private Path folder;

  @Test
  void tellsOfEveryCommand() throws Exception {
    var run = Cli.run("generate-man-pages", folder.toString());

    assertEquals(0, run.status(), run.error());
    var program = Files.readString(folder.resolve("vacuum-advisor.1"));
    for (var name : VacuumAdvisor.commandNames().toList()) {
      assertTrue(Files.exists(folder.resolve("vacuum-advisor-" + name + ".1")), name);
      assertTrue(program.contains("vacuum\\-advisor\\-" + name.replace("-", "\\-")), program);
    }
    var advise = Files.readString(folder.resolve("vacuum-advisor-advise.1"));
    assertTrue(advise.contains(".SH CONNECTION"), advise);
    assertTrue(advise.contains("\\fB\\-h, \\-\\-host=HOST\\fR"), advise);
    assertTrue(advise.contains(".SH EXIT STATUS"), advise);
    assertTrue(advise.contains(".SH ENVIRONMENT"), advise);
    assertFalse(advise.contains("${"), advise);
    assertTrue(advise.chars().allMatch(each -> each < 128), advise);
  }

  @Test
  void namesTheFormsThatACommandGives() {
    var simulate = Cli.run("simulate", "--help").output().replaceAll("\\s+", " ");
    var logs = Cli.run("logs", "--help").output().replaceAll("\\s+", " ");

    assertTrue(simulate.contains("text, json, markdown, html. Default"), simulate);
    assertTrue(logs.contains("text, json, csv, markdown, html, sql, check. Default"), logs);
  }

  @Test
  void groupsOptionsBelowTheirHeadings() {
    var help = Cli.run("advise", "--help").output();

    assertTrue(help.indexOf("Examples:") < help.indexOf("Usage:"), help);
    assertTrue(help.indexOf("Connection:") < help.indexOf("--host"), help);
    assertTrue(help.indexOf("Output:") < help.indexOf("--format=FORMAT"), help);
  }
}
