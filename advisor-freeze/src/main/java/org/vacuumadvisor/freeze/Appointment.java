package org.vacuumadvisor.freeze;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
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

  /// Of what is planned for a window: a command for each database and each reason.
  static Appointment of(Placement placed, int jobs) {
    var byDatabase =
        placed.chosen().stream()
            .collect(
                groupingBy(
                    each -> each.outlook().table().name().database(),
                    TreeMap::new,
                    groupingBy(Chosen::reason, () -> new EnumMap<>(Reason.class), toList())));
    var steps = new ArrayList<Step>();
    byDatabase.forEach((database, byReason) ->
        byReason.forEach((reason, some) -> steps.add(Step.of(database, reason, some, jobs))));
    var late = placed.chosen().stream().filter(Chosen::isLate).map(Chosen::outlook).toList();
    return new Appointment(placed.slot(), steps, late);
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

  /// One command of a window, and what it will touch.
  ///
  /// @param touches in the order in which vacuumdb takes them: the largest first (`relpages`)
  /// @param inVain those of them that a holder of the horizon keeps from being frozen
  public record Step(
      Vacuumdb command, Reason reason, List<TableOutlook> touches, List<TableOutlook> inVain) {
    /// As vacuumdb does: `ORDER BY relpages DESC`.
    private static final Comparator<TableOutlook> LARGEST_FIRST =
        Comparator.comparing(
                (TableOutlook each) -> each.table().get(TableKeys.RELPAGES).or(Pages.NONE))
            .reversed();

    public Step {
      touches = List.copyOf(touches);
      inVain = List.copyOf(inVain);
    }

    private static Step of(String database, Reason reason, List<Chosen> chosen, int jobs) {
      var touches = chosen.stream().map(Chosen::outlook).sorted(LARGEST_FIRST).toList();
      long guard = chosen.stream().mapToLong(Chosen::guard).min().orElse(1);
      boolean isNamed = reason == Reason.LOWER_LIMIT || reason == Reason.SPREAD;
      var names = touches.stream().filter(_ -> isNamed).map(each -> each.table().name()).toList();
      return new Step(
          new Vacuumdb(
              database,
              reason == Reason.OLD_MULTIXACTS ? 0 : guard,
              reason == Reason.OLD_MULTIXACTS ? guard : 0,
              isNamed ? Math.min(jobs, names.size()) : jobs,
              names),
          reason,
          touches,
          touches.stream().filter(TableOutlook::isHeld).toList());
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
}
