package org.vacuumadvisor.freeze;

import java.util.List;

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
