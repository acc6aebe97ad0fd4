package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Toolkit;

class BoxesTest {
  private static final double SHARE = 0.3;

  /// What a small window squeezed was small for good.
  @Test
  void keepsTheSharesOfASplitWhateverTheSizeOfItsWindow() throws Exception {
    var split = Toolkit.in(() -> Boxes.split(Orientation.HORIZONTAL, SHARE));
    var stage =
        Toolkit.in(() -> {
          var made = new Stage();
          for (var piece : List.of(new StackPane(), new StackPane())) {
            piece.setMinWidth(140);
            split.getItems().add(piece);
          }
          made.setScene(new Scene(split));
          made.show();
          return made;
        });
    for (int width : List.of(1200, 300, 1200)) {
      Toolkit.run(() -> stage.setWidth(width));
      Toolkit.await(() -> Math.abs(split.getWidth() - width) < 50);
    }
    Toolkit.await(() -> Math.abs(split.getDividerPositions()[0] - SHARE) < 0.02);
    Toolkit.run(stage::close);
  }
}
