package org.vacuumadvisor.diagnosis.logged;

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
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A TOAST table that is much larger than its chunks need: four of the largest fill a page.
final class ToastBloat implements Rule {
  /// `EXTERN_TUPLES_PER_PAGE`.
  private static final double CHUNKS_A_PAGE = 4;

  private static final Bytes LARGE = Bytes.ofMegabytes(256);
  private static final Share MOSTLY = new Share(0.5);
  private static final int USUAL_BLOCK_SIZE = 8192;

  @Override
  public String id() {
    return "toast-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .filter(TableHistory::isToast)
                .flatMap(table -> finding(table, logs).stream()));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return table.milestones().latest().flatMap(run -> finding(table, run, logs));
  }

  private Optional<Finding> finding(TableHistory table, Run run, LogCase logs) {
    var pages = run.outcome().pages().remain();
    var chunks = run.outcome().tuples().remain();
    if (pages == null || chunks == null) {
      return Optional.empty();
    }
    double needed = Math.ceil((double) chunks / CHUNKS_A_PAGE);
    var empty = Share.of(Math.max(0, (double) pages - needed), (double) pages);
    var wasted =
        new Pages(Math.round(Math.max(0, (double) pages - needed))).bytes(USUAL_BLOCK_SIZE);
    if (wasted.compareTo(LARGE) < 0 || empty.compareTo(MOSTLY) < 0) {
      return Optional.empty();
    }
    boolean isHeld = logs.isHeld(table);
    return Optional.of(
        new Finding(
            id(),
            Severity.ADVICE,
            logs.subject(table),
            "At least %s of %s is free space".formatted(empty, logs.name(table)),
            List.of(
                Told.by(
                    run,
                    "pages, and chunks in them",
                    "%s, %s".formatted(Quantities.count(pages), Quantities.count(chunks))),
                Fact.observed(
                    "free, at least", wasted.toString(), "4 chunks of the largest size a page"),
                Fact.threshold(
                    "chunks a page",
                    "4 of the largest",
                    Provenance.ENGINE,
                    "EXTERN_TUPLES_PER_PAGE"),
                Fact.threshold(
                    "worth a word",
                    "%s, and %s".formatted(MOSTLY, LARGE),
                    Provenance.CONVENTION,
                    "ours")),
            "The free space is used again for new values, so it is lost only if that much will"
                + " never be needed again. It came about because vacuum could not keep up at some"
                + " time, or because values were deleted in bulk."
                + (isHeld ? " Now it cannot, because the horizon is held." : ""),
            Confidence.MEDIUM,
            ToastDominates.whose(table),
            List.of(
                new Remedy.Act(
                    "Only if the space is needed elsewhere: rewrite the table it belongs to with"
                        + " pg_repack or, in a maintenance window, VACUUM FULL."))));
  }
}
