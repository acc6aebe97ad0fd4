package org.vacuumadvisor.freeze;

import java.util.Optional;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.postgres.Identifiers;

/// Someone who holds the horizon so far back that freezing is in vain while he does: no table in
/// his reach can become younger than his horizon.
///
/// @param tables how many tables he reaches
public record Obstacle(HorizonHolder holder, int tables) {

  /// Who it is.
  public String who() {
    return switch (holder) {
      case Session session ->
          "session %d of %s%s"
              .formatted(
                  session.pid(),
                  session.user().isEmpty() ? "an unknown role" : "role " + session.user(),
                  session.application().isEmpty() ? "" : " (" + session.application() + ")");
      case PreparedTransaction transaction -> "prepared transaction " + transaction.gid();
      case Slot slot ->
          "%s replication slot %s%s"
              .formatted(slot.type(), slot.name(), slot.active() ? "" : ", which nobody reads");
      case Standby standby -> "standby " + standby.application();
      case DeferredCleanup _ -> "the setting vacuum_defer_cleanup_age";
    };
  }

  /// What has to be done first.
  public String first() {
    return switch (holder) {
      case Session _ -> "Let its transaction commit or roll back; else end the session.";
      case PreparedTransaction _ ->
          "Ask the transaction manager, then commit or roll it back, in its own database.";
      case Slot slot ->
          slot.active()
              ? "Find out why its consumer lags; do not drop a slot that is in use."
              : "Start its consumer again; if nobody needs the slot, drop it.";
      case Standby _ ->
          "Find the long transaction on the standby, and end it there (hot_standby_feedback).";
      case DeferredCleanup _ -> "Set it to 0 and reload.";
    };
  }

  /// The statement for it, where one statement does it.
  public Optional<String> sql() {
    return switch (holder) {
      case Session session ->
          Optional.of("SELECT pg_catalog.pg_terminate_backend(%d);".formatted(session.pid()));
      case PreparedTransaction transaction ->
          Optional.of(
              "ROLLBACK PREPARED %s;".formatted(Identifiers.quotedLiteral(transaction.gid())));
      case Slot slot ->
          slot.active()
              ? Optional.empty()
              : Optional.of(
                  "SELECT pg_catalog.pg_drop_replication_slot(%s);"
                      .formatted(Identifiers.quotedLiteral(slot.name())));
      case Standby _ -> Optional.empty();
      case DeferredCleanup _ -> Optional.of("ALTER SYSTEM SET vacuum_defer_cleanup_age = 0;");
    };
  }
}
