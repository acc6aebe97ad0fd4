package org.vacuumadvisor.advice;

import java.util.Optional;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;

/// What is withheld once a server assigns no transaction ID: everything that changes a catalog
/// fails, and the vacuum of whole databases comes before that of single tables. One sentence for
/// all tables.
final class StoppedServer {
  private static final NotRecommended UNTIL_WRITES_WORK =
      NotRecommended.said("stopped", new Subject.Cluster());
  private static final NotRecommended AFTER_THE_OLDEST =
      NotRecommended.said("oldest-first", new Subject.Cluster());

  private StoppedServer() {}

  /// Empty for what works, and helps, on such a server.
  static Optional<NotRecommended> against(Asked asked) {
    boolean isTable =
        asked.change().filter(each -> each instanceof SettingChange.OfTable).isPresent();
    return switch (asked.remedy()) {
      case Remedy.VacuumNow _ -> Optional.of(AFTER_THE_OLDEST);
      case Remedy.OfTable _, Remedy.AnalyzeDatabase _ -> Optional.of(UNTIL_WRITES_WORK);
      case Remedy.Tune _ -> isTable ? Optional.of(UNTIL_WRITES_WORK) : Optional.empty();
      case Remedy.OfHorizon _, Remedy.OfLock _, Remedy.FreezeDatabases _, Remedy.OfNothing _ ->
          Optional.empty();
    };
  }
}
