package org.vacuumadvisor.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Endpoint;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.XidAge;

/// A table written down for a test: what its counters say at one moment.
record Sample(
    long oid,
    RelationKind kind,
    Activity activity,
    long live,
    long autoanalyzes,
    Optional<Long> parent,
    List<Long> references) {
  static final long DATABASE = 16384;
  static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  /// `FirstNormalObjectId`
  private static final long FIRST_USER_OID = 16384;

  /// A table of the user that nothing was done to.
  static Sample table(long number) {
    return withOid(FIRST_USER_OID + number);
  }

  static Sample withOid(long oid) {
    return new Sample(oid, RelationKind.TABLE, Activity.NONE, 0, 0, Optional.empty(), List.of());
  }

  Sample kind(RelationKind other) {
    return new Sample(oid, other, activity, live, autoanalyzes, parent, references);
  }

  Sample written(long inserted, long updated, long deleted) {
    return counted(
        Grouped.activity(
            inserted,
            updated,
            0,
            deleted,
            activity.sequentialScans(),
            activity.sequentialRows(),
            activity.indexScans(),
            activity.indexRows()));
  }

  Sample indexScans(long scans, long rows) {
    return counted(
        Grouped.activity(
            activity.inserted(),
            activity.updated(),
            0,
            activity.deleted(),
            activity.sequentialScans(),
            activity.sequentialRows(),
            scans,
            rows));
  }

  Sample sequentialScans(long scans, long rows) {
    return counted(
        Grouped.activity(
            activity.inserted(),
            activity.updated(),
            0,
            activity.deleted(),
            scans,
            rows,
            activity.indexScans(),
            activity.indexRows()));
  }

  Sample counted(Activity other) {
    return new Sample(oid, kind, other, live, autoanalyzes, parent, references);
  }

  Sample live(long rows) {
    return new Sample(oid, kind, activity, rows, autoanalyzes, parent, references);
  }

  Sample autoanalyzed(long times) {
    return new Sample(oid, kind, activity, live, times, parent, references);
  }

  Sample partOf(Sample partitioned) {
    return new Sample(
        oid, kind, activity, live, autoanalyzes, Optional.of(partitioned.oid), references);
  }

  Sample referring(Sample... referenced) {
    var oids = Stream.of(referenced).map(Sample::oid).toList();
    return new Sample(oid, kind, activity, live, autoanalyzes, parent, oids);
  }

  RelationKey key() {
    return new RelationKey(DATABASE, oid);
  }

  Relation relation() {
    return new Relation(
        key(),
        new RelationName("shop", "public", "t" + oid),
        kind,
        Reading.of(Persistence.PERMANENT),
        8192,
        Reading.of(StorageParameters.NONE),
        Grouped.readings(
            new Extent(
                Reading.missing(Reading.Why.NOT_COLLECTED),
                Reading.missing(Reading.Why.NOT_COLLECTED),
                Reading.missing(Reading.Why.NOT_COLLECTED),
                Reading.missing(Reading.Why.OLDER_SERVER),
                Reading.missing(Reading.Why.NOT_COLLECTED)),
            Reading.of(FreezeAges.NONE),
            Reading.of(new Population(Reading.of(live), 0, Reading.of(0L), Reading.of(0L))),
            activity,
            new Maintenance(
                Reading.missing(Reading.Why.NOT_APPLICABLE),
                Reading.missing(Reading.Why.NOT_APPLICABLE),
                Reading.missing(Reading.Why.NOT_APPLICABLE),
                Reading.missing(Reading.Why.NOT_APPLICABLE),
                0,
                0,
                0,
                autoanalyzes,
                Reading.missing(Reading.Why.OLDER_SERVER))),
        parent,
        references,
        List.of(),
        List.of());
  }

  /// The workload of this table.
  Workload in(Workloads seen) {
    return seen.of(relation());
  }

  /// The workload of the database of the tables.
  static Workload ofDatabase(Workloads seen) {
    return seen.of(database(Reading.missing(Reading.Why.NOT_APPLICABLE), true));
  }

  /// A primary, up for a day, whose statistics were never reset.
  static Survey survey(Instant at, Sample... tables) {
    return survey(at, Reading.missing(Reading.Why.NOT_APPLICABLE), tables);
  }

  static Survey survey(Instant at, Reading<Instant> reset, Sample... tables) {
    var settings = ServerSettings.unknown(Release.V17);
    return new Survey(
        server(false),
        at,
        settings,
        List.of(database(reset, true)),
        relations(tables),
        List.of(),
        machinery(),
        new Coverage(1, 1, 0, List.of()));
  }

  static Server server(boolean standby) {
    return new Server(
        Release.V17,
        Reading.of("17.5"),
        Reading.of(Provider.PLAIN),
        Reading.of(standby),
        8192,
        Reading.of(1_000_000L),
        Reading.of(NOON.minus(Duration.ofDays(1))),
        Reading.missing(Reading.Why.NOT_COLLECTED),
        Reading.of(new Server.Role("monitor", false, true)),
        Endpoint.UNKNOWN);
  }

  static Database database(Reading<Instant> reset, boolean surveyed) {
    return new Database(
        DATABASE,
        "shop",
        surveyed,
        false,
        Reading.of(true),
        Reading.of(XidAge.NONE),
        Reading.of(XidAge.NONE),
        reset,
        0,
        Reading.of(0L),
        0,
        0,
        0,
        0,
        Reading.missing(Reading.Why.NOT_COLLECTED),
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  private static List<Relation> relations(Sample... tables) {
    return Stream.of(tables).map(Sample::relation).toList();
  }

  private static Machinery machinery() {
    return new Machinery(
        Reading.of(List.of()),
        List.of(),
        Reading.missing(Reading.Why.OLDER_SERVER),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }
}
