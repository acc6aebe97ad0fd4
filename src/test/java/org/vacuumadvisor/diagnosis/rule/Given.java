package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// A server made by hand, healthy until a test says otherwise.
final class Given {
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  static final String SHOP = "shop";

  private static final int BLOCK_SIZE = 8192;
  private static final long SHOP_OID = 16_384;

  private final Map<String, SettingValue> settings = new HashMap<>();
  private final List<Relation> relations = new ArrayList<>();
  private final List<HorizonHolder> holders = new ArrayList<>();
  private final List<Machinery.Worker> workers = new ArrayList<>();
  private Release release = Release.V18;
  private boolean standby;
  private XidAge databaseAge = new XidAge(1_000_000);
  private Instant takenAt = NOW;
  private long nextXid = 5_000_000;

  static Given server() {
    return new Given();
  }

  static Given server(Release release) {
    var given = new Given();
    given.release = release;
    return given;
  }

  Given asStandby() {
    standby = true;
    return this;
  }

  Given with(Setting setting, String value) {
    settings.put(setting.parameter(), SettingValue.of(setting.parameter(), value));
    return this;
  }

  Given with(TableGiven table) {
    relations.add(table.relation(relations.size()));
    return this;
  }

  Given with(HorizonHolder holder) {
    holders.add(holder);
    return this;
  }

  Given databaseAge(long age) {
    databaseAge = new XidAge(age);
    return this;
  }

  Given worker(String task) {
    workers.add(new Machinery.Worker(4711, SHOP, task));
    return this;
  }

  Given taken(Duration before, long xid) {
    takenAt = NOW.minus(before);
    nextXid = xid;
    return this;
  }

  Situation situation() {
    return Situation.of(survey());
  }

  /// With an earlier survey: the two make a window.
  Situation after(Given older) {
    return Situation.between(older.survey(), survey());
  }

  Survey survey() {
    return new Survey(
        new Server(
            release,
            release.major(),
            Provider.PLAIN,
            standby,
            BLOCK_SIZE,
            Reading.of(nextXid),
            NOW.minus(Duration.ofDays(30)),
            new Server.Role("advisor", false, true)),
        takenAt,
        new ServerSettings(release, settings),
        List.of(
            new Database(
                SHOP_OID,
                SHOP,
                true,
                true,
                new FreezeAges(databaseAge, 0),
                Reading.missing(Why.NOT_APPLICABLE),
                0,
                0,
                0,
                0,
                0,
                0)),
        relations,
        holders,
        new Machinery(
            Reading.of(List.copyOf(workers)),
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            Reading.missing(Why.OLDER_SERVER)),
        new Coverage(1, 1, 0, List.of()));
  }

  static HorizonHolder.Reach shop() {
    return new HorizonHolder.Reach.OneDatabase(SHOP);
  }

  static TableGiven table(String name) {
    return new TableGiven(name);
  }

  /// A table: vacuumed and analyzed an hour ago, 100 rows a page, nothing dead.
  static final class TableGiven {
    private final String name;
    private final Map<String, String> parameters = new HashMap<>();
    private RelationKind kind = RelationKind.TABLE;
    private Persistence persistence = Persistence.PERMANENT;
    private double rows = 1_000;
    private OptionalLong pages = OptionalLong.empty();
    private long allVisible;
    private long live = -1;
    private long dead;
    private Reading<Long> insertedSinceVacuum = Reading.of(0L);
    private Activity activity = Activity.NONE;
    private long age = 1_000;
    private Reading<Instant> vacuumed = Reading.of(NOW.minus(Duration.ofHours(1)));
    private long autovacuums = 1;

    private TableGiven(String name) {
      this.name = name;
    }

    TableGiven kind(RelationKind other) {
      kind = other;
      return this;
    }

    TableGiven temporary() {
      persistence = Persistence.TEMPORARY;
      return this;
    }

    TableGiven rows(double count) {
      rows = count;
      return this;
    }

    TableGiven pages(long count) {
      pages = OptionalLong.of(count);
      return this;
    }

    TableGiven allVisible(long count) {
      allVisible = count;
      return this;
    }

    TableGiven live(long count) {
      live = count;
      return this;
    }

    TableGiven dead(long count) {
      dead = count;
      return this;
    }

    TableGiven insertedSinceVacuum(long count) {
      insertedSinceVacuum = Reading.of(count);
      return this;
    }

    TableGiven written(long inserted, long updated, long deleted) {
      activity = new Activity(inserted, updated, 0, deleted, 0, 0, 0, 0);
      return this;
    }

    TableGiven age(long count) {
      age = count;
      return this;
    }

    TableGiven with(String parameter, String value) {
      parameters.put(parameter, value);
      return this;
    }

    TableGiven vacuumed(Instant at) {
      vacuumed = Reading.of(at);
      return this;
    }

    TableGiven autovacuums(long count) {
      autovacuums = count;
      return this;
    }

    TableGiven neverVacuumed() {
      vacuumed = Reading.missing(Why.NOT_APPLICABLE);
      autovacuums = 0;
      return this;
    }

    private Relation relation(int number) {
      long size = pages.orElse((long) Math.ceil(rows / 100));
      return new Relation(
          new RelationKey(SHOP_OID, 20_000 + number),
          new RelationName(SHOP, "public", name),
          kind,
          persistence,
          new Extent(
              new Pages(size),
              rows < 0 ? Reading.missing(Why.NOT_APPLICABLE) : Reading.of(rows),
              new Pages(allVisible),
              Reading.of(Pages.NONE),
              Reading.missing(Why.NOT_COLLECTED),
              BLOCK_SIZE),
          Reading.of(new FreezeAges(new XidAge(age), 0)),
          new StorageParameters(parameters),
          Reading.of(new Population(live < 0 ? (long) rows : live, dead, 0, insertedSinceVacuum)),
          activity,
          new Maintenance(
              Reading.missing(Why.NOT_APPLICABLE),
              vacuumed,
              Reading.missing(Why.NOT_APPLICABLE),
              Reading.missing(Why.NOT_APPLICABLE),
              0,
              autovacuums,
              0,
              0,
              Reading.missing(Why.OLDER_SERVER)),
          OptionalLong.empty(),
          List.of(),
          List.of(),
          List.of());
    }
  }
}
