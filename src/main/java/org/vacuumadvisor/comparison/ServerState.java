package org.vacuumadvisor.comparison;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;

/// The values that a server has now.
final class ServerState {
  private final ServerSettings settings;
  private final Map<RelationName, Relation> relations = new HashMap<>();

  ServerState(Survey survey) {
    settings = survey.settings();
    survey.relations().forEach(each -> relations.put(each.name(), each));
  }

  /// Whether the server has the values that a change asks for.
  boolean has(About about, Change change) {
    return switch (change.kind()) {
      case TABLE_PARAMETERS ->
          about
              .relation()
              .flatMap(name -> Optional.ofNullable(relations.get(name)))
              .filter(relation -> has(relation.parameters(), change))
              .isPresent();
      case SERVER_SETTING ->
          change.set().entrySet().stream().allMatch(each -> isSet(each.getKey(), each.getValue()));
    };
  }

  private static boolean has(StorageParameters parameters, Change change) {
    return change.reset().stream().noneMatch(parameters::has)
        && change.set().entrySet().stream()
            .allMatch(each ->
                parameters
                    .text(each.getKey())
                    .filter(_ -> isSame(parameters, each.getKey(), each.getValue()))
                    .isPresent());
  }

  private static boolean isSame(StorageParameters parameters, String name, String value) {
    var wanted = parameters.with(name, value);
    return parameters.text(name).equals(wanted.text(name))
        || (parameters.real(name).isPresent() && parameters.real(name).equals(wanted.real(name)))
        || (parameters.bool(name).isPresent() && parameters.bool(name).equals(wanted.bool(name)));
  }

  private boolean isSet(String name, String value) {
    var setting = Setting.named(name);
    if (setting.isEmpty()) {
      return false;
    }
    var each = setting.get();
    var wanted = settings.with(each, value);
    return Objects.equals(settings.text(each), wanted.text(each))
        || (settings.real(each).isPresent() && settings.real(each).equals(wanted.real(each)))
        || (settings.bool(each).isPresent() && settings.bool(each).equals(wanted.bool(each)));
  }
}
