package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs, output of VACUUM VERBOSE and figures in one text, as people post them. Each text is named
/// for what an expert says of it.
class MixedPasteTest {
  private static final Path TEXTS = Path.of("src/test/resources/mixed");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "catalog-bloat",
        "failsafe-active",
        "index-passes",
        "xmin-held",
        "xmin-held-by-transaction"
      })
  void leadsWithTheExpertsDiagnosis(String id) throws IOException {
    var run = Cli.run("advise", "-v", "--paste", text(id));
    var findings = run.output().substring(run.output().indexOf("Findings"));

    assertEquals("", run.error());
    assertEquals(id, firstId(findings), run.output());
    assertFalse(findings.contains("VACUUM (FREEZE"), run.output());
    assertFalse(findings.contains("SET (autovacuum"), run.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"xmin-held-by-transaction", "failsafe-active"})
  void wondersAtNoLineOfAReport(String id) throws IOException {
    var output = Cli.run("advise", "-v", "--paste", text(id)).output();

    assertFalse(output.contains("· line"), output);
    assertTrue(output.contains("0 lines unknown"), output);
  }

  private static String text(String id) {
    var file = TEXTS.resolve(id + ".txt");
    assertTrue(Files.exists(file), file::toString);
    return file.toString();
  }

  /// The line under a headline ends with the id.
  private static String firstId(String findings) {
    var line =
        findings.lines().filter(each -> each.contains(" · confidence ")).findFirst().orElse("");
    return line.substring(line.lastIndexOf(' ') + 1);
  }
}
