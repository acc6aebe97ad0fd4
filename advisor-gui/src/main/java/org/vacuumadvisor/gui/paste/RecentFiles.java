package org.vacuumadvisor.gui.paste;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;

/// The files that were opened last, from one start of the window to the next: only their names are
/// remembered.
///
/// @param memory where they are
record RecentFiles(Memory memory) {
  private static final String KEY = "recent.files";
  private static final int MOST = 6;

  /// Remembers files that were read together, as the latest.
  void add(List<Path> files) {
    memory.putFirst(
        KEY,
        files.stream()
            .map(each -> each.toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)),
        MOST);
  }

  /// Those that are still there, the latest first.
  List<List<Path>> sets() {
    return memory.list(KEY).stream()
        .map(RecentFiles::paths)
        .filter(set -> !set.isEmpty() && set.stream().allMatch(Files::isReadable))
        .toList();
  }

  private static List<Path> paths(String line) {
    try {
      return Stream.of(line.split(File.pathSeparator)).map(Path::of).toList();
    } catch (InvalidPathException _) {
      return List.of();
    }
  }

  /// A button for each under a title; nothing where there are none.
  List<Node> links(Consumer<List<Path>> open) {
    var sets = sets();
    if (sets.isEmpty()) {
      return List.of();
    }
    var box = new VBox(2, Texts.line("Opened last", "faint", "small"));
    box.setAlignment(Pos.CENTER);
    sets.stream().map(set -> link(set, open)).forEach(box.getChildren()::add);
    return List.of(box);
  }

  private static Button link(List<Path> set, Consumer<List<Path>> open) {
    var name = String.valueOf(set.getFirst().getFileName());
    var text = set.size() == 1 ? name : "%s and %,d more".formatted(name, set.size() - 1);
    var link = Texts.flat(Glyph.OPEN, Texts.shown(text), () -> open.accept(set));
    link.setTooltip(Texts.tip(set.stream().map(Path::toString).collect(Collectors.joining("\n"))));
    return link;
  }
}
