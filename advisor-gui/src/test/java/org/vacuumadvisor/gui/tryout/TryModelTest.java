package org.vacuumadvisor.gui.tryout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.simulator.TableFigures;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.gui.tryout.Knob.Owner;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// Without a toolkit: what settings do on the example, which was read from a real server.
class TryModelTest {
  private final TryModel model = new TryModel(new Background(Runnable::run, Runnable::run));

  @BeforeEach
  void open() throws SourceException {
    model.length.set(Duration.ofHours(6));
    model.open(ExampleServer.open());
  }

  @Test
  void looksAtTheTableThatFillsItsThresholdSoonest() {
    assertEquals("", model.error.get());
    assertEquals("public.job_queue", model.table.get().orElseThrow().name().sql());
    assertTrue(trial().isSame());
  }

  @Test
  void looksAtTheTableThatWasAskedForBeforeTheServerWasRead() throws Exception {
    var events = new RelationName("shop", "public", "events");
    model.clear();
    model.look(events);
    model.open(ExampleServer.open());

    assertEquals(events, model.table.get().orElseThrow().name());
  }

  /// What was simulated of one server is never shown for another, be it while that is read, or
  /// because a simulation ends late.
  @Test
  void showsNothingOfTheServerBefore() throws Exception {
    var jobs = new ArrayDeque<Runnable>();
    var late = new TryModel(new Background(jobs::add, Runnable::run));
    var example = ExampleServer.open();
    late.open(example);
    jobs.remove().run();
    assertTrue(late.busy.get());

    var other = new Opened(new Origin.Connected("other"), example.assessment(), example.at());
    late.open(other);
    assertTrue(late.stand.get().isEmpty());
    assertTrue(late.reading.get());

    jobs.remove().run(); // the simulation of the server before
    assertTrue(late.trial.get().isEmpty());
    while (!jobs.isEmpty()) {
      jobs.remove().run();
    }
    assertTrue(late.trial.get().isPresent());
    assertFalse(late.busy.get());
  }

  @Test
  void showsTheSettingsOfTheServer() {
    var cluster = model.stand.get().orElseThrow().cluster();

    assertEquals("60s", text(Setting.AUTOVACUUM_NAPTIME));
    assertEquals("200", text(Setting.AUTOVACUUM_VACUUM_COST_LIMIT));
    assertEquals("2ms", text(Setting.AUTOVACUUM_VACUUM_COST_DELAY));
    assertEquals("64MB", text(Setting.AUTOVACUUM_WORK_MEM));
    assertEquals(Release.V18, cluster.release());
  }

  /// 108 rows die in a second, and 50 + 0.2 × 2,206 bring a vacuum: every look finds the queue due,
  /// ten in ten minutes today, sixty with the shorter nap. Later the queue is longer, and its
  /// threshold higher.
  @Test
  void aShorterNapVacuumsTheQueueMoreOften() {
    choose("job_queue");
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");

    var table = model.table.get().orElseThrow().key();
    var today = trial().today().likely().table(table).orElseThrow();
    var then = trial().then().likely().table(table).orElseThrow();
    assertEquals(10.0, vacuumsOfTenMinutes(today), 1.0);
    assertEquals(60.0, vacuumsOfTenMinutes(then), 1.0);
    assertTrue(then.figures().meanDead() < today.figures().meanDead(), then::toString);
    assertEquals(
        """
        ALTER SYSTEM SET autovacuum_naptime = '10s';
        SELECT pg_catalog.pg_reload_conf();\
        """,
        model.script());
  }

  private double vacuumsOfTenMinutes(TableTrajectory table) {
    var end = model.stand.get().orElseThrow().cluster().start().plusSeconds(600);
    return (double)
        table.runs().stream().filter(each -> each.isVacuum() && each.start().isBefore(end)).count();
  }

  @Test
  void todaysValueIsNoChange() {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "60s");
    model.set(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), Owner.TABLE, "0.01");
    model.set(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), Owner.TABLE, "0.2");

    assertEquals(Changes.NONE, model.changes.get());
    assertEquals("", model.script());
    assertTrue(trial().isSame());
  }

  @Test
  void anExceptionForATableIsItsOwn() {
    choose("job_queue");
    model.set(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), Owner.TABLE, "0.01");

    assertEquals(
        """
        -- In database shop:
        ALTER TABLE public.job_queue SET (autovacuum_vacuum_scale_factor = 0.01);\
        """,
        model.script());
  }

  @Test
  void keepsWhatItHasWhenAValueIsRefused() {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "0");

    assertEquals("Autovacuum_naptime is 0: PostgreSQL accepts 1 to 2,147,483.", model.error.get());
    assertEquals(Changes.NONE, model.changes.get());

    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "5s");
    assertEquals("", model.error.get());
  }

  @Test
  void takesOverTheAdvisorsValues() throws SourceException {
    model.open(withAutovacuumOff());
    var advised = model.stand.get().orElseThrow().advised();
    assertEquals("on", advised.settings().get(Setting.AUTOVACUUM), advised::toString);
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");

    model.useAdvice();
    assertEquals(advised, model.changes.get());
    assertFalse(trial().isSame());

    model.reset();
    assertEquals(Changes.NONE, model.changes.get());
  }

  @Test
  void staysAsItWasWhenATrialBeganUntilThatIsOver() throws SourceException {
    var before = stand().evidence();
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");
    var later = later(Duration.ofMinutes(5));
    model.open(later);
    assertEquals(before, stand().evidence());

    model.reset();
    assertEquals(later.assessment().evidence(), stand().evidence());
  }

  /// A replication slot that nobody reads keeps every dead row (`replication_slot_xmin`).
  @Test
  void noSettingHelpsWhileASlotBlocksCleanup() throws SourceException {
    model.open(blocked());
    choose("job_queue");
    assertEquals(
        Optional.of("replication slot standby_2"),
        stand().holderOf(model.table.get().orElseThrow()));

    model.set(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), Owner.TABLE, "0.01");
    assertEquals(
        "Nothing changes while cleanup is blocked by replication slot standby_2.",
        inVain()
            .whyTheSame(
                model.table.get().orElseThrow(),
                stand().holderOf(model.table.get().orElseThrow())));

    double blocked = dead();
    model.ended.set(true);
    assertTrue(dead() < blocked / 2, () -> dead() + " of " + blocked);
  }

  @Test
  void saysThatATableHasItsOwnSetting() {
    choose("job_queue");
    var table = model.table.get().orElseThrow();
    var own = table.with(new StorageParameters(Map.of("autovacuum_vacuum_scale_factor", "0.02")));
    model.set(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), Owner.SERVER, "0.5");

    assertEquals(
        "Nothing changes for public.job_queue: it has its own autovacuum_vacuum_scale_factor.",
        inVain().whyTheSame(own, Optional.empty()));
  }

  @Test
  void theRangeEnclosesWhatIsLikely() {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");

    assertFalse(trial().then().corners().isEmpty());
    var band = trial().then().band(each -> each.sum(TableFigures::vacuumsADay));
    assertTrue(band.low() <= band.likely() && band.likely() <= band.high(), band::toString);
  }

  private double dead() {
    var table = model.table.get().orElseThrow().key();
    return trial().then().likely().table(table).orElseThrow().figures().meanDead();
  }

  private Stand stand() {
    return model.stand.get().orElseThrow();
  }

  /// The example, seen once more after that time: the same figures.
  static Opened later(Duration time) throws SourceException {
    var example = ExampleServer.open();
    var evidence = example.assessment().evidence();
    var newer = evidence.survey();
    return new Opened(
        example.origin(),
        Advisor.assess(newer, with(newer, newer.takenAt().plus(time), newer.horizonHolders())),
        example.at().plus(time));
  }

  /// The example with a slot that holds the oldest xmin.
  static Opened blocked() throws SourceException {
    var evidence = ExampleServer.open().assessment().evidence();
    var newer = evidence.survey();
    return new Opened(
        new Origin.Files(List.of("blocked")),
        Advisor.assess(evidence.older().orElseThrow(), with(newer, newer.takenAt(), List.of(SLOT))),
        newer.takenAt());
  }

  private static Survey with(Survey survey, Instant takenAt, List<HorizonHolder> holders) {
    return survey.takenAt(takenAt).with(holders);
  }

  private static final HorizonHolder SLOT =
      new HorizonHolder.Slot(
          "standby_2",
          "physical",
          Reading.missing(Reading.Why.NOT_APPLICABLE),
          new HorizonHolder.Slot.Consumer(
              Reading.of(false),
              Reading.missing(Reading.Why.NOT_APPLICABLE),
              Reading.missing(Reading.Why.OLDER_SERVER)),
          new HorizonHolder.Slot.Wal(
              Reading.of("extended"),
              Reading.missing(Reading.Why.NOT_APPLICABLE),
              Reading.of(new Bytes(5L << 30)),
              Reading.missing(Reading.Why.NOT_APPLICABLE),
              Reading.missing(Reading.Why.NOT_APPLICABLE),
              Reading.missing(Reading.Why.NOT_APPLICABLE)),
          false,
          false,
          new HorizonHolder.Reach.Everything(),
          Reading.of(800L),
          Reading.of(new XidAge(90_000_000)));

  /// The example as it would be with autovacuum switched off, which the advisor never leaves so.
  static Opened withAutovacuumOff() throws SourceException {
    var evidence = ExampleServer.open().assessment().evidence();
    var newer = evidence.survey();
    return new Opened(
        new Origin.Files(List.of("switched off")),
        Advisor.assess(off(evidence.older().orElseThrow()), off(newer)),
        newer.takenAt());
  }

  private static Survey off(Survey survey) {
    var settings = new HashMap<>(survey.settings().values());
    settings.computeIfPresent("autovacuum", (_, value) -> value.changedTo("off"));
    return new Survey(
        survey.server(),
        survey.takenAt(),
        new ServerSettings(survey.server().release(), settings),
        survey.databases(),
        survey.relations(),
        survey.horizonHolders(),
        survey.machinery(),
        survey.coverage());
  }

  @Test
  void simulatesTheWholeTimeThatIsAskedFor() {
    model.length.set(Duration.ofDays(7));
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");

    assertEquals(Duration.ofDays(7), trial().then().likely().length());
  }

  /// A server that is watched is read every half minute.
  @Test
  void keepsWhatIsTriedWhenTheServerIsReadAgain() throws SourceException {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), Owner.SERVER, "10s");
    var tried = model.changes.get();
    var again = ExampleServer.open();
    model.open(again);

    assertEquals(tried, model.changes.get());

    model.reset();
    assertEquals(again.assessment().evidence(), model.stand.get().orElseThrow().evidence());
  }

  private void choose(String table) {
    model.table.set(
        model.stand.get().orElseThrow().tables().stream()
            .filter(each -> each.name().name().equals(table))
            .findFirst());
  }

  /// What is tried, had it changed nothing.
  private Trial inVain() {
    var now = trial();
    return new Trial(now.cluster(), now.changes(), now.length(), now.today(), now.today());
  }

  private Trial trial() {
    return model.trial.get().orElseThrow();
  }

  private String text(Setting setting) {
    var knob = knob(setting);
    return knob.text(knob.of(model.stand.get().orElseThrow().cluster()));
  }

  private static Knob knob(Setting setting) {
    return Knob.of(Owner.SERVER, Release.V18).stream()
        .filter(each -> each.setting() == setting)
        .findFirst()
        .orElseThrow();
  }
}
