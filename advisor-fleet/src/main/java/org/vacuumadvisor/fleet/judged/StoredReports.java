package org.vacuumadvisor.fleet.judged;

import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.data.RecordJson;

/// All that a log tells of a run or a notice, as the archive's column `details` keeps it: what
/// judging needs, beyond the figures that have columns of their own.
public final class StoredReports {
  private static final RecordJson<Run> RUNS = new RecordJson<>(Run.class, Place.class);
  private static final RecordJson<Notice> NOTICES = new RecordJson<>(Notice.class, Place.class);

  private StoredReports() {}

  public static String text(Run run) {
    return RUNS.write(run);
  }

  public static String text(Notice notice) {
    return NOTICES.write(notice);
  }

  /// The run that [#text] was made of.
  ///
  /// @param place where it was read
  /// @throws IllegalArgumentException if the text is of something else
  static Run run(String text, Place place) {
    return RUNS.read(text, place);
  }

  /// The notice that [#text] was made of.
  ///
  /// @param place where it was read
  /// @throws IllegalArgumentException if the text is of something else
  static Notice notice(String text, Place place) {
    return NOTICES.read(text, place);
  }
}
