package org.vacuumadvisor.advice;

import java.util.HashMap;
import java.util.Set;
import java.util.function.Predicate;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// Which tables a finding about the horizon says to be held.
final class HeldHorizon {
  /// What makes autovacuum work more, sooner or faster.
  static final Set<Setting> OF_SPEED =
      Set.of(
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          Setting.AUTOVACUUM_NAPTIME,
          Setting.AUTOVACUUM_MAX_WORKERS,
          Setting.AUTOVACUUM_WORK_MEM,
          Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          Setting.AUTOVACUUM_VACUUM_THRESHOLD,
          Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD);

  private HeldHorizon() {}

  static boolean isOne(Finding finding) {
    return finding.remedies().stream().anyMatch(HeldHorizon::isOfHorizon);
  }

  private static boolean isOfHorizon(Remedy remedy) {
    return remedy instanceof Remedy.OfHorizon
        || (remedy instanceof Remedy.Tune tune
            && tune.setting() == Setting.VACUUM_DEFER_CLEANUP_AGE);
  }

  /// Who keeps rows of tables that are shown and past their threshold; asked once for each reach.
  static Predicate<HorizonHolder> felt(Evidence evidence) {
    var known = new HashMap<Reach, Boolean>();
    return holder ->
        known.computeIfAbsent(
            holder.reach(),
            reach -> evidence.pastVacuumThreshold().stream().anyMatch(reach::covers));
  }

  /// Whether vacuum cannot remove dead rows of the relation because of what the finding says.
  static boolean covers(Finding finding, Relation relation) {
    return isOne(finding) && finding.remedies().stream().anyMatch(each -> covers(each, relation));
  }

  /// Whether what would help against a finding is of no use while another one's holder is there.
  static boolean mustWait(Finding delayed, Finding holder) {
    return delayed.remedies().stream().anyMatch(each -> mustWait(each, holder));
  }

  private static boolean mustWait(Remedy delayed, Finding holder) {
    return switch (delayed) {
      case Remedy.Tune(Subject.OfRelation(var relation), _, _) -> covers(holder, relation);
      case Remedy.ResetTable _, Remedy.AnalyzeNow _ -> false;
      case Remedy.OfTable cleanup -> covers(holder, cleanup.relation());
      case Remedy.OfHorizon _,
          Remedy.OfLock _,
          Remedy.Tune _,
          Remedy.FreezeDatabases _,
          Remedy.AnalyzeDatabase _,
          Remedy.OfNothing _ ->
          false;
    };
  }

  /// Whether a change does nothing before the holder is gone: as above, and what makes vacuum
  /// faster on the whole server, or freezes no further than the horizon.
  static boolean isInVain(Remedy delayed, Finding holder) {
    return isOne(holder)
        && switch (delayed) {
          case Remedy.Tune(Subject.Cluster _, var setting, _) ->
              OF_SPEED.contains(setting) && !holder.isOfCatalogsOnly();
          case Remedy.FreezeDatabases _ -> holder.severity() == Severity.CRITICAL;
          default -> mustWait(delayed, holder);
        };
  }

  private static boolean covers(Remedy remedy, Relation relation) {
    return switch (remedy) {
      case Remedy.FindHolder(var database, var held, _) ->
          held.map(only -> only.key().equals(relation.key()))
              .orElseGet(() -> database.filter(relation.name().database()::equals).isPresent());
      case Remedy.OfHorizon release ->
          release.holder().filter(holder -> holder.reach().covers(relation)).isPresent();
      case Remedy.Tune(_, var setting, _) -> setting == Setting.VACUUM_DEFER_CLEANUP_AGE;
      case Remedy.OfLock _,
          Remedy.OfTable _,
          Remedy.FreezeDatabases _,
          Remedy.AnalyzeDatabase _,
          Remedy.OfNothing _ ->
          false;
    };
  }
}
