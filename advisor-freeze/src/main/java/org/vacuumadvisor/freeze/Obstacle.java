package org.vacuumadvisor.freeze;

import java.util.Optional;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;

/// Someone who holds the horizon so far back that freezing is in vain while he does: no table in
/// his reach can become younger than his horizon.
///
/// @param tables how many tables he reaches
/// @param permission whether he may be ended, finished or dropped; empty for what is no matter of
///   that
public record Obstacle(HorizonHolder holder, int tables, Optional<Permission> permission) {

  static Obstacle of(HorizonHolder holder, int tables, Preconditions preconditions) {
    Optional<Permission> permission =
        switch (holder) {
          case Session session -> Optional.of(preconditions.ending(session, Harm.NOT_PROVEN));
          case PreparedTransaction prepared -> Optional.of(preconditions.finishing(prepared));
          case Slot slot -> Optional.of(preconditions.slots().dropping(slot));
          case Standby _, DeferredCleanup _ -> Optional.empty();
        };
    return new Obstacle(holder, tables, permission);
  }

  /// Who it is.
  public String who() {
    return holder.called()
        + (holder instanceof Slot slot && slot.isAbandoned() ? ", which nobody reads" : "");
  }

  /// What has to be done first.
  public String first() {
    return permission
        .flatMap(Obstacle::instead)
        .orElseGet(() ->
            switch (holder) {
              case Session _ -> "Let its transaction commit or roll back; else end the session.";
              case PreparedTransaction _ ->
                  "Ask the transaction manager, then commit or roll it back, in its own database.";
              case Slot slot ->
                  slot.active()
                      ? "Find out why its consumer lags; do not drop a slot that is in use."
                      : "Ask who used it, and start its consumer again; if nobody needs the slot,"
                          + " drop it.";
              case Standby _ ->
                  "Find the long transaction on the standby, and end it there"
                      + " (hot_standby_feedback).";
              case DeferredCleanup _ -> "Set it to 0 and reload.";
            });
  }

  /// What there is to say where the action is not offered.
  private static Optional<String> instead(Permission permission) {
    return switch (permission) {
      case Permission.Granted _ -> Optional.empty();
      case Permission.EndsByItself(String what) ->
          Optional.of("Let it finish: %s.".formatted(what));
      case Permission.Forbidden(String why) -> Optional.of("Leave it alone. %s.".formatted(why));
      case Permission.NotShown(String what, String ask) ->
          Optional.of("It has to be known %s: %s;".formatted(what, ask));
    };
  }

  /// The statement for it, where one statement does it and it may be offered.
  public Optional<String> sql() {
    return holder instanceof DeferredCleanup
        ? Optional.of("ALTER SYSTEM SET vacuum_defer_cleanup_age = 0;")
        : permission.flatMap(each ->
            each instanceof Permission.Granted(String sql) ? Optional.of(sql) : Optional.empty());
  }
}
