package org.vacuumadvisor.gui.tryout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.TableTrajectory;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.SourceException;

/// Without a toolkit: what settings do on the example, which was read from a real server.
class TryModelTest {
  private final TryModel model = new TryModel(new Background(Runnable::run, Runnable::run));

  @BeforeEach
  void open() throws SourceException {
    model.lengthProperty().set(Duration.ofHours(6));
    model.open(ExampleServer.open());
  }

  @Test
  void looksAtTheTableThatFillsItsThresholdSoonest() {
    assertEquals("", model.errorProperty().get());
    assertEquals("public.job_queue", model.tableProperty().get().orElseThrow().name().sql());
    assertTrue(trial().isSame());
  }

  @Test
  void showsTheSettingsOfTheServer() {
    var cluster = model.standProperty().get().orElseThrow().cluster();

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
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "10s");

    var table = model.tableProperty().get().orElseThrow().key();
    var today = trial().today().table(table).orElseThrow();
    var then = trial().then().table(table).orElseThrow();
    assertEquals(10.0, vacuumsOfTenMinutes(today), 1.0);
    assertEquals(60.0, vacuumsOfTenMinutes(then), 1.0);
    assertTrue(then.figures().meanDead() < today.figures().meanDead(), then::toString);
    assertEquals(
        """
        ALTER SYSTEM SET autovacuum_naptime = '10s';
        -- Then SELECT pg_catalog.pg_reload_conf();\
        """,
        model.script());
  }

  private double vacuumsOfTenMinutes(TableTrajectory table) {
    var end = model.standProperty().get().orElseThrow().cluster().start().plusSeconds(600);
    return (double)
        table.runs().stream().filter(each -> each.isVacuum() && each.start().isBefore(end)).count();
  }

  @Test
  void todaysValueIsNoChange() {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "10s");
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "60s");
    model.setOfTable(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), "0.01");
    model.setOfTable(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), "0.2");

    assertEquals(Changes.NONE, model.changesProperty().get());
    assertEquals("", model.script());
    assertTrue(trial().isSame());
  }

  @Test
  void anExceptionForATableIsItsOwn() {
    choose("job_queue");
    model.setOfTable(knob(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR), "0.01");

    assertEquals(
        """
        -- In database shop:
        ALTER TABLE public.job_queue SET (autovacuum_vacuum_scale_factor = 0.01);\
        """,
        model.script());
  }

  @Test
  void keepsWhatItHasWhenAValueIsRefused() {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "0");

    assertEquals(
        "Autovacuum_naptime is 0: PostgreSQL accepts 1 to 2,147,483.", model.errorProperty().get());
    assertEquals(Changes.NONE, model.changesProperty().get());

    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "5s");
    assertEquals("", model.errorProperty().get());
  }

  @Test
  void takesOverTheAdvisorsValues() throws SourceException {
    model.open(withAutovacuumOff());
    var advised = model.standProperty().get().orElseThrow().advised();
    assertEquals("on", advised.settings().get(Setting.AUTOVACUUM), advised::toString);
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "10s");

    model.useAdvice();
    assertEquals(advised, model.changesProperty().get());
    assertFalse(trial().isSame());

    model.reset();
    assertEquals(Changes.NONE, model.changesProperty().get());
  }

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
  void simulatesTheWholeTimeOnceTheSliderIsLetGo() {
    model.lengthProperty().set(Duration.ofDays(7));
    model.drag(knob(Setting.AUTOVACUUM_NAPTIME), "10s");
    assertFalse(trial().isSame());

    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "10s");
    assertEquals(Duration.ofDays(7), trial().then().length());
  }

  /// A server that is watched is read every half minute.
  @Test
  void keepsWhatIsTriedWhenTheServerIsReadAgain() throws SourceException {
    model.set(knob(Setting.AUTOVACUUM_NAPTIME), "10s");
    var tried = model.changesProperty().get();
    var again = ExampleServer.open();
    model.open(again);

    assertEquals(tried, model.changesProperty().get());

    model.reset();
    assertEquals(
        again.assessment().evidence(), model.standProperty().get().orElseThrow().evidence());
  }

  @Test
  void saysWhatChangesInWords() {
    assertEquals("the same", TryFigures.change(100, 100.2));
    assertEquals("−85 %", TryFigures.change(1000, 150));
    assertEquals("+20 %", TryFigures.change(10, 12));
    assertEquals("× 3.2", TryFigures.change(10, 32));
    assertEquals("more", TryFigures.change(0, 5));
    assertEquals("the same", TryFigures.change(0, 0));
  }

  private void choose(String table) {
    model
        .tableProperty()
        .set(
            model.standProperty().get().orElseThrow().tables().stream()
                .filter(each -> each.name().name().equals(table))
                .findFirst());
  }

  private Trial trial() {
    return model.trialProperty().get().orElseThrow();
  }

  private String text(Setting setting) {
    var knob = knob(setting);
    return knob.text(knob.of(model.standProperty().get().orElseThrow().cluster()));
  }

  private static Knob knob(Setting setting) {
    return Knob.SERVER.stream().filter(each -> each.setting() == setting).findFirst().orElseThrow();
  }
}
