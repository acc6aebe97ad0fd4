package org.vacuumadvisor.comparison;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

  /// What a remedy sets; empty where it sets nothing.
  public static Optional<Change> of(Remedy remedy) {
    return switch (remedy) {
      case Remedy.TuneTable(_, var parameters, _) ->
          Optional.of(new Change(Kind.TABLE_PARAMETERS, parameters, new TreeSet<>()));
      case Remedy.ResetTable(_, var parameters) ->
          Optional.of(new Change(Kind.TABLE_PARAMETERS, new TreeMap<>(), parameters));
      case Remedy.TuneServer(var setting, var value, _) -> {
        var set = new TreeMap<String, String>();
        set.put(setting.parameter(), value);
        yield Optional.of(new Change(Kind.SERVER_SETTING, set, new TreeSet<>()));
      }
      case Remedy.EndSession _,
          Remedy.FinishPrepared _,
          Remedy.DropSlot _,
          Remedy.CatchUp _,
          Remedy.RelieveStandby _,
          Remedy.VacuumNow _,
          Remedy.FreezeDatabase _,
          Remedy.AnalyzeNow _,
          Remedy.AnalyzeDatabase _,
          Remedy.Ask _,
          Remedy.RewriteTable _,
          Remedy.RebuildIndex _,
          Remedy.Inquire _,
          Remedy.Act _ ->
          Optional.empty();
    };
  }
}
