package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.unit.Quantities;

/// Who holds the horizon, in the cells of a grid.
///
/// @param now the server's clock
record HolderText(HorizonHolder holder, Instant now) {

  String who() {
    return switch (holder) {
      case HorizonHolder.PreparedTransaction prepared when !prepared.owner().isEmpty() ->
          "%s (%s)".formatted(prepared.called(), prepared.owner());
      case HorizonHolder.Slot slot -> (slot.type() + " " + slot.called()).strip();
      default -> holder.called();
    };
  }

  String does() {
    return switch (holder) {
      case HorizonHolder.Session session ->
          session
              .state()
              .known()
              .or(() -> session.backend().type().known())
              .orElse("state not visible to us");
      case HorizonHolder.PreparedTransaction _ -> "waits for COMMIT or ROLLBACK PREPARED";
      case HorizonHolder.Slot slot -> slot.active() ? "in use" : "nobody connected";
      case HorizonHolder.Standby _ -> "hot_standby_feedback";
      case HorizonHolder.DeferredCleanup _ -> "setting";
    };
  }

  /// Since when the transaction is open or the slot idle; empty where nobody says so.
  Optional<Duration> held() {
    Optional<Instant> since =
        switch (holder) {
          case HorizonHolder.Session session -> session.since().known();
          case HorizonHolder.PreparedTransaction prepared -> prepared.since().known();
          case HorizonHolder.Slot slot -> slot.consumer().goneSince().known();
          case HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ -> Optional.empty();
        };
    return since
        .map(start -> Duration.between(start, now))
        .map(time -> time.isNegative() ? Duration.ZERO : time);
  }

  String heldFor() {
    return held().map(Quantities::duration).orElse("");
  }

  String reach() {
    return switch (holder.reach()) {
      case Reach.OneDatabase(var name) ->
          Excerpt.isTold(name) ? "database " + name : "its database";
      case Reach.Everything() -> "all databases";
      case Reach.Catalogs _ -> "catalogs only";
    };
  }
}
