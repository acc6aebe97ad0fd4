package org.vacuumadvisor.gui.xray;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javafx.geometry.Bounds;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.shape.Rectangle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.source.SourceException;

class XrayScreenTest {
  private Windows window;

  @BeforeEach
  void open() throws Exception {
    window = Windows.open();
    window.go(Place.XRAY);
    Toolkit.await(() -> words().contains("Block 26") && !marks().isEmpty());
  }

  @AfterEach
  void close() {
    window.close();
  }

  @Test
  void opensWithAPageToLookAt() throws Exception {
    assertTrue(Toolkit.in(this::words).contains("dead tuple"));
    Pictures.ofAllLooks(window, Place.XRAY, "example");
  }

  @Test
  void saysWhatALinePointerLeadsTo() throws Exception {
    press(KeyCode.HOME);

    assertTrue(Toolkit.in(this::words).contains("Line pointer 1"));
    assertTrue(Toolkit.in(this::words).contains("t_xmin"));

    press(KeyCode.RIGHT);

    assertTrue(Toolkit.in(this::words).contains("Line pointer 2"));
    Pictures.ofAllLooks(window, Place.XRAY, "pointer");
  }

  @Test
  void aStepChangesThePicture() throws Exception {
    var before = Toolkit.in(this::marks);
    click("Step");
    var pruned = Toolkit.in(this::marks);
    click("Step");
    var moved = Toolkit.in(this::marks);

    assertNotEquals(before, pruned);
    assertNotEquals(pruned, moved);
    assertTrue(before.stream().anyMatch(each -> each.startsWith("mark-dead ")));
    assertFalse(pruned.stream().anyMatch(each -> each.startsWith("mark-dead ")));

    click("Back");
    click("Back");

    assertEquals(before, Toolkit.in(this::marks));

    for (int step = 0; step < 9; step++) {
      click("Step");
    }
    Pictures.ofAllLooks(window, Place.XRAY, "step");
  }

  @Test
  void saysThatTheExampleIsNoTableOfTheServer() throws Exception {
    var asked = new LinkedBlockingQueue<String>();
    var server = new ServerGiven().table("customers", 3).table("orders", 1_700);
    window.with(_ -> {
      window
          .workbench()
          .pageReader
          .set(
              Optional.of((table, _) -> {
                asked.add(table);
                throw new SourceException("No such block.");
              }));
      window
          .workbench()
          .open(
              new Opened(
                  new Origin.Connected("db"), Advisor.assess(server.survey()), ServerGiven.NOW));
    });
    window.go(Place.TRY);
    window.go(Place.XRAY);
    Toolkit.await(() -> words().contains("This is the example, not a table of your server."));
    Pictures.ofAllLooks(window, Place.XRAY, "offer");

    window.with(_ ->
        window.workbench().table.set(Optional.of(new RelationName("shop", "public", "orders"))));
    click("Look");

    assertEquals("public.orders", asked.poll(10, TimeUnit.SECONDS));
    Toolkit.await(() -> words().contains("No such block."));
    assertFalse(words().contains("This is the example, not a table of your server."));
  }

  private void press(KeyCode code) throws Exception {
    window.with(scene -> {
      var picture = Toolkit.first(scene.getRoot(), PagePicture.class, _ -> true).orElseThrow();
      picture.requestFocus();
      picture.fireEvent(
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
    });
  }

  private void click(String button) throws Exception {
    window.with(scene ->
        Toolkit.first(scene.getRoot(), Button.class, each -> each.getText().equals(button))
            .orElseThrow()
            .fire());
  }

  private List<String> words() {
    return Toolkit.words(window.scene().getRoot());
  }

  /// What is drawn, and where.
  private List<String> marks() {
    var picture =
        Toolkit.first(window.scene().getRoot(), PagePicture.class, _ -> true).orElseThrow();
    return Toolkit.all(picture)
        .filter(each -> each instanceof Rectangle && each.isVisible())
        .map(each -> each.getStyleClass().getLast() + " " + place(each.getBoundsInParent()))
        .toList();
  }

  private static String place(Bounds bounds) {
    return "%.0f %.0f %.0f".formatted(bounds.getMinX(), bounds.getMinY(), bounds.getWidth());
  }
}
