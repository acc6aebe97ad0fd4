package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Most of the time that vacuums take goes into a TOAST table, where large values live.
final class ToastDominates implements Rule {
  private static final Share MOST = new Share(0.5);
  private static final double MUCH_SECONDS = 60;

  @Override
  public String id() {
    return "toast-dominates";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    double all = logs.tables().mapToDouble(each -> each.seconds().sum()).sum();
    return logs
        .tables()
        .filter(TableHistory::isToast)
        .max(Comparator.comparingDouble(each -> each.seconds().sum()))
        .filter(each -> each.seconds().sum() >= Math.max(MUCH_SECONDS, MOST.fraction() * all))
        .map(each -> finding(each, all, logs))
        .stream();
  }

  private Finding finding(TableHistory table, double all, LogCase logs) {
    var facts = new ArrayList<Fact>();
    var share = Share.of(table.seconds().sum(), all);
    table
        .milestones()
        .slowest()
        .ifPresent(run ->
            facts.add(
                Told.by(
                    run,
                    "time of its vacuums",
                    "%s, %s of that of all tables"
                        .formatted(Quantities.seconds(table.seconds().sum()), share))));
    table
        .milestones()
        .latest()
        .ifPresent(run ->
            facts.add(Told.by(run, "its pages", Told.count(run.outcome().pages().remain()))));
    facts.add(
        Fact.threshold(
            "worth a word",
            "%s of the time of all vacuums, and %s"
                .formatted(MOST, Quantities.seconds(MUCH_SECONDS)),
            Provenance.CONVENTION,
            "ours"));
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "%s of the time of all vacuums goes into %s".formatted(share, logs.name(table)),
        facts,
        "Large values (long texts, JSON, bytea) live in a TOAST table, which has dead rows, a"
            + " threshold and vacuums of its own. Each UPDATE that changes such a value writes all"
            + " its chunks anew. Settings for it have the prefix toast.; the table itself is not"
            + " the problem.",
        Confidence.HIGH,
        whose(table),
        List.of(
            new Remedy.Act(
                "Keep large values that seldom change apart from columns that often do, so that"
                    + " they are not written anew, or update them less often.")));
  }

  static @org.jspecify.annotations.Nullable String whose(TableHistory table) {
    var owner = table.toastOf();
    return owner == null || owner.table() != null
        ? null
        : "SELECT %d::regclass; in its database names the table it belongs to."
            .formatted(owner.oid());
  }
}
