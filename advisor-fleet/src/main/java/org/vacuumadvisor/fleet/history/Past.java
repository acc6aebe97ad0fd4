package org.vacuumadvisor.fleet.history;

import java.util.List;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.source.SourceException;

/// What an archive tells of a time.
public record Past(
    Fleet fleet,
    List<ArchiveRow> holders,
    Ledger ledger,
    List<ArchiveRow> tables,
    List<ArchiveRow> runs) {
  public Past {
    holders = List.copyOf(holders);
    tables = List.copyOf(tables);
    runs = List.copyOf(runs);
  }

  /// Answers a question.
  ///
  /// @throws SourceException if the archive cannot be read, or has nothing of that time, cluster or
  ///   table
  public static Past of(Archive archive, Question question) throws SourceException {
    var past =
        new Past(
            Fleet.of(archive, question, Freshness.STANDARD),
            SeenHolders.of(archive, question),
            Ledger.of(archive, question),
            PastTables.of(archive, question),
            PastTables.runs(archive, question));
    if (question.table().isPresent() && past.tables.isEmpty() && past.runs.isEmpty()) {
      throw Fleet.nothing(archive, question);
    }
    return past;
  }
}
