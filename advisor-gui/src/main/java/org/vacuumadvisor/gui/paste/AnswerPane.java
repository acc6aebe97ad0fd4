package org.vacuumadvisor.gui.paste;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.problem.VerdictBox;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.report.assessment.Origin;

/// What is said of the text beside it: the verdict and its problems. Before there is a text it says
/// what may be pasted.
final class AnswerPane extends VBox {
  private final Shell shell;
  private final PasteModel model;
  private final ProblemList problems;
  private final ScrollPane scrolled;
  private final RecentFiles recent;
  private final VBox run = new VBox(8);

  AnswerPane(Shell shell, PasteModel model) {
    super(8);
    this.shell = shell;
    this.model = model;
    this.problems =
        new ProblemList(
            shell, Place.PASTE, ProblemList.Detail.ALL, each -> model.prove(each, true));
    this.scrolled = Boxes.scrolled(problems);
    this.recent = new RecentFiles(shell.memory());
    setPadding(new Insets(0, 0, 0, 4));
  }

  void show(Optional<Reading> reading) {
    getChildren().clear();
    if (!model.trouble.get().isEmpty()) {
      getChildren().add(Placeholders.error(model.trouble.get()));
    }
    reading.ifPresent(each -> tell(each, each.assessment()));
    if (reading.isEmpty()) {
      boolean isBusy = model.work.get().isPresent();
      getChildren()
          .add(
              isBusy
                  ? Placeholders.empty("Reading…", "What is wrong appears here.")
                  : invitation());
    }
  }

  /// Draws the run that is chosen below its story, where there is no list of runs.
  void tell(List<Node> drawn) {
    run.getChildren().setAll(drawn);
  }

  /// Goes to the problem that is chosen.
  void focusProblem() {
    problems.focusChosen();
  }

  private Node invitation() {
    var invitation =
        Placeholders.empty(
            "See what VACUUM is doing to your server",
            "What is wrong appears here as you paste: the problem, the line that proves it, and"
                + " what to change. No server and no agent is needed, and nothing leaves this"
                + " machine.",
            Placeholders.go(shell, Place.CONNECT));
    invitation.getChildren().addAll(recent.links(model::open));
    return invitation;
  }

  private void tell(Reading reading, Assessment assessment) {
    model.files().ifPresent(recent::add);
    var told = VerdictBox.beside(assessment);
    var read = PartNodes.column(Origin.read(assessment.evidence()).toList());
    read.getStyleClass().addAll("faint", "small");
    told.getChildren().addAll(run, read);
    model.opened().ifPresent(each -> problems.show(each, told));
    scrolled.setVvalue(0);
    if (assessment.problems().isEmpty()) {
      getChildren().add(VerdictBox.verdict(assessment));
    }
    getChildren().add(scrolled);
    if (reading.understanding().unknownLines() > 0) {
      getChildren().add(Texts.flat(Glyph.SEARCH, "Show unknown lines", model::selectUnknown));
    }
  }

  /// The files that were opened last, from one start of the window to the next: only their names
  /// are remembered.
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
      link.setTooltip(
          Texts.tip(set.stream().map(Path::toString).collect(Collectors.joining("\n"))));
      return link;
    }
  }
}
