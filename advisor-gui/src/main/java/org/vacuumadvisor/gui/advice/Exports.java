package org.vacuumadvisor.gui.advice;

import java.io.IOException;
import java.io.StringWriter;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.MarkdownRenderer;
import org.vacuumadvisor.report.render.SqlScript;

/// The forms in which a whole assessment can be taken along, as the command line gives them.
enum Exports {
  SQL("SQL script", "sql"),
  HTML("HTML page", "html"),
  MARKDOWN("Markdown", "md"),
  JSON("JSON", "json");

  private final String title;
  private final String ending;

  Exports(String title, String ending) {
    this.title = title;
    this.ending = ending;
  }

  String title() {
    return title;
  }

  /// Of a file's name, without the dot.
  String ending() {
    return ending;
  }

  String of(Assessment assessment) throws IOException {
    return switch (this) {
      case SQL -> SqlScript.of(assessment);
      case HTML ->
          new HtmlRenderer().render(AssessmentReport.of(assessment, ReportOptions.ofPage()));
      case MARKDOWN ->
          new MarkdownRenderer().render(AssessmentReport.of(assessment, ReportOptions.standard()));
      case JSON -> json(assessment);
    };
  }

  private static String json(Assessment assessment) throws IOException {
    var writer = new StringWriter();
    JsonReport.write(assessment, writer);
    return writer.toString();
  }
}
