package org.vacuumadvisor.diagnosis.rule;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeld;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// Nothing needs doing: the word that stands when no rule asks for anything. It is no rule itself,
/// for it rests on their findings, not on the evidence alone.
final class Healthy {
  static final String ID = Finding.HEALTHY;

  private Healthy() {}

  static Finding finding(Evidence evidence) {
    var survey = evidence.survey();
    boolean seesAll =
        survey.coverage().gaps().isEmpty()
            && survey.coverage().excerpt().isEmpty()
            && !survey.server().standby();
    return Finding.of(
            ID,
            Severity.INFO,
            new Subject.Cluster(),
            "Nothing needs changing" + (seesAll ? "" : ", as far as can be seen here"))
        .observed("tables examined", survey.userRelations().count(), "pg_class, pg_stat_all_tables")
        .observed(
            "past their vacuum threshold at this moment",
            evidence.isStandby()
                ? "unknown"
                : Quantities.count(
                    survey.userRelations().filter(evidence::isPastVacuumThreshold).count()),
            "n_dead_tup against relation_needs_vacanalyze()")
        .observed("rules that were asked", RuleBook.RULES.size(), "docs/rules")
        .because(explanation(evidence))
        .confidence(seesAll ? Confidence.HIGH : Confidence.MEDIUM)
        .toBeCertain(surer(evidence))
        .build();
  }

  private static String explanation(Evidence evidence) {
    if (evidence.excerpt().isPresent()) {
      return "None of the tables shown is past its vacuum threshold, nothing that is shown blocks"
          + " cleanup, and no age shown is near a limit.";
    }
    return evidence.isStandby()
        ? "A standby vacuums nothing itself: it replays what the primary does, and its counters of"
            + " rows are not the primary's. What was examined here is what blocks cleanup and how"
            + " old the oldest rows are."
        : (evidence.survey().coverage().hasFailedReads()
                ? "As far as it was seen, autovacuum is not switched off,"
                : "Autovacuum is not switched off,")
            + (isHolderUndated(evidence)
                ? " since when sessions hold the oldest xmin is not seen,"
                : " nothing blocks cleanup for long,")
            + " and no age is near the wraparound limit. "
            + PassedBy.perhaps(evidence)
                .map(each -> toLookAtAgain(each.relation(), evidence))
                .orElse(
                    "A table past its threshold for a moment is normal: autovacuum comes within"
                        + " about autovacuum_naptime.");
  }

  private static boolean isHolderUndated(Evidence evidence) {
    return evidence.pastVacuumThreshold().stream()
        .anyMatch(table ->
            evidence.holders().stream()
                .anyMatch(each ->
                    each.reach().covers(table)
                        && !each.age().is(XidAge.NONE::equals)
                        && XminHeld.isUndated(each, evidence)));
  }

  private static String toLookAtAgain(Relation table, Evidence evidence) {
    return "%s has %s, and no vacuum came %s. %s."
        .formatted(
            Names.of(table, evidence),
            HeldRows.inWords(table, evidence),
            PassedBy.lastVacuum(table),
            PassedBy.lookTwice(evidence) + ". " + PassedBy.unlessNew());
  }

  private static @Nullable String surer(Evidence evidence) {
    var survey = evidence.survey();
    if (survey.server().standby()) {
      return "Running the advisor on the primary.";
    }
    var excerpt = survey.coverage().excerpt();
    if (excerpt.isPresent()) {
      return evidence.holdersNotShown().stream().map(Question::ask).findFirst().orElse(null);
    }
    return survey.coverage().gaps().isEmpty() ? null : "Closing the blind spots listed below.";
  }
}
