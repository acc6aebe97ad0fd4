package org.vacuumadvisor.fleet.watch;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Missing;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// A holder as a row.
final class HolderRow {
  private HolderRow() {}

  static List<@Nullable Object> of(Look look, HorizonHolder holder, boolean isOldest) {
    var missing = new Missing();
    var facts = facts(holder, missing);
    return Arrays.asList(
        look.target().name(),
        database(holder.reach()),
        look.time(),
        HolderWords.kind(holder),
        facts.name(),
        facts.pid(),
        facts.user(),
        facts.application(),
        facts.state(),
        facts.since(),
        facts.began(),
        missing.of("xid", holder.xid()),
        missing.of("xid_age", holder.age().map(XidAge::count)),
        isOldest,
        HolderWords.reach(holder),
        facts.retained(),
        missing.json());
  }

  private record Facts(
      @Nullable String name,
      @Nullable Long pid,
      @Nullable String user,
      @Nullable String application,
      @Nullable String state,
      @Nullable Instant since,
      @Nullable Instant began,
      @Nullable Long retained) {}

  private static Facts facts(HorizonHolder holder, Missing missing) {
    return switch (holder) {
      case HorizonHolder.Session it ->
          new Facts(
              null,
              missing.of("pid", it.backend().pid().map(Integer::longValue)),
              missing.of("user_name", it.backend().user()),
              missing.of("application", it.backend().application()),
              missing.of("state", it.state()),
              missing.of("since", it.since()),
              missing.of("backend_start", it.backend().started()),
              null);
      case HorizonHolder.PreparedTransaction it ->
          new Facts(
              it.gid(), null, it.owner(), null, null, missing.of("since", it.since()), null, null);
      case HorizonHolder.Slot it ->
          new Facts(
              it.name(),
              missing.of("pid", it.consumer().pid().map(Integer::longValue)),
              null,
              missing.of("application", it.plugin()),
              missing.of(
                  "state", it.consumer().active().map(active -> active ? "active" : "inactive")),
              missing.of("since", it.consumer().goneSince()),
              null,
              missing.of("retained_wal_bytes", it.wal().retained().map(Bytes::count)));
      case HorizonHolder.Standby it ->
          new Facts(
              null,
              missing.of("pid", it.sender().pid().map(Integer::longValue)),
              null,
              missing.of("application", it.sender().application()),
              null,
              null,
              null,
              null);
      case HorizonHolder.DeferredCleanup _ ->
          new Facts(null, null, null, null, null, null, null, null);
    };
  }

  private static @Nullable String database(HorizonHolder.Reach reach) {
    return switch (reach) {
      case HorizonHolder.Reach.OneDatabase(String name) -> name.isEmpty() ? null : name;
      case HorizonHolder.Reach.Everything() -> null;
      case HorizonHolder.Reach.Catalogs _ -> null;
    };
  }
}
