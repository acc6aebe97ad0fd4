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

/// Finds the tables that need no threshold of their own, because a change of the server's threshold
/// brings them close enough to what was asked for. Of tables that the search did not simulate.
record ServerThresholds(Evidence evidence, List<Proposal> found) {
  private static final Map<String, Setting> THRESHOLDS =
      Map.of(
          "autovacuum_vacuum_scale_factor", Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          "autovacuum_vacuum_insert_threshold", Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
          "autovacuum_analyze_scale_factor", Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR);

  /// A threshold up to a quarter above the one asked for is accepted, as where a table is
  /// simulated.
  private static final float ACCEPTED_EXCESS = 1.25f;

  /// The change of the server that replaces one of a table; empty where the table needs its own.
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

  /// No rows are written to it, so it needs no threshold other than the server's.
  private boolean isIdle(Relation relation) {
    return evidence.workload(relation).rates().activity().written() == 0;
  }

  private boolean isEnough(
      SettingChange.OfServer tune, Relation relation, SortedMap<String, String> parameters) {
    var wanted = evidence.thresholds(relation, parameters);
    var served = thresholds(tune, relation);
    return Stream.of(
            served.vacuum() - ACCEPTED_EXCESS * wanted.vacuum(),
            served.insert() - ACCEPTED_EXCESS * wanted.insert(),
            served.analyze() - ACCEPTED_EXCESS * wanted.analyze())
        .allMatch(beyond -> !(beyond > 0));
  }

  private Thresholds thresholds(SettingChange.OfServer tune, Relation relation) {
    var settings = evidence.survey().settings().with(tune.setting(), tune.value());
    return AutovacuumOptions.of(settings.release(), settings, relation.parameters())
        .trigger()
        .at(Evidence.sizeOf(relation));
  }
}
