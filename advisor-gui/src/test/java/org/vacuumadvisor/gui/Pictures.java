package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.Pane;
import javax.imageio.ImageIO;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.theme.Appearance.Theme;

/// The window as it looks at some size: what cannot be read there is a fault. With
/// `-Dvacuumadvisor.pictures=true` it is drawn as well, for people to look at:
/// `target/screens/paste-dark-1440x900.png`.
public final class Pictures {
  private static final boolean ARE_WANTED = Boolean.getBoolean("vacuumadvisor.pictures");
  private static final Path DIRECTORY = Path.of("target", "screens");

  /// As often as a scene lays itself out at most, for parts that ask for it while it does.
  private static final int PASSES = 3;

  private Pictures() {}

  /// What is shown now.
  ///
  /// @param name without an ending
  public static void take(Windows window, String name, double width, double height)
      throws Exception {
    var picture = Toolkit.in(() -> taken(window.scene(), width, height));
    if (picture.isPresent()) {
      Files.createDirectories(DIRECTORY);
      ImageIO.write(image(picture.get()), "png", DIRECTORY.resolve(name + ".png").toFile());
    }
  }

  /// A screen in both themes and three sizes.
  ///
  /// @param state what the screen is showing: "example"
  public static void ofAllLooks(Windows window, Place place, String state) throws Exception {
    for (var theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
      window.theme(theme);
      for (var size : new int[][] {{1024, 640}, {1440, 900}, {3840, 2160}}) {
        window.go(place);
        take(
            window,
            "%s-%s-%s-%dx%d"
                .formatted(
                    place.title().toLowerCase(Locale.ROOT), state, theme.word(), size[0], size[1]),
            size[0],
            size[1]);
      }
    }
  }

  /// The screen of the tests is small: the content moves to a scene of its own.
  private static Optional<WritableImage> taken(Scene scene, double width, double height) {
    var content = scene.getRoot();
    var style = content.getStyle();
    scene.setRoot(new Pane());
    var aside = new Scene(content, width, height);
    aside.getStylesheets().setAll(scene.getStylesheets());
    for (int pass = 0; pass < PASSES; pass++) {
      content.applyCss();
      content.layout();
    }
    var picture = Optional.of(aside).filter(_ -> ARE_WANTED).map(each -> each.snapshot(null));
    var clipped = Clipped.in(content);
    boolean isTooHigh = content.minHeight(width) > height;
    aside.setRoot(new Pane());
    scene.setRoot(content);
    content.setStyle(style);
    assertEquals(List.of(), clipped, () -> "cannot be read in a window %.0f wide".formatted(width));
    assertFalse(isTooHigh, () -> "does not fit in a window %.0f high".formatted(height));
    return picture;
  }

  private static BufferedImage image(WritableImage picture) throws IOException {
    int width = (int) picture.getWidth();
    int height = (int) picture.getHeight();
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var pixels = new int[width];
    for (int y = 0; y < height; y++) {
      picture
          .getPixelReader()
          .getPixels(0, y, width, 1, PixelFormat.getIntArgbInstance(), pixels, 0, width);
      image.setRGB(0, y, width, 1, pixels, 0, width);
    }
    return image;
  }
}
