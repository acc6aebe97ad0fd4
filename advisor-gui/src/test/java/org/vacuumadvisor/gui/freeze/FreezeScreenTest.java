package org.vacuumadvisor.gui.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.event.ActionEvent;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.screen.Place;

class FreezeScreenTest {
  private Windows window;

  @BeforeEach
  void open() throws Exception {
    window = Windows.open();
    window.go(Place.FREEZE);
  }

  @AfterEach
  void close() {
    window.close();
  }

  @Test
  void copiesTheCommandOfAWindow() throws Exception {
    assertTrue(
        Toolkit.in(() -> Toolkit.words(window.scene().getRoot()))
            .contains("When do tables have to be frozen?"));
    click("Show an example");
    Toolkit.await(() -> !command().isEmpty());

    var command = Toolkit.in(this::command);
    assertTrue(command.startsWith("vacuumdb --freeze --min-xid-age "), command);
    assertTrue(command.endsWith(" shop"), command);
    window.with(scene ->
        Toolkit.first(
                scene.getRoot(),
                Button.class,
                each -> "Copy: Statement of recommendation 1".equals(each.getAccessibleText()))
            .orElseThrow()
            .fire());
    assertEquals(command, Toolkit.in(() -> Clipboard.getSystemClipboard().getString()));
    Pictures.ofAllLooks(window, Place.FREEZE, "plan");
  }

  @Test
  void plansForOtherQuietHours() throws Exception {
    click("Show an example");
    Toolkit.await(() -> !command().isEmpty());
    enter("Sat 01:00-06:00; Wed 23:00-01:00");

    Toolkit.await(() ->
        Toolkit.words(window.scene().getRoot()).stream()
            .anyMatch(each -> each.matches("(Sat|Wed) 20.*:00-0[16]:00")));

    enter("Caturday 01:00-02:00");
    Toolkit.await(() ->
        Toolkit.words(window.scene().getRoot()).stream()
            .anyMatch(each -> each.contains("is no day of the week")));
  }

  private void enter(String hours) throws Exception {
    window.with(scene -> {
      var field =
          Toolkit.first(
                  scene.getRoot(),
                  TextField.class,
                  each -> "Quiet hours".equals(each.getAccessibleText()))
              .orElseThrow();
      field.setText(hours);
      field.fireEvent(new ActionEvent());
    });
  }

  private void click(String button) throws Exception {
    window.with(scene ->
        Toolkit.first(scene.getRoot(), Button.class, each -> each.getText().equals(button))
            .orElseThrow()
            .fire());
  }

  private String command() {
    return Toolkit.first(
            window.scene().getRoot(),
            CodeArea.class,
            each -> "Statement of recommendation 1".equals(each.getAccessibleText()))
        .map(CodeArea::getText)
        .map(text -> text.replace(" \\\n ", ""))
        .orElse("");
  }
}
