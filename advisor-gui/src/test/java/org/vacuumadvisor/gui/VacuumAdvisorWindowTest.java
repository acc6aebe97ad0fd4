package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VacuumAdvisorWindowTest {
  @BeforeAll
  static void startToolkit() throws Exception {
    var started = new CompletableFuture<Boolean>();
    Platform.setImplicitExit(false);
    Platform.startup(() -> started.complete(true));
    started.get(60, TimeUnit.SECONDS);
  }

  @AfterAll
  static void stopToolkit() {
    Platform.exit();
  }

  @Test
  void opensUnderItsName() throws Exception {
    assertEquals("Vacuum Advisor", inWindow(Stage::getTitle));
    assertTrue(inWindow(Stage::isShowing));
  }

  @Test
  void saysWhatItCannotDoYetAndWhatCan() throws Exception {
    var text = inWindow(stage -> labels(stage.getScene().getRoot()).toList());

    assertTrue(String.join("\n", text).contains("cannot do that yet"), text::toString);
    assertTrue(text.contains(VacuumAdvisorWindow.COMMAND), text::toString);
  }

  /// No text is cut off: every label got the height it asks for at its width.
  @Test
  void showsItsTextWhole() throws Exception {
    var cut =
        inWindow(stage ->
            nodes(stage.getScene().getRoot())
                .filter(Label.class::isInstance)
                .map(Label.class::cast)
                .filter(label -> label.getHeight() < label.prefHeight(label.getWidth()) - 1)
                .map(Label::getText)
                .toList());

    assertEquals(List.of(), cut);
  }

  private static <T> T inWindow(Function<Stage, T> question) throws Exception {
    var answer = new CompletableFuture<T>();
    Platform.runLater(() -> {
      try {
        var stage = new Stage();
        new VacuumAdvisorWindow(stage).show();
        stage.getScene().getRoot().layout();
        answer.complete(question.apply(stage));
        stage.close();
      } catch (RuntimeException failure) {
        answer.completeExceptionally(failure);
      }
    });
    return answer.get(60, TimeUnit.SECONDS);
  }

  private static Stream<String> labels(Parent parent) {
    return nodes(parent)
        .flatMap(node ->
            switch (node) {
              case Label label -> Stream.of(label.getText());
              case TextField field -> Stream.of(field.getText());
              default -> Stream.of();
            });
  }

  private static Stream<Node> nodes(Parent parent) {
    return parent.getChildrenUnmodifiable().stream();
  }
}
