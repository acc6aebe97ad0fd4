package org.vacuumadvisor.fleet.history;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.Freshness;
import org.vacuumadvisor.fleet.judged.Verdicts;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// What an archive tells of a time.
///
/// @param damaged a sentence for each file of the archive that could not be used
public record Past(
    Question question,
    List<ClusterVerdict> verdicts,
    List<ArchiveRow> holders,
    Ledger ledger,
    List<ArchiveRow> tables,
    List<ArchiveRow> runs,
    List<AgePast> ages,
    List<String> damaged) {
  public Past {
    verdicts = List.copyOf(verdicts);
    holders = List.copyOf(holders);
    tables = List.copyOf(tables);
    runs = List.copyOf(runs);
    ages = List.copyOf(ages);
    damaged = List.copyOf(damaged);
  }

  /// Answers a question.
  ///
  /// @throws SourceException if the archive cannot be read, or has nothing of that time, cluster or
  ///   table
  public static Past of(Archive archive, Question question) throws SourceException {
    checkFound(archive, question);
    return new Past(
        question,
        Verdicts.of(
            archive, question.from(), question.at(), question.cluster(), Freshness.STANDARD),
        SeenHolders.of(archive, question),
        Ledger.of(archive, question),
        PastTables.of(archive, question),
        PastRuns.of(archive, question),
        AgePast.of(archive, question),
        archive.damaged());
  }

  /// The verdict on all clusters then: healthy only if each was seen and was, and nothing of the
  /// archive is damaged. Empty where nothing was known of any.
  public Optional<Condition> condition() {
    return ClusterVerdict.together(verdicts, damaged.isEmpty());
  }

  /// The severity of the worst finding then; empty where there was none.
  public Optional<Severity> worst() {
    return verdicts.stream().flatMap(each -> each.worst().stream()).min(Severity::compareTo);
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
            question.tableParameters());
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
