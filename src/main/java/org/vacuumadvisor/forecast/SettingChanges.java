package org.vacuumadvisor.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.vacuumadvisor.model.Survey;

/// What was set otherwise between surveys, of what autovacuum goes by: settings of the server, and
/// storage parameters of tables.
final class SettingChanges {
  private SettingChanges() {}

  /// `autovacuum_naptime: 60 → 10`, `public.orders, fillfactor: not set → 90`; of several changes
  /// of one thing, the first value and the last.
  static List<String> between(Survey older, Survey newer) {
    var changes = new ArrayList<String>();
    var before = older.settings().values();
    var after = newer.settings().values();
    for (var name : new TreeSet<>(after.keySet())) {
      var then = before.get(name);
      var now = after.get(name);
      if (isOfVacuum(name)
          && then != null
          && now != null
          && !then.setting().equals(now.setting())) {
        changes.add("%s: %s → %s".formatted(name, then.setting(), now.setting()));
      }
    }
    changes.addAll(ofTables(older, newer));
    return changes;
  }

  private static boolean isOfVacuum(String setting) {
    return setting.contains("vacuum") || setting.equals("maintenance_work_mem");
  }

  private static List<String> ofTables(Survey older, Survey newer) {
    var changes = new ArrayList<String>();
    var before = older.byKey();
    for (var table : newer.relations()) {
      var then = before.get(table.key());
      if (then == null) {
        continue;
      }
      var names = new TreeMap<>(then.parameters().values());
      names.putAll(table.parameters().values());
      for (var name : names.keySet()) {
        var was = then.parameters().text(name).orElse("not set");
        var is = table.parameters().text(name).orElse("not set");
        if (!was.equals(is)) {
          changes.add("%s, %s: %s → %s".formatted(table.name().sql(), name, was, is));
        }
      }
    }
    return changes;
  }
}
