package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// Who holds the removal horizon back: the rows of [Topic#SESSIONS], [Topic#PREPARED_TRANSACTIONS],
/// [Topic#REPLICATION_SLOTS] and [Topic#STANDBYS].
final class HorizonMapping {
  private final List<Row> sessions = new ArrayList<>();
  private final List<HorizonHolder> holders = new ArrayList<>();
  private final Map<Long, Row> standbys = new HashMap<>();

  /// What holds nothing is passed by: a session without snapshot and transaction ID; a vacuum,
  /// whose snapshot others ignore; a parallel worker, which has its leader's.
  void takeSession(Row row) {
    boolean mayHold = row.flag("in_transaction").or(false);
    if ((mayHold || age(row, "xid_age", "xmin_age").isPresent())
        && !row.flag("vacuuming").or(false)
        && !isVacuum(row)
        && !isParallelWorker(row)) {
      sessions.add(row);
    }
  }

  /// A vacuum that waits for its table is in no progress view, but flagged already.
  private static boolean isVacuum(Row row) {
    return row.text("state").or("").equals("active")
        && row.text("command").map(Command::of).or(Command.OTHER) == Command.VACUUM;
  }

  void takePrepared(Row row) {
    age(row, "xid_age")
        .ifPresent(age ->
            holders.add(
                new PreparedTransaction(
                    row.text("gid").or(""),
                    row.text("owner").or(""),
                    new Reach.OneDatabase(row.text("database").or("")),
                    row.instant("prepared"),
                    xid(row, "transaction"),
                    age)));
  }

  /// A slot may hold two horizons, one for everything and one for the catalogs alone. One that lost
  /// its WAL shows them still, but PostgreSQL no longer heeds it (seen on 13, 14, 17 and 18).
  void takeSlot(Row row) {
    if (row.text("wal_status").or("").equals("lost")
        || row.text("invalidation_reason").known().isPresent()) {
      return;
    }
    age(row, "xmin_age")
        .ifPresent(age -> holders.add(slot(row, new Reach.Everything(), "xmin", age)));
    age(row, "catalog_xmin_age")
        .ifPresent(age -> holders.add(slot(row, catalogs(row), "catalog_xmin", age)));
  }

  /// The slot of REPACK (CONCURRENTLY) holds all tables of all databases by an xmin that no view
  /// shows (seen on 19).
  private static Reach catalogs(Row row) {
    return row.text("plugin").or("").equals("pgrepack")
        ? new Reach.Everything()
        : new Reach.Catalogs(row.text("database"));
  }

  void takeStandby(Row row) {
    row.count("pid").known().ifPresent(pid -> standbys.put(pid, row));
  }

  /// Everyone, those that hold back most first.
  List<HorizonHolder> holders(ServerSettings settings) {
    var seen = new HashMap<Long, Row>();
    sessions.forEach(row -> seen.put(row.count("pid").or(-1L), row));
    var feedback =
        standbys.entrySet().stream()
            .flatMap(each -> standby(each.getKey(), each.getValue(), seen).stream());
    var clients = sessions.stream().filter(row -> !isStandby(row)).map(HorizonMapping::session);
    return Stream.of(holders.stream(), feedback, clients, deferred(settings).stream())
        .flatMap(each -> each)
        .sorted((one, other) -> other.age().compareTo(one.age()))
        .toList();
  }

  /// A walsender without a database passes on what its standby reports. One with a database decodes
  /// for a subscriber; a snapshot it has is its own.
  private boolean isStandby(Row session) {
    return session.text("datname").known().isEmpty()
        && standbys.containsKey(session.count("pid").or(-1L));
  }

  /// An ordinary role sees the horizon only in the row of the session, since 10.
  private Optional<HorizonHolder> standby(long pid, Row row, Map<Long, Row> sessionsByPid) {
    Row session = sessionsByPid.get(pid);
    if (session != null && !isStandby(session)) {
      return Optional.empty();
    }
    return age(row, "xmin_age")
        .or(() -> session == null ? Optional.empty() : age(session, "xmin_age"))
        .map(age ->
            new Standby(
                Math.toIntExact(pid),
                row.text("application_name").or(""),
                Hidden.in(row.text("state").known().isEmpty(), row.text("client_addr")),
                new Reach.Everything(),
                xid(row, "backend_xmin"),
                age));
  }

  private static HorizonHolder session(Row row) {
    return new Session(
        Backends.of(row),
        reach(row.text("datname")),
        row.flag("has_xid").or(false),
        xid(row, "backend_xid"),
        xid(row, "backend_xmin"),
        age(row, "xid_age", "xmin_age").orElse(XidAge.NONE));
  }

  /// The last 32 bits: some people show IDs with their epoch.
  private static Reading<Long> xid(Row row, String column) {
    return row.count(column).map(each -> each & 0xFFFF_FFFFL);
  }

  /// A process without a database may see all of them. Where nobody said which it has, it has one.
  private static Reach reach(Reading<String> database) {
    return switch (database) {
      case Reading.Known<String>(String name, _) -> new Reach.OneDatabase(name);
      case Reading.Missing<String>(Reading.Why why) ->
          why == Reading.Why.NOT_COLLECTED ? new Reach.OneDatabase("") : new Reach.Everything();
    };
  }

  private static HorizonHolder slot(Row row, Reach reach, String column, XidAge age) {
    return new Slot(
        row.text("slot_name").or(""),
        row.text("slot_type").or(""),
        row.text("plugin"),
        new Slot.Consumer(
            row.flag("active"),
            row.count("active_pid").map(Math::toIntExact),
            row.instant("inactive_since")),
        new Slot.Wal(
            row.text("wal_status"),
            row.real("retained_bytes").map(each -> new Bytes(Math.round(each))),
            row.count("safe_wal_size")),
        row.flag("synced").or(false),
        row.flag("temporary").or(false),
        reach,
        xid(row, column),
        age);
  }

  private static Optional<HorizonHolder> deferred(ServerSettings settings) {
    var age = settings.integer(Setting.VACUUM_DEFER_CLEANUP_AGE);
    return age.isPresent() && age.getAsLong() > 0
        ? Optional.of(new DeferredCleanup(new XidAge(age.getAsLong())))
        : Optional.empty();
  }

  /// Workers that apply for a subscription have a leader, too, but transactions of their own.
  private static boolean isParallelWorker(Row row) {
    return row.text("backend_type")
        .known()
        .map("parallel worker"::equals)
        .orElseGet(() -> row.count("leader_pid").known().isPresent());
  }

  /// The older of those that are there.
  private static Optional<XidAge> age(Row row, String... columns) {
    return Stream.of(columns)
        .flatMap(column -> row.count(column).known().stream())
        .max(Long::compareTo)
        .map(XidAge::new);
  }
}
