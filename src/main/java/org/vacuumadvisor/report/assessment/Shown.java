package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.history.Counts;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.unit.Quantities;

/// What a part of the evidence consists of, in a few words: `2 vacuums by hand, 1 analyze, 3
/// tables`.
final class Shown {
  private Shown() {}

  static String of(Evidence evidence) {
    var what = new ArrayList<String>();
    evidence.history().filter(History::tellsOfRuns).ifPresent(told -> runs(told, what));
    var survey = evidence.survey();
    survey.coverage().excerpt().ifPresent(excerpt -> rows(excerpt, what));
    if (evidence.isServerSeen()) {
      count(survey.relations().size(), "table", what);
    }
    return what.isEmpty() ? "some figures" : String.join(", ", what);
  }

  private static void runs(History told, List<String> what) {
    long vacuums = told.sum(Counts::vacuums);
    long automatic = told.sum(Counts::automatic);
    if (vacuums > 0) {
      what.add(
          Quantities.counted(vacuums, "vacuum")
              + (automatic == 0 ? " by hand" : automatic == vacuums ? " by autovacuum" : ""));
    }
    count(told.sum(Counts::rewrites), "rewrite", what);
    count(told.sum(Counts::analyzes), "analyze", what);
    if (told.runs() == 0) {
      what.add("messages about vacuum");
    }
  }

  private static void rows(Excerpt excerpt, List<String> what) {
    count(excerpt.settings().size(), "setting", what);
    if (excerpt.shows(Excerpt.Kind.DATABASES)) {
      what.add("ages of databases");
    }
    if (excerpt.shows(Excerpt.Kind.SESSIONS)) {
      what.add("sessions");
    }
    if (excerpt.shows(Excerpt.Kind.REPLICATION_SLOTS)) {
      what.add("replication slots");
    }
    if (excerpt.shows(Excerpt.Kind.INDEXES)) {
      what.add("indexes");
    }
  }

  private static void count(long number, String noun, List<String> what) {
    if (number > 0) {
      what.add(Quantities.counted(number, noun));
    }
  }
}
