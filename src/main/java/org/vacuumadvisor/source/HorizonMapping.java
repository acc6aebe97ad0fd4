package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// Who holds the removal horizon back: the rows of [Topic#SESSIONS], [Topic#PREPARED_TRANSACTIONS],
/// [Topic#REPLICATION_SLOTS] and [Topic#STANDBYS].
final class HorizonMapping {
  private static final List<String> SLOT_HORIZONS =
      List.of("xmin", "xmin_age", "catalog_xmin", "catalog_xmin_age");

  private static final Pattern LSN = Pattern.compile("[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}");

  private final Set<Long> decoders = new HashSet<>();
  private final List<Row> sessions = new ArrayList<>();
  private final List<HorizonHolder> holders = new ArrayList<>();
  private final List<Slot> otherSlots = new ArrayList<>();
  private boolean isRepackSeen;
  private int hidden;
  private final List<Row> standbys = new ArrayList<>();

  /// What holds nothing is passed by: a session without snapshot and transaction ID; a vacuum,
  /// whose snapshot others ignore; a parallel worker, which has its leader's.
  void takeSession(Row row) {
    hidden += row.flag("hidden").or(false) ? 1 : 0;
    boolean mayHold = row.flag("in_transaction").or(false);
    if ((mayHold || holds(row, "backend_xid", "xid_age") || holds(row, "backend_xmin", "xmin_age"))
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
    holders.add(
        new PreparedTransaction(
            row.text("gid").or(""),
            row.text("owner").or(""),
            new Reach.OneDatabase(row.text("database").or("")),
            row.instant("prepared"),
            xid(row, "transaction"),
            age(row, "xid_age")));
  }

  /// A slot may hold two horizons, one for everything and one for the catalogs alone. One that lost
  /// its WAL shows them still, but PostgreSQL no longer heeds it (seen on 13, 14, 17 and 18).
  void takeSlot(Row row) {
    if (row.text("wal_status").or("").equals("lost") || row.text("invalidation_reason").isKnown()) {
      otherSlots.add(
          slot(row, new Reach.Everything(), "xmin", Reading.missing(Why.NOT_APPLICABLE)));
      return;
    }
    if (holds(row, "xmin", "xmin_age")) {
      holders.add(slot(row, new Reach.Everything(), "xmin", age(row, "xmin_age")));
    }
    if (holds(row, "catalog_xmin", "catalog_xmin_age")) {
      holders.add(slot(row, catalogs(row), "catalog_xmin", age(row, "catalog_xmin_age")));
    }
    if (row.text("slot_type").or("").equals("logical")) {
      row.count("active_pid").known().ifPresent(decoders::add);
    }
    boolean isUnseen = SLOT_HORIZONS.stream().allMatch(column -> isLeftOut(row, column));
    boolean holdsNone =
        isNull(row, "xmin", "xmin_age") && isNull(row, "catalog_xmin", "catalog_xmin_age");
    if (isUnseen || holdsNone) {
      var why = isUnseen ? Why.NOT_COLLECTED : Why.NOT_APPLICABLE;
      otherSlots.add(slot(row, new Reach.Everything(), "xmin", Reading.missing(why)));
    }
  }

  private static boolean isNull(Row row, String xid, String age) {
    return !holds(row, xid, age) && !(isLeftOut(row, xid) && isLeftOut(row, age));
  }

  /// Whether the source has no such column, which says nothing of the value.
  private static boolean isLeftOut(Row row, String column) {
    return row.text(column) instanceof Reading.Missing<String>(Why why) && why == Why.NOT_COLLECTED;
  }

  /// The slot of REPACK (CONCURRENTLY) holds all tables of all databases by an xmin that no view
  /// shows (seen on 19).
  private Reach catalogs(Row row) {
    boolean isRepack = row.text("plugin").or("").equals("pgrepack");
    isRepackSeen |= isRepack;
    return isRepack ? new Reach.Everything() : new Reach.Catalogs(row.text("database"));
  }

  void takeStandby(Row row) {
    standbys.add(row);
  }

  /// How many sessions were shown without their state, to a role that may not see it.
  int hidden() {
    return hidden;
  }

  /// Slots that hold nothing, or of which nobody showed whether they do: they are no holders.
  List<Slot> otherSlots() {
    return otherSlots;
  }

  /// The processes that send WAL.
  List<Sender> senders() {
    return standbys.stream().map(HorizonMapping::sender).toList();
  }

  private static Sender sender(Row row) {
    boolean isHidden = row.text("state").known().isEmpty();
    var replay = row.millis("replay_ms");
    return new Sender(
        row.count("pid").map(Math::toIntExact),
        row.text("application_name"),
        Hidden.in(isHidden, row.text("client_addr")),
        Hidden.in(isHidden, row.instant("backend_start")),
        Hidden.in(isHidden, position(row.text("flush_lsn"))),
        Hidden.in(isHidden, row.millis("flush_ms")),
        Hidden.in(isHidden, replay.isKnown() ? replay : row.seconds("replay_lag")),
        Hidden.in(isHidden, row.instant("reply_time")));
  }

  /// Everyone, those that hold back most first.
  ///
  /// @param standby whether it is one: what holds there holds the whole primary by feedback
  List<HorizonHolder> holders(ServerSettings settings, boolean standby) {
    var seen = new HashMap<Long, Row>();
    sessions.forEach(row -> seen.put(row.count("pid").or(-1L), row));
    var senders =
        standbys.stream()
            .flatMap(row -> row.count("pid").known().stream())
            .collect(Collectors.toSet());
    var feedback = standbys.stream().flatMap(row -> standby(row, seen).stream()).toList();
    var others = sessions.stream().filter(row -> !isStandby(row, senders)).toList();
    var unlisted =
        others.stream()
            .filter(HorizonMapping::sendsToStandby)
            .flatMap(row -> standby(row, Map.of()).stream())
            .filter(sender -> feedback.stream().noneMatch(known -> isSameXmin(known, sender)));
    var clients =
        others.stream()
            .filter(row -> !sendsToStandby(row) && !decodes(row))
            .map(row -> session(row, standby));
    return Stream.of(
            holders.stream(), feedback.stream(), unlisted, clients, deferred(settings).stream())
        .flatMap(each -> each)
        .sorted(HorizonHolder.byAge().reversed())
        .toList();
  }

  /// A walsender without a database passes on what its standby reports. One with a database decodes
  /// for a subscriber; a snapshot it has is its own.
  private static boolean isStandby(Row session, Set<Long> senders) {
    return session.text("datname").known().isEmpty() && session.count("pid").is(senders::contains);
  }

  /// Whether its statement, or its type where that is not shown, tells that it streams WAL to a
  /// standby, of which the rows of the standbys show no such process: what it holds is the
  /// standby's, too.
  private static boolean sendsToStandby(Row session) {
    var command = session.text("command").map(each -> each.toLowerCase(Locale.ROOT));
    return session.text("datname").known().isEmpty()
        && (command.is(each -> each.startsWith("start_replication") && !each.contains(" logical "))
            || (!command.isKnown() && session.text("backend_type").is("walsender"::equals)));
  }

  /// Whether it decodes for a logical slot: others ignore its snapshot
  /// (`PROC_IN_LOGICAL_DECODING`), the slot holds instead. A client that reads the slot by a
  /// function has a snapshot that counts, and so has a walsender that copies a table: one whose
  /// statement is hidden decodes only where a slot names it.
  private boolean decodes(Row session) {
    var type = session.text("backend_type").or("");
    boolean isOfSlot = session.count("pid").is(decoders::contains);
    boolean isSender =
        type.equals("walsender")
            ? isOfSlot || (session.text("datname").isKnown() && !session.flag("hidden").or(false))
            : type.isEmpty() && isOfSlot;
    return isSender
        && session.text("command").map(Command::of).or(Command.REPLICATION) == Command.REPLICATION;
  }

  private static boolean isSameXmin(HorizonHolder one, HorizonHolder other) {
    return one.xid().isKnown() && one.xid().known().equals(other.xid().known());
  }

  /// An ordinary role sees the horizon only in the row of the session, since 10.
  private static Optional<HorizonHolder> standby(Row row, Map<Long, Row> sessionsByPid) {
    var pid = row.count("pid");
    var session = pid.known().map(sessionsByPid::get);
    if (session.filter(each -> each.text("datname").isKnown()).isPresent()) {
      return Optional.empty();
    }
    return Stream.concat(Stream.of(row), session.stream())
        .filter(each -> holds(each, "backend_xmin", "xmin_age"))
        .findFirst()
        .map(each ->
            new Standby(
                sender(row),
                new Reach.Everything(),
                xid(row, "backend_xmin"),
                age(each, "xmin_age")));
  }

  private HorizonHolder session(Row row, boolean standby) {
    return new Session(
        Backends.of(row),
        standby || isRepack(row) ? new Reach.Everything() : reach(row.text("datname")),
        row.flag("has_xid").or(false),
        xid(row, "backend_xid"),
        xid(row, "backend_xmin"),
        age(row, "xid_age", "xmin_age"));
  }

  /// Whether it is a REPACK (CONCURRENTLY), which holds what its slot does.
  private boolean isRepack(Row session) {
    var command = session.text("command").or("").toLowerCase(Locale.ROOT);
    return isRepackSeen && command.contains("repack") && command.contains("concurrently");
  }

  /// The last 32 bits: some people show IDs with their epoch.
  private static Reading<Long> xid(Row row, String column) {
    return row.count(column).map(each -> each & 0xFFFF_FFFFL);
  }

  /// A process without a database may see all of them. Where nobody said which it has, it has one.
  private static Reach reach(Reading<String> database) {
    return database.equals(Reading.missing(Why.NOT_COLLECTED))
        ? new Reach.OneDatabase("")
        : database.known().<Reach>map(Reach.OneDatabase::new).orElseGet(Reach.Everything::new);
  }

  private static Slot slot(Row row, Reach reach, String column, Reading<XidAge> age) {
    return new Slot(
        row.text("slot_name").or(""),
        row.text("slot_type").or(""),
        row.text("plugin"),
        new Slot.Consumer(
            row.flag("active"),
            row.count("active_pid").map(Math::toIntExact),
            row.instant("inactive_since"),
            Reading.both(
                row.text("paused_database"),
                row.text("paused_subscription"),
                "of",
                (database, name) ->
                    new Slot.Subscription(
                        database, name, row.flag("paused_enabled"), row.count("paused_errors")))),
        new Slot.Wal(
            row.text("wal_status"),
            row.text("invalidation_reason"),
            row.real("retained_bytes").map(each -> new Bytes(Math.round(each))),
            row.count("safe_wal_size"),
            position(row.text("restart_lsn")),
            position(row.text("confirmed_flush_lsn"))),
        row.flag("synced").or(false),
        row.flag("temporary").or(false),
        reach,
        xid(row, column),
        age);
  }

  /// A position in the WAL as `pg_lsn` writes it: two numbers of 32 bits, in hexadecimal.
  private static Reading<Long> position(Reading<String> lsn) {
    return lsn.is(each -> !LSN.matcher(each).matches())
        ? Reading.missing(Why.NOT_COLLECTED)
        : lsn.map(each -> {
          int slash = each.indexOf('/');
          return (Long.parseLong(each, 0, slash, 16) << 32)
              + Long.parseLong(each, slash + 1, each.length(), 16);
        });
  }

  private static Optional<HorizonHolder> deferred(ServerSettings settings) {
    return settings
        .integer(Setting.VACUUM_DEFER_CLEANUP_AGE)
        .filter(age -> age > 0)
        .map(age -> new DeferredCleanup(Reading.of(new XidAge(age))));
  }

  /// Workers that apply for a subscription have a leader, too, but transactions of their own.
  private static boolean isParallelWorker(Row row) {
    var isOfQuery = row.text("backend_type").map("parallel worker"::equals);
    return isOfQuery.or(row.count("leader_pid").isKnown());
  }

  /// The older of those that are there.
  private static Reading<XidAge> age(Row row, String... columns) {
    return Reading.most(Stream.of(columns).map(row::count))
        .map(Reading::of)
        .orElseGet(() -> row.count(columns[0]))
        .map(XidAge::new);
  }

  /// An ID holds, for however long: somebody may show it without its age.
  private static boolean holds(Row row, String xid, String age) {
    return row.count(xid).isKnown() || row.count(age).isKnown();
  }
}
