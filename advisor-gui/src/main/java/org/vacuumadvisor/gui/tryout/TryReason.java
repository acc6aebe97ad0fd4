package org.vacuumadvisor.gui.tryout;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.unit.Quantities;

/// Why nothing comes of what is tried.
final class TryReason {
  private static final String SAME = "the same";

  private TryReason() {}

  /// A sentence; empty where something does, or where nothing is tried.
  static String of(
      List<TryFigures.Row> rows,
      Trial trial,
      TableStart table,
      Changes changes,
      Optional<String> holder) {
    boolean isInVain =
        !trial.isSame() && rows.stream().allMatch(each -> each.change().equals(SAME));
    if (!isInVain) {
      return "";
    }
    var name = table.name().sql();
    var options = table.options(trial.changed().release(), trial.changed().settings());
    var own =
        changes.settings().keySet().stream()
            .flatMap(each -> each.storageParameter().stream())
            .filter(each -> table.parameters().text(each).isPresent())
            .toList();
    if (holder.isPresent()) {
      return "Nothing changes while %s blocks cleanup.".formatted(holder.get());
    }
    if (!options.state().isOn()) {
      return "Nothing changes: autovacuum is off for %s.".formatted(name);
    }
    if (!own.isEmpty() && own.size() == changes.settings().size()) {
      return "Nothing changes for %s: it has its own %s."
          .formatted(name, String.join(" and ", own));
    }
    return "Nothing changes within %s: %s is vacuumed at the same times. Simulate longer, or look at"
            .formatted(Quantities.duration(trial.length()), name)
        + " a table that is written to more.";
  }
}
