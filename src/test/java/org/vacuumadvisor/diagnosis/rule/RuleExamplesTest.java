package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// The example of a page is what is said today of the text above it. `-Dexamples=write` writes them
/// anew: read every word of the difference.
class RuleExamplesTest {
  private static final Path PAGES = Path.of("..", "docs", "rules");
  private static final int WIDTH = 100;

  /// What is said and what proves it; the paragraphs behind explain what the page does.
  private static final int PROOF = 2;

  /// Text that was shown, and what is said of it.
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "## Example\n\nOf\n\n```text\n(.*?)```\n\nit says\n\n```text\n(.*?)```\n",
          Pattern.DOTALL);

  /// Healthy is said of a server alone, never of a text.
  static Stream<String> ids() {
    return RuleBook.ids().stream().filter(id -> !id.equals(Healthy.ID));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void anExampleIsWhatIsSaidToday(String id) throws IOException, SourceException {
    var file = PAGES.resolve(id + ".md");
    var page = Files.readString(file);
    var example = EXAMPLE.matcher(page).results().findFirst().orElseThrow();
    var said = said(id, example.group(1));

    if (System.getProperty("examples", "").equals("write")) {
      Files.writeString(
          file, page.substring(0, example.start(2)) + said + page.substring(example.end(2)));
    } else {
      assertEquals(said, example.group(2));
    }
  }

  private static String said(String id, String shown) throws SourceException {
    var assessment = Advisor.assess(List.of(new Paste.Text("pasted", shown)));
    var card =
        AssessmentReport.of(assessment, ReportOptions.standard()).parts().stream()
            .filter(part ->
                part instanceof Part.FindingCard found && found.about().endsWith(" · " + id))
            .findFirst()
            .orElseThrow();
    var told =
        new TextRenderer(WIDTH, TextRenderer.Colour.OFF)
            .render(new Report(List.of(card)))
            .strip()
            .split("\n\n");
    return String.join("\n\n", List.of(told).subList(0, Math.min(told.length, PROOF))) + "\n";
  }
}
