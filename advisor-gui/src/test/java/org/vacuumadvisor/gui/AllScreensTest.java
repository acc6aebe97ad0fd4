package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.RelationName;

/// Takes a picture of every screen in states that none of the screens' own tests takes one of.
class AllScreensTest {
  private static final String SCHEMA = "warehouse_of_the_northern_region";
  private static final String LONGEST =
      "order_items_with_a_name_of_sixty_three_characters_like_orm_make";

  @Test
  void haveSomethingToSayWhenNothingIsOpen() throws Exception {
    try (var window = Windows.open()) {
      for (Place place : Screens.all().keySet()) {
        window.go(place);
        var words = words(window);
        assertTrue(words.size() > Screens.all().size() + 3, () -> place + " is bare: " + words);
        Pictures.ofAllLooks(window, place, "empty");
      }
    }
  }

  @Test
  void cutNoFigureWhereNamesAreAsLongAsNamesCanBe() throws Exception {
    try (var window = Windows.open()) {
      open(
          window,
          new ServerGiven()
              .table(SCHEMA, LONGEST, 90_000_000, 190_000_000)
              .table("orders", 3)
              .blockedBySlot("standby_in_the_other_data_centre"));
      for (var place : List.of(Place.CONNECT, Place.TABLES, Place.ADVICE, Place.TRY)) {
        Pictures.ofAllLooks(window, place, "long-names");
      }
      window.go(Place.TABLES);
      window.with(_ ->
          window.workbench().table.set(Optional.of(new RelationName("shop", SCHEMA, LONGEST))));
      Toolkit.await(() -> Toolkit.words(window.scene().getRoot()).contains("All tables"));
      Pictures.ofAllLooks(window, Place.TABLES, "long-names-page");
    }
  }

  @Test
  void offerNoFilterToClearWhereThereAreNoTables() throws Exception {
    try (var window = Windows.open()) {
      window.go(Place.TABLES);
      open(window, new ServerGiven());
      Toolkit.await(() ->
          Toolkit.words(window.scene().getRoot()).contains("No figures of tables in what is open"));
      assertFalse(words(window).contains("Clear filters"));
      Pictures.ofAllLooks(window, Place.TABLES, "without-tables");

      open(window, new ServerGiven().table("pg_catalog", "pg_class", 0, 5));
      Toolkit.await(() ->
          Toolkit.words(window.scene().getRoot())
              .contains("There are no tables but PostgreSQL's own"));
      Pictures.ofAllLooks(window, Place.TABLES, "own-tables");
    }
  }

  @Test
  void areEmptyAgainWhereAFileCannotBeRead(@TempDir Path directory) throws Exception {
    try (var window = Windows.open()) {
      window.go(Place.TRY);
      window.go(Place.PASTE);
      window.with(_ -> box(window).setText("Lorem ipsum"));
      Toolkit.await(() ->
          Toolkit.words(window.scene().getRoot())
              .contains(
                  "Nothing to judge: no figure, plan or message in this text tells anything about"
                      + " VACUUM."));

      Toolkit.run(() -> window.window().open(List.of(directory.resolve("gone.log"))));
      Toolkit.await(() ->
          Toolkit.words(window.scene().getRoot()).stream()
              .anyMatch(each -> each.contains("There is no file gone.log")));
      assertEquals("", Toolkit.in(() -> box(window).getText()));
      Pictures.ofAllLooks(window, Place.PASTE, "no-file");

      window.go(Place.TRY);
      assertTrue(words(window).contains("What would other settings do?"), words(window)::toString);
    }
  }

  private static void open(Windows window, ServerGiven server) throws Exception {
    window.with(_ ->
        window
            .workbench()
            .open(
                new Opened(
                    new Origin.Connected("db"), Advisor.assess(server.survey()), ServerGiven.NOW)));
  }

  private static CodeArea box(Windows window) {
    return Toolkit.first(window.scene().getRoot(), CodeArea.class, CodeArea::isEditable)
        .orElseThrow();
  }

  private static List<String> words(Windows window) throws Exception {
    return Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
  }
}
