package org.vacuumadvisor.fleet.watch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.Reading;

/// A holder of the oldest xmin as the archive and metrics have it. Others rely on the words for its
/// kind and its reach: they stay as they are.
///
/// @param facts by columns of the archive, those that its kind has: `name` is of a slot or a
///   prepared transaction, `application` may be the plugin of a slot, `since` is when its
///   transaction began or the slot lost its consumer
public record HolderFacts(HorizonHolder holder, String kind, Map<String, Reading<?>> facts) {
  public HolderFacts {
    facts = Map.copyOf(facts);
  }

  public static HolderFacts of(HorizonHolder holder) {
    return switch (holder) {
      case HorizonHolder.Session it -> {
        var backend = it.backend();
        yield new HolderFacts(
            holder,
            "session",
            Map.of(
                "pid", backend.pid(),
                "user_name", backend.user(),
                "application", backend.application(),
                "state", it.state(),
                "since", it.since(),
                "backend_start", backend.started()));
      }
      case HorizonHolder.PreparedTransaction it ->
          new HolderFacts(
              holder,
              "prepared",
              Map.of(
                  "name", Reading.of(it.gid()),
                  "user_name", Reading.of(it.owner()),
                  "since", it.since()));
      case HorizonHolder.Slot it ->
          new HolderFacts(
              holder,
              "slot",
              Map.of(
                  "name", Reading.of(it.name()),
                  "pid", it.consumer().pid(),
                  "application", it.plugin(),
                  "state", it.consumer().active().map(active -> active ? "active" : "inactive"),
                  "since", it.consumer().goneSince(),
                  "retained_wal_bytes", it.wal().retained()));
      case HorizonHolder.Standby it ->
          new HolderFacts(
              holder,
              "standby",
              Map.of("pid", it.sender().pid(), "application", it.sender().application()));
      case HorizonHolder.DeferredCleanup _ ->
          new HolderFacts(holder, "defer_cleanup_age", Map.of());
    };
  }

  /// A fact as text; empty where it is not known, or it has none.
  public String text(String column) {
    return known(column).map(Object::toString).orElse("");
  }

  public Optional<Instant> since() {
    return known("since").map(Instant.class::cast);
  }

  private Optional<?> known(String column) {
    return Optional.ofNullable(facts.get(column)).flatMap(Reading::known);
  }

  /// Whose rows it keeps.
  public String reach() {
    return switch (holder.reach()) {
      case Reach.OneDatabase _ -> "database";
      case Reach.Everything() -> "all";
      case Reach.Catalogs _ -> "catalogs";
    };
  }

  /// The row of the archive.
  List<@Nullable Object> row(Look look, boolean isOldest) {
    var cells =
        new Cells(Dataset.HOLDERS)
            .put("cluster", look.target().name())
            .put("database", holder.reach() instanceof Reach.OneDatabase(var name) ? name : null)
            .put("time", look.time())
            .put("kind", kind)
            .put("xid", holder.xid())
            .put("xid_age", holder.age())
            .put("oldest", isOldest)
            .put("reach", reach());
    facts.forEach(cells::put);
    return cells.row();
  }
}
