package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Endpoint;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.XidAge;

/// A server made by hand, healthy until a test says otherwise: autovacuum is on, one database is
/// surveyed, we see everything.
public final class Given {
  public static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  public static final String SHOP = "shop";

  /// The next transaction ID of a server, unless a test says otherwise.
  static final long NEXT_XID = 3_000_000_000L;

  static final int BLOCK_SIZE = 8192;
  static final long SHOP_OID = 16_384;
  private static final long FIRST_OID = 20_000;

  private final Map<String, SettingValue> settings = new HashMap<>();
  private final List<Relation> relations = new ArrayList<>();
  private final List<HorizonHolder> holders = new ArrayList<>();
  private final List<HorizonHolder.Slot> otherSlots = new ArrayList<>();
  private final List<Sender> senders = new ArrayList<>();
  private final List<Machinery.Worker> workers = new ArrayList<>();
  private Release release = Release.V18;
  private Provider provider = Provider.PLAIN;
  private boolean standby;
  private XidAge databaseAge = new XidAge(1_000_000);
  private Instant takenAt = NOW;
  private String version = "";
  private long nextXid = 5_000_000;
  private final List<Backend> sessions = new ArrayList<>();
  private Instant startedAt = NOW.minus(Duration.ofDays(30));
  private long rollbacks;
  private final List<Database> others = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final List<RunningVacuum> vacuums = new ArrayList<>();
  private final List<TableLock> locks = new ArrayList<>();
  private final Map<RelationKey, Double> urgencies = new HashMap<>();
  private Reading<Long> members = Reading.missing(Why.OLDER_SERVER);
  private Reading<Database.Conflicts> conflicts = Reading.missing(Why.NOT_COLLECTED);
  private Reading<Database.ChecksumFailures> checksumFailures = Reading.missing(Why.NOT_COLLECTED);
  private Reading<Instant> statisticsReset = Reading.missing(Why.NOT_APPLICABLE);
  private long multixactAge;
  private Reading<Machinery.Checkpoints> checkpoints = Reading.missing(Why.NOT_COLLECTED);
  private boolean areAgesShown = true;
  private final Set<String> closed = new HashSet<>();

  private Given() {
    with(Setting.AUTOVACUUM, "on");
    with(Setting.TRACK_COUNTS, "on");
    with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.2");
  }

  public static Given server() {
    return new Given();
  }

  public static Given server(Release release) {
    var given = new Given();
    given.release = release;
    return given;
  }

  /// `server_version`.
  public Given version(String text) {
    version = text;
    return this;
  }

  public Given asStandby() {
    standby = true;
    return this;
  }

  public Given with(Setting setting, String value) {
    settings.put(setting.parameter(), SettingValue.of(setting.parameter(), value));
    return this;
  }

  /// A setting with where it comes from, `pg_settings.source` and `sourcefile`.
  public Given with(Setting setting, String value, String source, @Nullable String file) {
    settings.put(
        setting.parameter(),
        new SettingValue(
            setting.parameter(), value, null, null, source, null, null, false, file, null));
    return this;
  }

  public Given without(Setting setting) {
    settings.remove(setting.parameter());
    return this;
  }

  public Given at(Provider other) {
    provider = other;
    return this;
  }

  public Given with(TableGiven table) {
    relations.add(table.relation(FIRST_OID + relations.size()));
    return this;
  }

  /// A table with its TOAST table.
  public Given with(TableGiven table, TableGiven toast) {
    with(table);
    long owner = FIRST_OID + relations.size() - 1;
    return with(toast.kind(RelationKind.TOAST).partOf(owner));
  }

  /// Another database, whose tables were not read.
  public Given database(String name, long age) {
    others.add(database(SHOP_OID + 1 + others.size(), name, new XidAge(age)));
    return this;
  }

  /// Another database, to which nobody can connect.
  public Given closedDatabase(String name, long age) {
    closed.add(name);
    return database(name, age);
  }

  /// Nobody showed how old the databases are.
  public Given withoutDatabaseAges() {
    areAgesShown = false;
    return this;
  }

  public Given rollbacks(long count) {
    rollbacks = count;
    return this;
  }

  public Given gap(String what) {
    gaps.add(new Gap(Gap.Kind.NO_PRIVILEGE, what, "something", null));
    return this;
  }

  public Given with(HorizonHolder holder) {
    holders.add(holder);
    return this;
  }

  /// A slot that holds no rows.
  public Given withIdle(HorizonHolder.Slot slot) {
    otherSlots.add(slot);
    return this;
  }

  public Given databaseAge(long age) {
    databaseAge = new XidAge(age);
    return this;
  }

  public Given worker(String task) {
    workers.add(new Machinery.Worker(4711, SHOP, task, Reading.missing(Why.NOT_COLLECTED)));
    return this;
  }

  /// A worker that waits for something, with the vacuum it runs.
  public Given worker(int pid, String task, String waitsFor) {
    workers.add(new Machinery.Worker(pid, SHOP, task, Reading.of(waitsFor)));
    return this;
  }

  public Given with(RunningVacuum vacuum) {
    vacuums.add(vacuum);
    return this;
  }

  /// A session that waits for a lock, or that others wait for.
  public Given with(Backend session) {
    sessions.add(session);
    return this;
  }

  public Given startedAgo(Duration uptime) {
    startedAt = NOW.minus(uptime);
    return this;
  }

  public Given with(TableLock lock) {
    locks.add(lock);
    return this;
  }

  /// The n-th table that was given, from 0.
  public static RelationKey key(int n) {
    return new RelationKey(SHOP_OID, FIRST_OID + n);
  }

  public Given score(int n, double score) {
    urgencies.put(key(n), score);
    return this;
  }

  /// Checkpoints since so long ago.
  public Given checkpoints(long timed, long requested, Duration ago) {
    var since = Reading.of(NOW.minus(ago));
    checkpoints =
        Reading.of(new Machinery.Checkpoints(timed, requested, since, Reading.of(1_000L)));
    return this;
  }

  public Given multixactMembers(long count) {
    members = Reading.of(count);
    return this;
  }

  public Given multixactAge(long age) {
    multixactAge = age;
    return this;
  }

  public Given checksumFailures(long count) {
    checksumFailures =
        Reading.of(new Database.ChecksumFailures(count, Reading.missing(Why.NOT_COLLECTED)));
    return this;
  }

  public Given conflicts(long lock, long snapshot) {
    conflicts = Reading.of(new Database.Conflicts(lock, snapshot));
    return this;
  }

  /// One of those that send WAL.
  public Given with(Sender sender) {
    senders.add(sender);
    return this;
  }

  public Given statisticsReset(Duration before) {
    statisticsReset = Reading.of(NOW.minus(before));
    return this;
  }

  /// A setting whose new value waits for a restart.
  public Given pending(Setting setting, String value) {
    settings.put(
        setting.parameter(),
        new SettingValue(
            setting.parameter(), value, null, null, "default", null, null, true, null, null));
    return this;
  }

  /// A setting whose new value waits for a reload.
  public Given written(Setting setting, String value, String now) {
    settings.put(
        setting.parameter(),
        new SettingValue(
            setting.parameter(), now, null, null, "default", null, null, false, null, value));
    return this;
  }

  /// A setting we have no constant for.
  public Given with(String name, String value, @Nullable String unit) {
    settings.put(
        name, new SettingValue(name, value, unit, null, "default", null, null, false, null, null));
    return this;
  }

  public Given taken(Duration before, long xid) {
    takenAt = NOW.minus(before);
    nextXid = xid;
    return this;
  }

  public Evidence evidence() {
    return Evidence.of(survey());
  }

  /// With an earlier survey: the two make a window.
  public Evidence after(Given older) {
    return Evidence.between(older.survey(), survey());
  }

  public Survey survey() {
    return new Survey(
        new Server(
            release,
            Reading.of(version.isEmpty() ? release.major() : version),
            Reading.of(provider),
            Reading.of(standby),
            BLOCK_SIZE,
            Reading.of(nextXid),
            Reading.of(startedAt),
            Reading.missing(Reading.Why.NOT_COLLECTED),
            Reading.of(new Server.Role("advisor", false, true)),
            Endpoint.UNKNOWN),
        takenAt,
        new ServerSettings(release, settings),
        databases(),
        relations,
        holders,
        new Machinery(
            Reading.of(List.copyOf(workers)),
            vacuums,
            members,
            locks,
            urgencies,
            sessions,
            List.of(),
            otherSlots,
            senders,
            checkpoints),
        new Coverage(1, 1 + others.size(), 0, gaps));
  }

  private List<Database> databases() {
    var all = new ArrayList<Database>();
    all.add(database(SHOP_OID, SHOP, databaseAge));
    all.addAll(others);
    return all;
  }

  private Database database(long oid, String name, XidAge age) {
    return new Database(
        oid,
        name,
        oid == SHOP_OID,
        false,
        Reading.of(!closed.contains(name)),
        areAgesShown ? Reading.of(age) : Reading.missing(Why.NOT_COLLECTED),
        areAgesShown ? Reading.of(new XidAge(multixactAge)) : Reading.missing(Why.NOT_COLLECTED),
        statisticsReset,
        0,
        Reading.of(rollbacks),
        0,
        0,
        0,
        0,
        conflicts,
        checksumFailures);
  }

  public static HorizonHolder.Reach shop() {
    return new HorizonHolder.Reach.OneDatabase(SHOP);
  }

  public static TableGiven table(String name) {
    return new TableGiven(name);
  }
}
