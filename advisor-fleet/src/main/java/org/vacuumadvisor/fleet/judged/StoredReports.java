package org.vacuumadvisor.fleet.judged;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.report.data.RunColumn;

/// All that a log tells of a run or a notice, as the archive's column `details` keeps it: what
/// judging needs, beyond the figures that have columns of their own.
public final class StoredReports {
  private static final RecordJson<Notice> NOTICES =
      new RecordJson<>(Notice.class, Place.class, Set.of());

  /// The columns of figures by their paths.
  private static final Map<String, String> COLUMNS =
      RunColumn.ALL.stream()
          .filter(each -> !each.path().isEmpty())
          .collect(
              Collectors.toUnmodifiableMap(
                  RunColumn::path,
                  each -> each.name().equals("table") ? "table_name" : each.name()));

  private static final RecordJson<Run> RUNS =
      new RecordJson<>(Run.class, Place.class, COLUMNS.keySet());

  private StoredReports() {}

  /// Without what the other columns have.
  public static String text(Run run) {
    return RUNS.write(run);
  }

  public static String text(Notice notice) {
    return NOTICES.write(notice);
  }

  /// The run of a row that [#text] was made for.
  ///
  /// @param place where it was read
  /// @throws IllegalArgumentException if the text is of something else
  static Run run(String text, Place place, ArchiveRow row) {
    return RUNS.read(
        text,
        place,
        path -> {
          var column = COLUMNS.get(path);
          return column == null ? null : row.value(column);
        });
  }

  /// The notice that [#text] was made of.
  ///
  /// @param place where it was read
  /// @throws IllegalArgumentException if the text is of something else
  static Notice notice(String text, Place place) {
    return NOTICES.read(text, place, _ -> null);
  }
}
