package org.vacuumadvisor.gui;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Endpoint;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// A server made by hand: PostgreSQL 18 with one database, whose tables have 1000 rows each.
public final class ServerGiven {
  public static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final long SHOP = 16_384;
  private static final long FIRST_OID = 20_000;

  private final List<Relation> relations = new ArrayList<>();
  private final List<HorizonHolder> holders = new ArrayList<>();
  private String database = "shop";
  private Instant takenAt = NOW;
  private Instant startedAt = NOW.minus(Duration.ofDays(30));

  /// The name of the database of the tables that come.
  public ServerGiven in(String name) {
    database = name;
    return this;
  }

  /// A table of the schema `public`.
  public ServerGiven table(String name, long dead) {
    return table("public", name, dead, 1000);
  }

  public ServerGiven table(String schema, String name, long dead, long age) {
    return table(new RelationName(database, schema, name), dead, age, Activity.NONE);
  }

  private ServerGiven table(RelationName name, long dead, long age, Activity activity) {
    relations.add(
        new Relation(
            new RelationKey(SHOP, FIRST_OID + relations.size()),
            name,
            RelationKind.TABLE,
            Reading.of(Persistence.PERMANENT),
            8192,
            Reading.of(StorageParameters.NONE),
            Readings.builder(Why.NOT_COLLECTED)
                .put(TableKeys.RELPAGES, new Pages(10))
                .put(TableKeys.RELTUPLES, 1000.0)
                .put(TableKeys.RELALLVISIBLE, Pages.NONE)
                .put(TableKeys.RELALLFROZEN, Pages.NONE)
                .put(TableKeys.XID_AGE, new XidAge(age))
                .put(TableKeys.MULTIXACT_AGE, new XidAge(1))
                .put(TableKeys.N_LIVE_TUP, 1000L)
                .put(TableKeys.N_DEAD_TUP, dead)
                .put(TableKeys.N_MOD_SINCE_ANALYZE, 0L)
                .put(TableKeys.N_INS_SINCE_VACUUM, 0L)
                .put(TableKeys.N_TUP_INS, activity.inserted())
                .put(TableKeys.N_TUP_UPD, activity.updated())
                .put(TableKeys.N_TUP_HOT_UPD, activity.hotUpdated())
                .put(TableKeys.N_TUP_DEL, activity.deleted())
                .put(TableKeys.SEQ_SCAN, activity.sequentialScans())
                .put(TableKeys.SEQ_TUP_READ, activity.sequentialRows())
                .put(TableKeys.IDX_SCAN, activity.indexScans())
                .put(TableKeys.IDX_TUP_FETCH, activity.indexRows())
                .put(TableKeys.LAST_VACUUM, Reading.missing(Why.NOT_APPLICABLE))
                .put(TableKeys.LAST_AUTOVACUUM, NOW.minus(Duration.ofMinutes(5)))
                .put(TableKeys.LAST_ANALYZE, Reading.missing(Why.NOT_APPLICABLE))
                .put(TableKeys.LAST_AUTOANALYZE, Reading.missing(Why.NOT_APPLICABLE))
                .put(TableKeys.VACUUM_COUNT, 0L)
                .put(TableKeys.AUTOVACUUM_COUNT, 1L)
                .put(TableKeys.ANALYZE_COUNT, 0L)
                .put(TableKeys.AUTOANALYZE_COUNT, 0L)
                .build(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of()));
    return this;
  }

  /// With a physical slot that nobody reads and that holds the oldest xmin of all.
  public ServerGiven blockedBySlot(String name) {
    holders.add(
        new HorizonHolder.Slot(
            name,
            "physical",
            Reading.missing(Why.NOT_APPLICABLE),
            new HorizonHolder.Slot.Consumer(
                Reading.of(false), Reading.missing(Why.NOT_APPLICABLE), Reading.of(startedAt)),
            new HorizonHolder.Slot.Wal(
                Reading.of("extended"),
                Reading.missing(Why.NOT_APPLICABLE),
                Reading.of(new Bytes(5L << 30)),
                Reading.missing(Why.NOT_APPLICABLE),
                Reading.missing(Why.NOT_APPLICABLE),
                Reading.missing(Why.NOT_APPLICABLE)),
            false,
            false,
            new HorizonHolder.Reach.Everything(),
            Reading.of(800L),
            Reading.of(new XidAge(90_000_000))));
    return this;
  }

  /// Looked at so much later.
  public ServerGiven after(Duration time) {
    takenAt = NOW.plus(time);
    return this;
  }

  /// Another server than the usual one.
  public ServerGiven startedBefore(Duration time) {
    startedAt = NOW.minus(time);
    return this;
  }

  public Survey survey() {
    return new Survey(
        new Server(
            Release.V18,
            Reading.of("18.6"),
            Reading.of(Provider.PLAIN),
            Reading.of(false),
            8192,
            Reading.of(5_000_000L),
            Reading.of(startedAt),
            Reading.missing(Why.NOT_COLLECTED),
            Reading.of(new Server.Role("advisor", false, true)),
            Endpoint.UNKNOWN),
        takenAt,
        ServerSettings.unknown(Release.V18),
        List.of(
            new Database(
                SHOP,
                database,
                true,
                false,
                Reading.of(true),
                Reading.of(new XidAge(1_000_000)),
                Reading.of(XidAge.NONE),
                Reading.missing(Why.NOT_APPLICABLE),
                0,
                Reading.of(0L),
                0,
                0,
                0,
                0,
                Reading.missing(Why.NOT_COLLECTED),
                Reading.missing(Why.NOT_COLLECTED))),
        relations,
        holders,
        new Machinery(
            Reading.of(List.of()),
            List.of(),
            Reading.missing(Why.OLDER_SERVER),
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Reading.missing(Why.NOT_COLLECTED)),
        new Coverage(1, 1, 0, List.of()));
  }
}
