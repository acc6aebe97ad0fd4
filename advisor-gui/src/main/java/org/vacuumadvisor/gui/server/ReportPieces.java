package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;

/// The pieces of a report that stand beside a server that is watched: the verdict, the findings,
/// and what could not be seen. What to do has a screen of its own, and so have the tables.
final class ReportPieces {
  private static final Set<String> WANTED = Set.of("Findings", "Blind spots");
  private static final String FIRST_LOOK =
      "The figures are sums since the statistics were last reset. From the next look on they are"
          + " what happens in between.";

  private ReportPieces() {}

  /// The verdict, which server it is, and what time the figures cover.
  static List<Part> verdict(Assessment assessment) {
    var parts = new ArrayList<Part>();
    for (var part : report(assessment)) {
      if (part instanceof Part.Heading) {
        break;
      }
      parts.add(part);
    }
    if (assessment.evidence().older().isEmpty()) {
      parts.removeLast();
      parts.add(new Part.Paragraph(FIRST_LOOK));
    }
    return parts;
  }

  /// What is the matter, and what could not be seen.
  static List<Part> findings(Assessment assessment) {
    var wanted = new ArrayList<Part>();
    var section = "";
    for (var part : report(assessment)) {
      if (part instanceof Part.Heading(var title)) {
        section = title;
      }
      if (WANTED.contains(section)) {
        wanted.add(part);
      }
    }
    return wanted;
  }

  private static List<Part> report(Assessment assessment) {
    return Report.of(assessment, ReportOptions.standard()).parts();
  }
}
