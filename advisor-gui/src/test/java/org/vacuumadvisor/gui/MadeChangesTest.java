package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javafx.scene.control.TitledPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;
import org.vacuumadvisor.verify.SavedPlan;
import org.vacuumadvisor.verify.SavedPlan.DatabaseId;
import org.vacuumadvisor.verify.TableId;

/// A plan that was saved once, and its server, looked at after somebody made one of its two
/// changes.
class MadeChangesTest {
  private static final String MADE = "Take the scale factor of public.orders back";

  @TempDir private Path folder;

  @Test
  void areShownWithWhatCameOfThem() throws Exception {
    try (var window = opened("shop", server(), MADE)) {
      Toolkit.await(() -> text(window).contains("UNDECIDED: " + MADE));
      assertFalse(text(window).contains("Set the scale factor of public.lines"), text(window));
      window.with(scene ->
          Toolkit.all(scene.getRoot())
              .filter(TitledPane.class::isInstance)
              .map(TitledPane.class::cast)
              .filter(each -> each.getText().startsWith("UNDECIDED"))
              .forEach(each -> each.setExpanded(true)));
      Toolkit.await(() -> text(window).contains("Too little was seen"));
      Pictures.take(window, "advice-made-changes-1440x900", 1440, 900);
    }
  }

  @Test
  void areNotThoseOfAnotherServer() throws Exception {
    try (var window = opened("bank", server(), MADE)) {
      Toolkit.await(() -> text(window).contains("Did it help?"));
      assertFalse(text(window).contains(MADE), text(window));
    }
  }

  /// Of what was changed while cleanup is blocked nothing can be said.
  @Test
  void standBesideTheRecommendationTheyFollowed() throws Exception {
    var server = server().blockedBySlot("standby_2");
    var title = Advisor.assess(server.survey()).recommendations().getFirst().title();
    try (var window = opened("shop", server, title)) {
      Toolkit.await(() -> text(window).contains("CANNOT BE JUDGED: " + title));
      var outcome =
          Toolkit.in(() ->
              Toolkit.first(
                      window.scene().getRoot(),
                      TitledPane.class,
                      each -> each.getText().startsWith("CANNOT BE JUDGED"))
                  .orElseThrow());
      var column = outcome.getParent().getChildrenUnmodifiable();
      var above = column.get(column.indexOf(outcome) - 1);
      assertTrue(Toolkit.words(above).contains(title), () -> Toolkit.words(above).toString());
      Pictures.take(window, "advice-followed-1440x900", 1440, 900);
    }
  }

  private Windows opened(String database, ServerGiven server, String made) throws Exception {
    var memory = Memory.shortLived();
    memory.keep("plan.file", plan(database, made).toString());
    var window = Windows.open(memory, Screens.all());
    window.go(Place.ADVICE);
    var now = Advisor.assess(server.survey());
    window.with(
        _ -> window.workbench().open(new Opened(new Origin.Connected("db"), now, ServerGiven.NOW)));
    return window;
  }

  private static ServerGiven server() {
    return new ServerGiven().table("orders", 1_700).table("lines", 1_900);
  }

  private Path plan(String database, String made) throws Exception {
    var tables = server().survey().relations().stream().map(TableId::of).toList();
    var factor = "autovacuum_vacuum_scale_factor";
    var changes =
        List.of(
            change(1, made, tables.getFirst(), new PlannedValue(factor, "0.5", null)),
            change(
                2,
                "Set the scale factor of public.lines",
                tables.getLast(),
                new PlannedValue(factor, null, "0.05")));
    var plan =
        new SavedPlan(
            SavedPlan.FORMAT,
            1,
            ServerGiven.NOW.minus(Duration.ofDays(2)),
            new SavedPlan.Server("", "18", List.of(new DatabaseId(database, 16_384))),
            changes,
            List.of());
    var file = folder.resolve("plan.json");
    try (var writer = Files.newBufferedWriter(file)) {
      plan.write(writer);
    }
    return file;
  }

  private static PlannedChange change(int number, String title, TableId table, PlannedValue value) {
    var target = Target.of(table);
    return new PlannedChange(
        number,
        title,
        target,
        List.of(value),
        target.sql(List.of(value)),
        target.sql(List.of(value.back())),
        List.of(),
        null,
        List.of(),
        ServerGiven.NOW.minus(Duration.ofDays(1)));
  }

  private static String text(Windows window) {
    return String.join("\n", Toolkit.words(window.scene().getRoot()));
  }
}
