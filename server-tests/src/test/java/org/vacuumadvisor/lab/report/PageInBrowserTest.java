package org.vacuumadvisor.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// The page about a real server, in a real browser, if this machine has one.
class PageInBrowserTest {
  /// Each would leave its mark in the title of the page, were it taken for markup.
  private static final List<String> NAMES =
      List.of(
          "<script>document.title='taken'</script>",
          "<img src=x onerror=\"document.title='taken'\">",
          "</pre></style></title><svg onload=document.title='taken'>",
          "a_name_of_sixty_three_bytes_without_any_place_to_break_the_line");

  private static final String PHONE = "360";

  @TempDir private static Path folder;
  private static Browser browser;
  private static Path page;

  @BeforeAll
  static void writePage() throws Exception {
    browser = Browser.needed(folder);
    try (var server = PostgresServer.start(ServerSpec.of(Release.V18))) {
      for (var name : NAMES) {
        var quoted = '"' + name.replace("\"", "\"\"") + '"';
        server.execute(
            "CREATE TABLE " + quoted + " (id int) WITH (autovacuum_enabled = false)",
            "INSERT INTO " + quoted + " SELECT generate_series(1, 20000)",
            "DELETE FROM " + quoted);
      }
      var survey = server.source().survey(Databases.CURRENT, Progress.NONE);
      var report = AssessmentReport.of(Advisor.assess(survey), ReportOptions.ofPage());
      page = Files.writeString(folder.resolve("report.html"), new HtmlRenderer().render(report));
    }
  }

  @Test
  void theBrowserWouldRunWhatIsTakenForMarkup() throws Exception {
    var control =
        Files.writeString(folder.resolve("control.html"), "<title>safe</title>" + NAMES.get(0));

    assertTrue(browser.dom(control).contains("<title>taken</title>"));
  }

  @Test
  void noNameIsTakenForMarkup() throws Exception {
    var dom = browser.dom(page);

    assertFalse(dom.contains("<title>taken"), dom);
    assertFalse(dom.contains("<img"), dom);
    assertFalse(dom.contains("<script"), dom);
    assertTrue(dom.contains("&lt;script&gt;document.title="), dom);
  }

  /// The policy of the page lets no script run in it, so a page around it measures.
  @Test
  void fitsAPhone() throws Exception {
    assertEquals(
        "0",
        measured("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    assertEquals(PHONE, measured("defaultView.innerWidth"));
  }

  @Test
  void appliesItsOwnStyleAndNoOther() throws Exception {
    assertEquals("1", measured("document.styleSheets.length"));
    assertEquals(
        "grid", measured("defaultView.getComputedStyle(document.querySelector('dl')).display"));
  }

  @Test
  void canBePrinted() throws Exception {
    var paper = Files.readAllBytes(browser.printed(page));

    assertTrue(paper.length > 10_000, paper.length + " bytes");
  }

  /// The value of an expression in the page, as wide as a phone.
  private static String measured(String expression) throws IOException, InterruptedException {
    var frame =
        Files.writeString(
            folder.resolve("frame.html"),
            """
            <title>nothing</title>
            <iframe src="report.html" width="%s" height="800" style="border:0"></iframe>
            <script>
              const frame = document.querySelector('iframe');
              frame.onload = () => {
                const document = frame.contentDocument, defaultView = frame.contentWindow;
                window.document.title = 'measured ' + (%s);
              };
            </script>
            """
                .formatted(PHONE, expression));
    var dom = browser.dom(frame);
    return dom.replaceFirst("(?s).*<title>measured ([^<]*)</title>.*", "$1");
  }
}
