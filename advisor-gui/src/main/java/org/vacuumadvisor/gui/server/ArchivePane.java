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
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.Words;

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
    var clusters =
        switch (past) {
          case ArchivePast.None _, ArchivePast.Reading _ -> List.<String>of();
          case ArchivePast.Failed failed -> failed.clusters();
          case ArchivePast.Known known -> known.clusters();
        };
    offer(clusters, past);
    boolean isChosen = archives.folder().isPresent();
    Boxes.show(forget, isChosen);
    told.setText(Texts.shown(words(past)));
    kept.show(past instanceof ArchivePast.Known known ? known.kept() : List.of());
  }

  private void offer(List<String> clusters, ArchivePast past) {
    isFilling = true;
    cluster.getItems().setAll(clusters);
    cluster.setValue(past instanceof ArchivePast.Known known ? known.cluster() : null);
    Boxes.show(cluster, clusters.size() > 1);
    isFilling = false;
  }

  private static String words(ArchivePast past) {
    return switch (past) {
      case ArchivePast.None _ ->
          "Trends of the weeks before you connected are in an archive, if one was kept of this"
              + " server.";
      case ArchivePast.Reading(var folder) -> "Reading the archive %s …".formatted(folder);
      case ArchivePast.Failed failed -> "%s (archive %s)".formatted(failed.why(), failed.folder());
      case ArchivePast.Known known when known.moments().size() < 2 ->
          "The archive %s knows less than two looks at %s."
              .formatted(known.folder(), known.cluster());
      case ArchivePast.Known known ->
          "Archive %s, %s: from %s to %s"
              .formatted(
                  known.folder(),
                  known.cluster(),
                  Words.moment(known.moments().getFirst().at()),
                  Words.moment(known.moments().getLast().at()));
    };
  }
}
