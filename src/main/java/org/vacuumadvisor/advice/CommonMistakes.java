package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.Naptimes;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.workload.WorkloadClass;

/// Changes that people often make upon such findings, and that do not help or do harm.
record CommonMistakes(List<Finding> findings, Evidence evidence) {
  Stream<NotRecommended> warnings() {
    return findings.stream()
        .flatMap(each -> warnings(each).map(warning -> warning.answering(each)));
  }

  private Stream<NotRecommended> warnings(Finding finding) {
    if (HeldHorizon.isOne(finding) && !finding.isOfCatalogsOnly()) {
      return Stream.of(
          new NotRecommended(
              "lower vacuum thresholds, a higher cost limit, more workers, VACUUM FULL",
              finding.subject(),
              "While cleanup is blocked, a vacuum removes none of the rows that died since,"
                  + " however early, fast or thorough it is."));
    }
    return switch (finding.id()) {
      case FindingId.ANTIWRAPAROUND_NORMAL ->
          Stream.of(
              new NotRecommended(
                  "ending the vacuum, or a higher autovacuum_freeze_max_age",
                  finding.subject(),
                  "The vacuum starts over at the next naptime, and the same work, and more of it, "
                      + "is due later."));
      case FindingId.WRAPAROUND_NEAR, FindingId.WRAPAROUND_SHUTDOWN ->
          Stream.of(
              new NotRecommended(
                  "single-user mode, VACUUM FULL, a higher autovacuum_freeze_max_age",
                  finding.subject(),
                  "Plain VACUUM works to the end without stopping the server; VACUUM FULL itself "
                      + "needs a transaction ID and rewrites what only has to be frozen."));
      case FindingId.ANTIWRAPAROUND_BLOCKS_DDL ->
          Stream.of(
              new NotRecommended(
                  "ending the vacuum",
                  finding.subject(),
                  "It starts over at the next naptime; what waits is better cancelled."));
      case FindingId.LOW_HOT_RATIO -> fillfactor(finding).stream();
      case FindingId.NAPTIME_TOO_LONG ->
          finding.remedies().stream().flatMap(each -> seconds(each, finding));
      case FindingId.WORKER_STARVATION ->
          Stream.of(
              new NotRecommended(
                  "many more workers",
                  finding.subject(),
                  "All workers share one cost limit: more of them are slower each, and where none"
                      + " is at work another one changes nothing."));
      case FindingId.THRESHOLD_TOO_HIGH -> insertKnob(finding).stream();
      case FindingId.INSERT_THRESHOLD_TOO_HIGH ->
          Stream.of(
              new NotRecommended(
                  "a lower autovacuum_vacuum_scale_factor",
                  finding.subject(),
                  "It counts dead rows, and in this table hardly any row dies."));
      default -> Stream.empty();
    };
  }

  /// Where no room is missing, or nobody knows.
  private static Optional<NotRecommended> fillfactor(Finding finding) {
    return finding.remedies().stream().anyMatch(each -> each instanceof Remedy.Tune)
        ? Optional.empty()
        : Optional.of(
            new NotRecommended(
                "a lower fillfactor before that is known",
                finding.subject(),
                "It helps only where updates find no room on their page, which the counters do not"
                    + " show here; an update of an indexed column is never HOT."));
  }

  private Stream<NotRecommended> seconds(Remedy remedy, Finding finding) {
    return remedy instanceof Remedy.Tune(_, _, Goal.DeadRowsBetweenLooks(_, double perSecond))
            && !new Naptimes(evidence).needsSeconds(perSecond)
        ? Stream.of(
            new NotRecommended(
                "a naptime below 10 s",
                finding.subject(),
                "Every database would be looked at that often for one table. Better: a VACUUM of it"
                    + " by the job that empties it, and a partial index on the rows that wait. A"
                    + " lower threshold of its own changes nothing: it is passed in each naptime."))
        : Stream.empty();
  }

  private Optional<NotRecommended> insertKnob(Finding finding) {
    return finding.subject() instanceof Subject.OfRelation(Relation relation)
            && evidence.workload(relation).kind() == WorkloadClass.QUEUE_CHURN
        ? Optional.of(
            new NotRecommended(
                "a lower autovacuum_vacuum_insert_scale_factor",
                finding.subject(),
                "The table's dead rows come from deletes, which the insert threshold does not"
                    + " count."))
        : Optional.empty();
  }
}
