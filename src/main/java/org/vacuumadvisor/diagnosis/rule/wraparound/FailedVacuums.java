package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.XidAge;

/// Vacuums of a table that logs tell of and that cannot make it younger: each ends in an error, or
/// ends well and gains nothing.
final class FailedVacuums {
  /// One can be bad luck. Our choice.
  private static final long MIN_TIMES = 2;

  /// Errors that other rules tell of.
  private static final List<NoticeKind> DAMAGE =
      List.of(
          NoticeKind.CORRUPT_HEAP,
          NoticeKind.CORRUPT_CATALOG,
          NoticeKind.CORRUPT_INDEX,
          NoticeKind.CORRUPT_FILE,
          NoticeKind.DISK_FULL);

  private FailedVacuums() {}

  static Optional<Finding> finding(Rule rule, TableEvidence table) {
    return table
        .history()
        .flatMap(told ->
            errors(LoggedTable.of(told, table.all()))
                .map(errors -> failing(rule, errors, table))
                .or(() ->
                    told.milestones().stuck() >= MIN_TIMES
                        ? Optional.of(stuck(rule, told, table))
                        : Optional.empty()));
  }

  /// Errors that no good vacuum followed: what they mean is not known here, and until their cause
  /// is gone the next vacuum may end as well.
  private static Optional<Occurrences> errors(LoggedTable table) {
    var told = table.history();
    return told.notices(NoticeKind.AUTOVACUUM_ERROR)
        .or(() -> told.notices(NoticeKind.VACUUM_ERROR))
        .filter(_ -> DAMAGE.stream().allMatch(kind -> told.count(kind) == 0))
        .filter(each -> each.count() >= MIN_TIMES || !says(each, "deadlock detected"))
        .filter(each -> !table.wasVacuumedSince(each));
  }

  private static boolean says(Occurrences errors, String text) {
    return String.valueOf(errors.last().text()).contains(text);
  }

  private static Finding stuck(Rule rule, TableHistory told, TableEvidence table) {
    var run = told.milestones().forced().orElseThrow();
    var cutoff = run.outcome().cutoff();
    return rule.warning(table.relation())
        .headline("Vacuums to prevent wraparound do not make %s younger", Names.of(table))
        .told(run, "forced vacuums in a row without a new relfrozenxid", told.milestones().stuck())
        .told(run, "vacuums to prevent wraparound", told.counts().toPreventWraparound())
        .told(run, "age of the removable cutoff", cutoff == null ? null : new XidAge(cutoff.age()))
        .chosen("limit", MIN_TIMES + " in a row", "one can be bad luck")
        .explained(KeptRows.isHeld(told) || KeptRows.isOld(run) ? "held" : "stuck")
        .remedy(
            new Remedy.Inquire(
                "Find out what blocks cleanup",
                Question.HOLDERS,
                Optional.of(told.name().database()).filter(name -> !name.isEmpty())))
        .build();
  }

  private static Finding failing(Rule rule, Occurrences errors, TableEvidence table) {
    var name = Names.of(table);
    var text = String.valueOf(errors.last().text());
    var run = errors.last().command() == Command.ANALYZE ? "Analyze" : "Vacuum";
    var spot = LogFacts.spot(errors.last());
    var place = spot == null ? "" : " while " + spot;
    return (errors.count() >= MIN_TIMES
            ? rule.warning(table.relation())
                .headline("%s of %s ends in an error each time%s", run, name, place)
            : rule.advice(table.relation())
                .headline("%s of %s ended in an error%s: %s", run, name, place, text))
        .told(errors, "failed")
        .told(errors.last(), "the error", text)
        .explained(
            says(errors, "out of memory")
                ? "failing-for-memory"
                : says(errors, "parallel operation") ? "failing-in-parallel" : "failing",
            name)
        .build();
  }
}
