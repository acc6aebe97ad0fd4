package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;

/// The pieces of a report that stand beside a server that is watched: the verdict, and what could
/// not be seen. What to do has a screen of its own, and so have the tables.
final class ReportPieces {
  private static final String FIRST_LOOK =
      "The figures are sums since the statistics were last reset. From the next look on they are"
          + " what happens in between.";

  private ReportPieces() {}

  /// Which server it is, what time the figures cover, and the verdict where no problem says it.
  static List<Part> verdict(Assessment assessment) {
    var parts = new ArrayList<Part>();
    for (var part : report(assessment)) {
      if (part instanceof Part.Heading) {
        break;
      }
      if (!(part instanceof Part.Verdict) || assessment.problems().isEmpty()) {
        parts.add(part);
      }
    }
    if (assessment.evidence().older().isEmpty()) {
      parts.add(new Part.Paragraph(FIRST_LOOK));
    }
    return parts;
  }

  /// What could not be seen.
  static List<Part> blindSpots(Assessment assessment) {
    return section(assessment, "Blind spots");
  }

  private static List<Part> section(Assessment assessment, String title) {
    var wanted = new ArrayList<Part>();
    boolean isWanted = false;
    for (var part : report(assessment)) {
      isWanted = part instanceof Part.Heading(var text) ? text.equals(title) : isWanted;
      if (isWanted) {
        wanted.add(part);
      }
    }
    return wanted;
  }

  private static List<Part> report(Assessment assessment) {
    return AssessmentReport.of(assessment, ReportOptions.standard()).parts();
  }
}
