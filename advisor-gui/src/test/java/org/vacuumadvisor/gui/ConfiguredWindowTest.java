package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.UserConfiguration;

/// The window goes by the file that the command line goes by.
class ConfiguredWindowTest {
  /// A table whose autovacuum is off, as psql shows it.
  private static final String DISABLED =
      """
      relname | n_live_tup | n_dead_tup | reloptions | reltuples
      --------+------------+------------+------------+----------
      loads | 1000000 | 400000 | {autovacuum_enabled=off} | 1000000
      (1 row)
      """;

  private static final String IGNORED =
      """
      [[ignore]]
      finding = "autovacuum-disabled"
      table = "loads"
      until = 2999-12-31
      reason = "loaded nightly"
      """;

  @TempDir private Path folder;

  @Test
  void leavesOutWhatIsIgnoredAndSaysSo() throws Exception {
    try (var window = Windows.open(UserConfiguration.none())) {
      paste(window);
      Toolkit.await(() -> chosen(window).contains("autovacuum-disabled"));
    }
    try (var window = Windows.open(configuration(IGNORED))) {
      paste(window);
      Toolkit.await(() -> says(window, "Ignored until 2999-12-31"));
      assertFalse(Toolkit.in(() -> chosen(window).contains("autovacuum-disabled")));
    }
  }

  @Test
  void hidesWhatIsLessSevereThanItSaysUntilItIsAskedFor() throws Exception {
    try (var window = Windows.open(configuration("[limits]\nmin-severity = \"critical\"\n"))) {
      paste(window);
      Toolkit.await(() -> says(window, "below min-severity"));

      window.with(scene ->
          Toolkit.first(
                  scene.getRoot(),
                  Button.class,
                  each -> each.getText().contains("below min-severity"))
              .orElseThrow()
              .fire());
      Toolkit.await(() -> !window.scene().getRoot().lookupAll(".card.openable").isEmpty());
    }
  }

  @Test
  void offersItsConnectionsByName() throws Exception {
    try (var window =
        Windows.open(configuration("[connections]\nshop = \"host=db1 port=5433 dbname=shop\"\n"))) {
      window.go(Place.CONNECT);
      Toolkit.await(() -> saved(window).getItems().size() == 1);
      window.with(_ -> saved(window).getSelectionModel().select(0));

      assertEquals("host=db1 port=5433 dbname=shop", Toolkit.in(() -> conninfo(window).getText()));
    }
  }

  @Test
  void tellsAMistakeWithItsLine() throws Exception {
    try (var window = Windows.open(configuration("[limits]\ntimeout = \"soon\"\n"))) {
      Toolkit.await(() -> says(window, "line 2, column 1"));
      assertEquals(List.of(), Toolkit.in(() -> Clipped.in(window.scene().getRoot())));
    }
  }

  private UserConfiguration configuration(String text) throws Exception {
    var file = Files.writeString(folder.resolve("config.toml"), text);
    return UserConfiguration.of(Map.of("VACUUM_ADVISOR_CONFIG", file.toString()));
  }

  private static void paste(Windows window) throws Exception {
    window.go(Place.PASTE);
    window.with(scene ->
        Toolkit.first(scene.getRoot(), CodeArea.class, CodeArea::isEditable)
            .orElseThrow()
            .setText(DISABLED));
  }

  private static String chosen(Windows window) {
    return window
        .workbench()
        .opened()
        .map(each ->
            each.assessment().problems().stream().map(problem -> problem.cause().id()).toList())
        .orElse(List.of())
        .toString();
  }

  private static ComboBox<?> saved(Windows window) {
    return Toolkit.first(
            window.scene().getRoot(), ComboBox.class, each -> "saved".equals(each.getId()))
        .orElseThrow();
  }

  private static TextField conninfo(Windows window) {
    return Toolkit.first(
            window.scene().getRoot(), TextField.class, each -> "conninfo".equals(each.getId()))
        .orElseThrow();
  }

  private static boolean says(Windows window, String text) {
    return Toolkit.words(window.scene().getRoot()).stream().anyMatch(each -> each.contains(text));
  }
}
