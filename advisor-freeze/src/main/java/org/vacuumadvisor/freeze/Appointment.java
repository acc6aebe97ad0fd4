package org.vacuumadvisor.freeze;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.Appointment.Step.Reason;
import org.vacuumadvisor.freeze.Planner.Placement;
import org.vacuumadvisor.freeze.Planner.Placement.Chosen;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Pages;

/// A window in which there is something to freeze.
///
/// @param late those for which autovacuum will come before the window
public record Appointment(Windows.Slot slot, List<Step> steps, List<TableOutlook> late) {
  public Appointment {
    steps = List.copyOf(steps);
    late = List.copyOf(late);
  }

  public Stream<TableOutlook> touches() {
    return steps.stream().flatMap(each -> each.touches().stream());
  }

  /// All that its commands do, at most.
  public FreezeWork work() {
    return FreezeWork.of(touches());
  }

  /// Whether its work may last longer than the window.
  public boolean isTooLong() {
    return work().byHand().compareTo(slot.length()) > 0;
  }

  /// Whether leaving the indexes alone this once makes the work fit.
  public boolean fitsWithoutIndexes() {
    return isTooLong() && work().withoutIndexes().compareTo(slot.length()) <= 0;
  }

  /// One command of a window, and what it will touch.
  ///
  /// @param touches in the order in which vacuumdb takes them: the largest first (`relpages`)
  /// @param inVain those of them that a holder of the horizon keeps from being frozen
  public record Step(
      Vacuumdb command, Reason reason, List<TableOutlook> touches, List<TableOutlook> inVain) {
    public Step {
      touches = List.copyOf(touches);
      inVain = List.copyOf(inVain);
    }

    /// Why there is a command of its own for it.
    public enum Reason {
      /// All tables that would be forced before the next window and a day.
      OLD,
      /// The same for multixacts.
      OLD_MULTIXACTS,
      /// Tables with a limit of their own, lower than the server's.
      LOWER_LIMIT,
      /// Large tables that find no room in a later window.
      SPREAD
    }
  }

  /// Makes commands of what is planned for a window.
  static final class Steps {
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

    private Vacuumdb command(
        String database, Reason reason, long guard, List<TableOutlook> touches) {
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
}
