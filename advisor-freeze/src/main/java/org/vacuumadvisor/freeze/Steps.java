package org.vacuumadvisor.freeze;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.vacuumadvisor.freeze.Placement.Chosen;
import org.vacuumadvisor.freeze.Step.Reason;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Pages;

/// Makes commands of what is planned for a window.
final class Steps {
  /// As vacuumdb does: `ORDER BY relpages DESC`.
  private static final Comparator<TableOutlook> LARGEST_FIRST =
      Comparator.comparing(
              (TableOutlook each) -> each.table().get(TableKeys.RELPAGES).or(Pages.NONE))
          .reversed();

  private final int jobs;

  Steps(int jobs) {
    this.jobs = jobs;
  }

  Appointment appointment(Placement placement) {
    var byDatabase = new TreeMap<String, List<Chosen>>();
    for (var each : placement.chosen()) {
      byDatabase.computeIfAbsent(each.database(), _ -> new ArrayList<>()).add(each);
    }
    var steps = new ArrayList<Step>();
    byDatabase.forEach((database, all) -> {
      for (var reason : Reason.values()) {
        var some = all.stream().filter(each -> each.reason() == reason).toList();
        if (!some.isEmpty()) {
          steps.add(step(database, reason, some));
        }
      }
    });
    return new Appointment(
        placement.slot(),
        steps,
        placement.chosen().stream()
            .filter(Chosen::isLate)
            .map(each -> each.track().outlook())
            .toList());
  }

  private Step step(String database, Reason reason, List<Chosen> chosen) {
    var touches =
        chosen.stream().map(each -> each.track().outlook()).sorted(LARGEST_FIRST).toList();
    long guard = chosen.stream().mapToLong(Chosen::guard).min().orElse(1);
    return new Step(
        command(database, reason, guard, touches),
        reason,
        touches,
        touches.stream().filter(TableOutlook::isHeld).toList());
  }

  private Vacuumdb command(String database, Reason reason, long guard, List<TableOutlook> touches) {
    return switch (reason) {
      case OLD -> new Vacuumdb(database, guard, 0, jobs, List.of());
      case OLD_MULTIXACTS -> new Vacuumdb(database, 0, guard, jobs, List.of());
      case LOWER_LIMIT, SPREAD ->
          new Vacuumdb(
              database,
              guard,
              0,
              Math.min(jobs, touches.size()),
              touches.stream().map(each -> each.table().name()).toList());
    };
  }
}
