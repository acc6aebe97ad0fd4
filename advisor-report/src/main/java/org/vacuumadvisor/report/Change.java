package org.vacuumadvisor.report;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Remedy;

/// Which values a recommendation sets, so that a server can be asked whether they are set.
///
/// @param set name and value, as the statement has them
/// @param reset what goes back to the server's settings
public record Change(Kind kind, SortedMap<String, String> set, SortedSet<String> reset) {
  public Change {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    reset = Collections.unmodifiableSortedSet(new TreeSet<>(reset));
  }

  /// Whose values they are.
  public enum Kind {
    TABLE_PARAMETERS,
    SERVER_SETTING
  }

  /// What a recommendation sets; empty where it sets nothing.
  public static Optional<Change> of(Recommendation recommendation) {
    return recommendation
        .change()
        .map(Change::of)
        .or(() ->
            recommendation.remedy() instanceof Remedy.ResetTable(_, var parameters)
                ? Optional.of(new Change(Kind.TABLE_PARAMETERS, new TreeMap<>(), parameters))
                : Optional.empty());
  }

  private static Change of(SettingChange change) {
    return switch (change) {
      case SettingChange.OfTable(_, var parameters) ->
          new Change(Kind.TABLE_PARAMETERS, parameters, new TreeSet<>());
      case SettingChange.OfServer(var setting, var value) -> {
        var set = new TreeMap<String, String>();
        set.put(setting.parameter(), value);
        yield new Change(Kind.SERVER_SETTING, set, new TreeSet<>());
      }
    };
  }
}
