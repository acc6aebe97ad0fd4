package org.vacuumadvisor.cli;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.report.Selection;

/// Shows some of the runs to one sink, and all of them to another that has to judge.
///
/// @param shown gets the runs of the chosen tables, and all notices
/// @param judging gets everything
record ChosenRuns(Selection selection, RunSink shown, RunSink judging) implements RunSink {
  @Override
  public void run(Run run) {
    var name = run.heading().name();
    if (selection.includes(
        new RelationName(text(name.database()), text(name.schema()), text(name.table())))) {
      shown.run(run);
    }
    judging.run(run);
  }

  @Override
  public void notice(Notice notice) {
    shown.notice(notice);
    judging.notice(notice);
  }

  private static String text(@Nullable String part) {
    return part == null ? "" : part;
  }
}
