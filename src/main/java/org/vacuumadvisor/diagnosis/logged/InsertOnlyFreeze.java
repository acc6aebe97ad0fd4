package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
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
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A table of which hardly a row dies, frozen all at once by a vacuum that was forced.
final class InsertOnlyFreeze implements Rule {
  private static final Bytes LARGE = Bytes.ofGigabytes(1);
  private static final int USUAL_BLOCK_SIZE = 8192;
  private static final Share MOST = new Share(0.5);
  private static final double HARDLY = 0.01;

  @Override
  public String id() {
    return "insert-only-freeze";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .flatMap(table ->
                    table
                        .milestones()
                        .forced()
                        .filter(run -> isAllAtOnce(table, run))
                        .map(run -> finding(table, run, logs))
                        .stream()));
  }

  /// Under failsafe dead rows stay, so that nothing tells whether the table only grows.
  private static boolean isAllAtOnce(TableHistory table, Run run) {
    var pages = remaining(run);
    var remain = run.outcome().tuples().remain();
    return !run.is(Trait.FAILSAFE)
        && new Pages(pages).bytes(USUAL_BLOCK_SIZE).compareTo(LARGE) >= 0
        && remain != null
        && table.removed().sum() <= HARDLY * (double) remain
        && frozen(run).filter(share -> share.compareTo(MOST) >= 0).isPresent();
  }

  private static long remaining(Run run) {
    var remain = run.outcome().pages().remain();
    return remain == null ? 0 : remain;
  }

  /// The part it froze; up to 15, which do not say, the part it had to read.
  private static Optional<Share> frozen(Run run) {
    var frozen = run.outcome().frozen();
    if (frozen != null) {
      return Optional.of(Share.ofPercent(frozen.percent()));
    }
    var scanned = run.outcome().pages().scannedPercent();
    if (scanned != null) {
      return Optional.of(Share.ofPercent(scanned));
    }
    var skipped = run.outcome().pages().skippedFrozen();
    return skipped == null
        ? Optional.empty()
        : Optional.of(Share.of(skipped, remaining(run)).rest());
  }

  private Finding finding(TableHistory table, Run run, LogCase logs) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Told.by(run, "frozen or read at once", frozen(run).orElse(Share.NONE) + " of the table"));
    facts.add(Told.by(run, "it took", Told.elapsed(run)));
    facts.add(
        Told.by(
            run,
            "rows",
            "%s left, %s removed"
                .formatted(
                    Told.count(run.outcome().tuples().remain()),
                    Quantities.count(table.removed().sum()))));
    facts.add(
        Fact.threshold(
            "worth a word",
            "%s of a table of %s and more, of which less than 1 %% of the rows died"
                .formatted(MOST, LARGE),
            Provenance.CONVENTION,
            "ours: smaller tables are frozen in passing"));
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "%s only grows, and was frozen all at once by a vacuum to prevent wraparound"
            .formatted(logs.name(table)),
        facts,
        "Where no row dies, only inserts (from 13 on) or age bring autovacuum. If it comes seldom,"
            + " all rows since then have to be read, frozen and written in one go, at an hour"
            + " nobody chose. Vacuums that come more often do the same in small parts.",
        Confidence.MEDIUM,
        "SHOW autovacuum_vacuum_insert_scale_factor, and the table's own parameters.",
        logs.isNamed(table)
            ? List.of(new Remedy.VacuumNow(List.of(logs.relation(table)), List.of("FREEZE")))
            : List.of());
  }
}
