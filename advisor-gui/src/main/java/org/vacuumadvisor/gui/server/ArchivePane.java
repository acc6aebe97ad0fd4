package org.vacuumadvisor.gui.server;

import java.io.File;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.past.Archives;
import org.vacuumadvisor.gui.past.Archives.ArchivePast;
import org.vacuumadvisor.gui.past.Archives.Known;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;

/// Where one chooses the archive of a server that is watched; it tells who kept dead rows before
/// one connected.
final class ArchivePane extends VBox {
  private static final double GAP = 10;

  private final Shell shell;
  private final Archives archives;
  private final Label told = Texts.wrapped("", "faint");
  private final ComboBox<String> cluster = new ComboBox<>();
  private final Button forget;
  private final PartSection kept = new PartSection("");
  private boolean isFilling;

  ArchivePane(Shell shell, Archives archives) {
    super(GAP);
    this.shell = shell;
    this.archives = archives;
    getStyleClass().addAll("card", "plain");
    var choose = Texts.button(Glyph.OPEN, "Choose an archive…", this::choose);
    Texts.explained(choose, "The folder that was written while servers were watched over days");
    forget = Texts.button(Glyph.CLEAR, "Close it", archives::forget);
    cluster.setAccessibleText("Which server of the archive this is");
    cluster
        .valueProperty()
        .subscribe(name -> {
          if (name != null && !isFilling) {
            archives.choose(name);
          }
        });
    told.setMinWidth(0);
    var head = Boxes.row(GAP, Boxes.wide(told), cluster, choose, forget);
    getChildren().addAll(Texts.line("From the archive", "section-title"), head, kept);
    archives.past.subscribe(this::show);
  }

  private void choose() {
    var chooser = new DirectoryChooser();
    chooser.setTitle("Choose the folder of an archive");
    archives
        .folder()
        .map(each -> each.toFile())
        .filter(File::isDirectory)
        .ifPresent(chooser::setInitialDirectory);
    var chosen = chooser.showDialog(shell.window().get());
    if (chosen != null) {
      archives.choose(chosen.toPath());
    }
  }

  private void show(ArchivePast past) {
    isFilling = true;
    cluster.getItems().setAll(past.clusters());
    cluster.setValue(past.known().map(Known::cluster).orElse(null));
    isFilling = false;
    Boxes.show(cluster, past.clusters().size() > 1);
    Boxes.show(forget, archives.folder().isPresent());
    told.setText(Texts.shown(past.words()));
    kept.show(past.known().map(Known::kept).orElse(List.of()));
  }
}
