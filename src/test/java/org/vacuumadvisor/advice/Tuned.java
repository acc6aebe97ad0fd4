package org.vacuumadvisor.advice;

import java.util.SortedMap;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// The changes of settings among the recommendations of an assessment.
public final class Tuned {
  private Tuned() {}

  public record OfTable(Relation relation, SortedMap<String, String> parameters, Effect effect) {}

  public record OfServer(Setting setting, String value, Effect effect) {}

  public static Stream<OfTable> tables(Assessment assessment) {
    return assessment.recommendations().stream()
        .flatMap(each ->
            each.change().orElse(null)
                    instanceof SettingChange.OfTable(var relation, var parameters)
                ? Stream.of(new OfTable(relation, parameters, each.expected()))
                : Stream.empty());
  }

  public static Stream<OfServer> server(Assessment assessment) {
    return assessment.recommendations().stream()
        .flatMap(each ->
            each.change().orElse(null) instanceof SettingChange.OfServer(var setting, var value)
                ? Stream.of(new OfServer(setting, value, each.expected()))
                : Stream.empty());
  }
}
