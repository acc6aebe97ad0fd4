package org.vacuumadvisor.diagnosis.logged;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.IndexWork;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// An index that a vacuum found much larger than the table, or mostly empty.
final class IndexBloat implements Rule {
  private static final Bytes LARGE = Bytes.ofMegabytes(64);
  private static final double TIMES = 2;
  private static final double MOSTLY = 0.5;
  private static final int USUAL_BLOCK_SIZE = 8192;

  /// An entry of a few bytes takes 20: so many fit a page. Far fewer mean wide keys or free space.
  private static final double FEWEST_ENTRIES_A_PAGE = 25;

  @Override
  public String id() {
    return "index-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs -> logs.tables().flatMap(table -> finding(table, logs).stream()));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return table
        .milestones()
        .latest()
        .flatMap(run ->
            run.indexes().stream()
                .filter(index -> isBloated(index, run))
                .max(Comparator.comparingLong(IndexBloat::pages))
                .map(index -> finding(table, index, run, logs)));
  }

  private static long pages(IndexWork index) {
    return index.pages() == null ? 0 : index.pages();
  }

  private static long tablePages(Run run) {
    var pages = run.outcome().pages();
    return pages.remain() != null ? pages.remain() : pages.total() != null ? pages.total() : 0;
  }

  private static boolean isBloated(IndexWork index, Run run) {
    if (new Pages(pages(index)).bytes(USUAL_BLOCK_SIZE).compareTo(LARGE) < 0) {
      return false;
    }
    boolean isLarger =
        tablePages(run) > 0 && (double) pages(index) >= TIMES * (double) tablePages(run);
    var deleted = index.currentlyDeleted();
    boolean isMostlyDeleted = deleted != null && (double) deleted >= MOSTLY * (double) pages(index);
    return (isLarger && isSparse(index, run)) || isMostlyDeleted;
  }

  /// Whether so few entries lie on a page that wide keys alone seldom explain it.
  private static boolean isSparse(IndexWork index, Run run) {
    var rows = index.rowVersions() != null ? index.rowVersions() : run.outcome().tuples().remain();
    return rows == null || (double) rows <= FEWEST_ENTRIES_A_PAGE * (double) pages(index);
  }

  private Finding finding(TableHistory table, IndexWork index, Run run, LogCase logs) {
    var schema = table.name().schema();
    var name =
        (schema.isEmpty() ? "" : Identifiers.quoted(schema) + ".")
            + Identifiers.quoted(index.name());
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "Index %s of %s is %s, %s"
            .formatted(
                Identifiers.quoted(index.name()),
                logs.name(table),
                new Pages(pages(index)).bytes(USUAL_BLOCK_SIZE),
                why(index, run)),
        List.of(
            Told.by(
                run,
                "pages of the index",
                "%s, of which %s are deleted"
                    .formatted(
                        Quantities.count(pages(index)), Told.count(index.currentlyDeleted()))),
            Told.by(run, "pages of the table", Quantities.count(tablePages(run))),
            Fact.threshold(
                "worth a word",
                "%s, and %s times the table with under %s entries a page, or half deleted"
                    .formatted(
                        LARGE, Quantities.number(TIMES), Quantities.number(FEWEST_ENTRIES_A_PAGE)),
                Provenance.CONVENTION,
                "ours: an index is usually smaller than its table")),
        "Vacuum removes entries of dead rows, but gives only wholly empty pages of an index back to"
            + " be used again, and never makes the file smaller. An index that was once full of"
            + " entries stays large: every vacuum reads all of it, and so do scans.",
        Confidence.LOW,
        "pgstatindex('%s') of the extension pgstattuple: avg_leaf_density far below 60 proves it."
            .formatted(name.replace("'", "''")),
        List.of(
            new Remedy.Act(
                "If it is bloated, build it anew: REINDEX INDEX CONCURRENTLY %s (before 12 without CONCURRENTLY)."
                    .formatted(name))));
  }

  private static String why(IndexWork index, Run run) {
    var deleted = index.currentlyDeleted();
    return deleted != null && (double) deleted >= MOSTLY * (double) pages(index)
        ? "more than half of it deleted pages"
        : "%s times the size of the table"
            .formatted(
                Quantities.count((double) pages(index) / (double) Math.max(1, tablePages(run))));
  }
}
