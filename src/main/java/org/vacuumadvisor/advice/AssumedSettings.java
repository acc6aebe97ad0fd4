package org.vacuumadvisor.advice;

import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.Setting;

/// Settings of the server that nobody showed: a value that reckons with their default may be less
/// than what is set.
record AssumedSettings(Evidence evidence) {
  /// What is either right or wrong, whatever it is now: on, or everything logged.
  private static final Set<Setting> WITHOUT_DEGREE =
      Set.of(Setting.AUTOVACUUM, Setting.TRACK_COUNTS, Setting.LOG_AUTOVACUUM_MIN_DURATION);

  /// What comes instead of a change to a value that nobody can tell: its direction, and the
  /// question.
  Remedy question(SettingChange.OfServer change) {
    var setting = change.setting();
    int order =
        Double.compare(
            evidence.settings().with(setting, change.value()).realOrDefault(setting),
            evidence.settings().realOrDefault(setting));
    return order == 0
        ? new Remedy.Ask(Question.SETTINGS)
        : new Remedy.Inquire(
            "%s %s: by how much depends on what it is now"
                .formatted(order > 0 ? "Raise" : "Lower", setting.parameter()),
            Question.SETTINGS,
            Optional.empty());
  }

  /// Why a setting must not be changed before somebody shows it; empty if it was shown.
  Optional<NotRecommended> against(SettingChange.OfServer change) {
    var setting = change.setting();
    return WITHOUT_DEGREE.contains(setting) || evidence.isReadWhole() || isShown(setting)
        ? Optional.empty()
        : Optional.of(
            new NotRecommended(
                setting,
                change.value(),
                "It rests on the default: what the server has was not shown, and may be better"
                    + " already. Show it first."));
  }

  /// Where a setting follows another one, that has to be shown as well.
  private boolean isShown(Setting setting) {
    return evidence.settings().value(setting).isPresent() && !isDefault(origin(setting));
  }

  private Optional<Origin> origin(Setting setting) {
    return switch (setting) {
      case AUTOVACUUM_VACUUM_COST_LIMIT ->
          Optional.of(evidence.settings().autovacuumCostLimit().origin());
      case AUTOVACUUM_VACUUM_COST_DELAY ->
          Optional.of(evidence.settings().autovacuumCostDelay().origin());
      case AUTOVACUUM_WORK_MEM -> Optional.of(evidence.settings().autovacuumWorkMem().origin());
      default -> Optional.empty();
    };
  }

  private static boolean isDefault(Optional<Origin> origin) {
    return origin.filter(each -> each instanceof Origin.ReleaseDefault).isPresent();
  }
}
