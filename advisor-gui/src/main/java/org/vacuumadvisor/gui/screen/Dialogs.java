package org.vacuumadvisor.gui.screen;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.TransferMode;
import javafx.stage.FileChooser;
import org.vacuumadvisor.gui.work.Background.Job;

/// How files come into the window and out of it.
public final class Dialogs {
  private Dialogs() {}

  /// Asks for files to open, in the order of their names.
  ///
  /// @param title what is to be opened
  public static void open(Shell shell, String title, Consumer<List<Path>> open) {
    var chooser = new FileChooser();
    chooser.setTitle(title);
    var files = chooser.showOpenMultipleDialog(shell.window().get());
    if (files != null && !files.isEmpty()) {
      open.accept(paths(files));
    }
  }

  /// Asks where to write something, and writes it beside the window.
  ///
  /// @param name that is proposed
  /// @param text what is written
  /// @param told is given a sentence: where it was written, or why it was not
  public static void save(Shell shell, String name, Job<String> text, Consumer<String> told) {
    var chooser = new FileChooser();
    chooser.setInitialFileName(name);
    var file = chooser.showSaveDialog(shell.window().get());
    if (file != null) {
      shell.start(
          steps -> Files.writeString(file.toPath(), text.run(steps), StandardCharsets.UTF_8),
          written -> told.accept("Written to %s.".formatted(written)),
          told);
    }
  }

  /// Lets files be dropped on a node.
  public static void acceptFiles(Node node, Consumer<List<Path>> open) {
    node.setOnDragOver(drag -> {
      if (drag.getDragboard().hasFiles()) {
        drag.acceptTransferModes(TransferMode.COPY);
        drag.consume();
      }
    });
    node.setOnDragDropped(drag -> {
      boolean hasFiles = drag.getDragboard().hasFiles();
      if (hasFiles) {
        open.accept(paths(drag.getDragboard().getFiles()));
      }
      drag.setDropCompleted(hasFiles);
      drag.consume();
    });
  }

  /// In the order of their names.
  public static List<Path> paths(List<File> files) {
    return files.stream().map(File::toPath).sorted().toList();
  }
}
