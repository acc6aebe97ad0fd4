package org.vacuumadvisor.fleet.history;

import java.util.List;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.Freshness;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

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
    checkFound(archive, question);
    return new Past(
        Fleet.of(archive, question, Freshness.STANDARD),
        SeenHolders.of(archive, question),
        Ledger.of(archive, question),
        PastTables.of(archive, question),
        PastRuns.of(archive, question));
  }

  private static void checkFound(Archive archive, Question question) throws SourceException {
    var found =
        archive.query(
            """
            SELECT 1 FROM (SELECT cluster, time, schema, table_name FROM runs
              UNION ALL SELECT cluster, time, schema, table_name FROM notices
              UNION ALL SELECT cluster, time, schema, table_name FROM tables
              UNION ALL SELECT cluster, time, NULL, NULL FROM servers) WHERE %s LIMIT 1\
            """
                .formatted(question.whereTable()),
            List.of());
    if (!found.isEmpty()) {
      return;
    }
    if (question.cluster().isEmpty() && question.table().isEmpty()) {
      throw archive.nothing(
          "The archive holds nothing of the %s before %s: no survey and no log."
              .formatted(Quantities.duration(question.back()), Words.moment(question.at())));
    }
    throw archive.nothing(
        "The archive has nothing of %s%s in the %s before %s. Clusters in it: %s."
            .formatted(
                question.table().map(each -> "table " + each).orElse("cluster"),
                question.cluster().map(each -> " " + each).orElse(""),
                Quantities.duration(question.back()),
                Words.moment(question.at()),
                clusters(archive)));
  }

  private static String clusters(Archive archive) throws SourceException {
    var names =
        archive
            .query(
                "SELECT DISTINCT cluster FROM (SELECT cluster FROM runs UNION SELECT cluster FROM"
                    + " servers) ORDER BY 1 LIMIT 20",
                List.of())
            .stream()
            .map(row -> row.text("cluster").orElse(""))
            .toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
