package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.worker.WorkerStarvation;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.postgres.Setting;

/// All workers of autovacuum are busy, and nobody showed whether tables wait for one.
final class WorkerQuestion {
  private WorkerQuestion() {}

  static Optional<Finding> of(Evidence evidence, Rule rule) {
    var survey = evidence.survey();
    int busy = survey.machinery().workers().or(List.of()).size();
    if (busy < WorkerStarvation.mostWorkers(survey.settings())
        || evidence.shows(Kind.TABLES)
        || survey.server().standby()) {
      return Optional.empty();
    }
    boolean isAssumed = survey.settings().value(Setting.AUTOVACUUM_MAX_WORKERS).isEmpty();
    return Optional.of(
        rule.found(
                Severity.ADVICE,
                "%d workers of autovacuum are busy, %s: which tables wait for one is not shown",
                busy,
                isAssumed ? "by default the most there are" : "the most there can be")
            .observed("workers busy", Integer.toString(busy), "pg_stat_activity", "backend_type")
            .because(
                "A worker is bound to its table until it is done, and a large one takes hours."
                    + " Meanwhile tables that change fast wait and grow. Leave the workers alone:"
                    + " what they have done so far would be lost.")
            .asking(List.of(Question.TABLES, Question.PROGRESS, Question.SETTINGS))
            .build());
  }
}
