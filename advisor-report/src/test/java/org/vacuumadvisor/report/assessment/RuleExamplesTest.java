package org.vacuumadvisor.report.assessment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// The example of a page is what is said today of the text above it, and `proofs.txt` has the
/// figures that prove it. `-Dexamples=write` writes both anew: read every word of the difference.
class RuleExamplesTest {
  private static final Path PAGES = Path.of("..", "docs", "rules");
  private static final Path PROOFS =
      Path.of("src/test/resources/org/vacuumadvisor/report/assessment/proofs.txt");
  private static final int WIDTH = 100;

  /// Text that was shown, and what is said of it.
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "## Example\n\nOf\n\n```text\n(.*?)```\n\nit says\n\n```text\n(.*?)```\n",
          Pattern.DOTALL);

  /// Healthy is said of a server alone, never of a text.
  static Stream<String> ids() {
    return RuleBook.ids().stream().filter(id -> !id.equals(Finding.HEALTHY));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void anExampleIsWhatIsSaidToday(String id) throws IOException, SourceException {
    var page = page(id);
    var example = example(page);
    var said = paragraph(0, id, example) + "\n";

    if (isToBeWritten()) {
      Files.writeString(
          PAGES.resolve(id + ".md"),
          page.substring(0, example.start(2)) + said + page.substring(example.end(2)));
    } else {
      assertEquals(said, example.group(2));
    }
  }

  @Test
  void theProofOfAnExampleIsWhatIsSaidToday() throws IOException, SourceException {
    var proofs = new StringBuilder();
    for (var id : ids().toList()) {
      proofs.append(id).append("\n\n").append(paragraph(1, id, example(page(id)))).append("\n\n");
    }

    if (isToBeWritten()) {
      Files.writeString(PROOFS, proofs);
    } else {
      assertEquals(Files.readString(PROOFS), proofs.toString());
    }
  }

  private static boolean isToBeWritten() {
    return System.getProperty("examples", "").equals("write");
  }

  private static String page(String id) throws IOException {
    return Files.readString(PAGES.resolve(id + ".md"));
  }

  private static MatchResult example(String page) {
    return EXAMPLE.matcher(page).results().findFirst().orElseThrow();
  }

  /// Of what is said of an example: the headline, then the figures that prove it. The paragraphs
  /// behind explain what the page does.
  private static String paragraph(int index, String id, MatchResult example)
      throws SourceException {
    var assessment = Advisor.assess(List.of(new Paste.Text("pasted", example.group(1))));
    var card =
        AssessmentReport.of(assessment, ReportOptions.standard()).parts().stream()
            .filter(part ->
                part instanceof Part.FindingCard found && found.about().endsWith(" · " + id))
            .findFirst()
            .orElseThrow();
    return new TextRenderer(WIDTH, TextRenderer.Colour.OFF)
        .render(new Report(List.of(card)))
        .strip()
        .split("\n\n", -1)[index];
  }
}
