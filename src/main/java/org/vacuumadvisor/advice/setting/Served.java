package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Thresholds;

/// What a change of the server's thresholds does for tables that the search did not look at: where
/// it will do, they need none of their own.
record Served(Evidence evidence, List<Proposal> found) {
  private static final Map<String, Setting> THRESHOLDS =
      Map.of(
          "autovacuum_vacuum_scale_factor", Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          "autovacuum_vacuum_insert_threshold", Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
          "autovacuum_analyze_scale_factor", Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR);

  /// A quarter more than was asked for will do, as it does where a table is simulated.
  private static final float ENOUGH = 1.25f;

  /// The server's change in place of one of a table; empty where the table still needs its own.
  Optional<Proposal> by(SettingChange change) {
    return change instanceof SettingChange.OfTable(Relation relation, var parameters)
        ? found.stream()
            .filter(each ->
                each.change() instanceof SettingChange.OfServer server
                    && concerns(server, relation, parameters)
                    && (isIdle(relation) || isEnough(server, relation, parameters)))
            .findFirst()
        : Optional.empty();
  }

  private static boolean concerns(
      SettingChange.OfServer server, Relation relation, SortedMap<String, String> parameters) {
    return parameters.keySet().stream()
        .anyMatch(
            each -> server.setting() == THRESHOLDS.get(each) && !relation.parameters().has(each));
  }

  /// Nothing is known to change in it, so nothing says that it needs more than others.
  private boolean isIdle(Relation relation) {
    return evidence.workload(relation).rates().activity().written() == 0;
  }

  private boolean isEnough(
      SettingChange.OfServer tune, Relation relation, SortedMap<String, String> parameters) {
    var wanted = evidence.thresholds(relation, parameters);
    var served = thresholds(tune, relation);
    return Stream.of(
            served.vacuum() - ENOUGH * wanted.vacuum(),
            served.insert() - ENOUGH * wanted.insert(),
            served.analyze() - ENOUGH * wanted.analyze())
        .allMatch(beyond -> !(beyond > 0));
  }

  private Thresholds thresholds(SettingChange.OfServer tune, Relation relation) {
    var settings = evidence.survey().settings().with(tune.setting(), tune.value());
    return AutovacuumOptions.of(settings.release(), settings, relation.parameters())
        .trigger()
        .at(Evidence.sizeOf(relation));
  }
}
