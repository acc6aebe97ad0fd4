package org.vacuumadvisor.gui.theme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import javafx.geometry.BoundingBox;
import javafx.scene.layout.Pane;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.gui.Toolkit;

class MagnifiedTest {
  /// The five sizes that the window is judged at: letters grow only where there is room for more
  /// than can be read, and the window is always filled.
  @ParameterizedTest
  @CsvSource({"1024,640,1", "1280,800,1", "1440,900,1", "1920,1080,1", "3840,2160,1.75"})
  void fillsAWindowOfAnySize(double width, double height, double factor) throws Exception {
    Toolkit.run(() -> {
      var content = new Pane();
      var magnified = new Magnified(content);
      magnified.resize(width, height);
      magnified.layout();

      assertEquals(factor, magnified.factor());
      assertEquals(new BoundingBox(0, 0, width, height), content.getBoundsInParent());
    });
  }
}
