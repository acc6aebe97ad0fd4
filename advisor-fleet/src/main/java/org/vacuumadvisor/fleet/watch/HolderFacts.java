package org.vacuumadvisor.fleet.watch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.unit.Bytes;

/// A holder of the oldest xmin as the archive and metrics have it. Others rely on the words for its
/// kind and its reach: they stay as they are.
///
/// @param name of a slot or a prepared transaction
/// @param application or the plugin of a slot
/// @param since when its transaction began, or the slot lost its consumer
public record HolderFacts(
    HorizonHolder holder,
    String kind,
    Reading<String> name,
    Reading<Integer> pid,
    Reading<String> user,
    Reading<String> application,
    Reading<String> state,
    Reading<Instant> since,
    Reading<Instant> began,
    Reading<Bytes> retained) {

  public static HolderFacts of(HorizonHolder holder) {
    return switch (holder) {
      case HorizonHolder.Session it ->
          new HolderFacts(
              holder,
              "session",
              none(),
              it.backend().pid(),
              it.backend().user(),
              it.backend().application(),
              it.state(),
              it.since(),
              it.backend().started(),
              none());
      case HorizonHolder.PreparedTransaction it ->
          new HolderFacts(
              holder,
              "prepared",
              Reading.of(it.gid()),
              none(),
              Reading.of(it.owner()),
              none(),
              none(),
              it.since(),
              none(),
              none());
      case HorizonHolder.Slot it ->
          new HolderFacts(
              holder,
              "slot",
              Reading.of(it.name()),
              it.consumer().pid(),
              none(),
              it.plugin(),
              it.consumer().active().map(active -> active ? "active" : "inactive"),
              it.consumer().goneSince(),
              none(),
              it.wal().retained());
      case HorizonHolder.Standby it ->
          new HolderFacts(
              holder,
              "standby",
              none(),
              it.sender().pid(),
              none(),
              it.sender().application(),
              none(),
              none(),
              none(),
              none());
      case HorizonHolder.DeferredCleanup _ ->
          new HolderFacts(
              holder,
              "defer_cleanup_age",
              none(),
              none(),
              none(),
              none(),
              none(),
              none(),
              none(),
              none());
    };
  }

  private static <T> Reading<T> none() {
    return Reading.missing(Why.NOT_APPLICABLE);
  }

  /// Whose rows it keeps.
  public String reach() {
    return switch (holder.reach()) {
      case HorizonHolder.Reach.OneDatabase _ -> "database";
      case HorizonHolder.Reach.Everything() -> "all";
      case HorizonHolder.Reach.Catalogs _ -> "catalogs";
    };
  }

  /// The database whose rows it keeps; empty where it keeps others as well.
  public String database() {
    return holder.reach() instanceof HorizonHolder.Reach.OneDatabase(String name) ? name : "";
  }

  /// The row of the archive.
  List<@Nullable Object> row(Look look, boolean isOldest) {
    return new Cells(Dataset.HOLDERS)
        .put("cluster", look.target().name())
        .put("database", database().isEmpty() ? null : database())
        .put("time", look.time())
        .put("kind", kind)
        .put("name", name)
        .put("pid", pid)
        .put("user_name", user)
        .put("application", application)
        .put("state", state)
        .put("since", since)
        .put("backend_start", began)
        .put("xid", holder.xid())
        .put("xid_age", holder.age())
        .put("oldest", isOldest)
        .put("reach", reach())
        .put("retained_wal_bytes", retained)
        .row();
  }
}
