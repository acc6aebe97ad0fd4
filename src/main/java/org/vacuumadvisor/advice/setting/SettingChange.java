package org.vacuumadvisor.advice.setting;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// Settings with the values they should have, as SQL takes them.
public sealed interface SettingChange {

  /// What has one value: a setting of the server, or these parameters of a table.
  default Object subject() {
    return switch (this) {
      case OfServer(var setting, _) -> setting;
      case OfTable(var relation, var parameters) -> List.of(relation.key(), parameters.keySet());
    };
  }

  /// Storage parameters of a table.
  ///
  /// @param parameters name and value, as `ALTER TABLE … SET (…)` takes them
  record OfTable(Relation relation, SortedMap<String, String> parameters) implements SettingChange {
    public OfTable {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }
  }

  record OfServer(Setting setting, String value) implements SettingChange {}
}
