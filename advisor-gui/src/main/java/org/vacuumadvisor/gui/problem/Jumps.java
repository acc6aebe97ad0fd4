package org.vacuumadvisor.gui.problem;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.comparison.About;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;

/// The ways from a problem to what other screens show of it.
public final class Jumps {
  private static final double GAP = 6;

  private final Shell shell;

  /// Ways through this window.
  public Jumps(Shell shell) {
    this.shell = shell;
  }

  /// Buttons for those screens that have something to show of it.
  ///
  /// @param here where one is; there is no way to it
  public FlowPane of(Problem problem, Place here) {
    var ways = new FlowPane(GAP, GAP);
    if (here != Place.PASTE && isRead()) {
      add(ways, "Its lines", Glyph.PASTE, () -> go(problem, Place.PASTE));
    }
    if (here != Place.ADVICE && !problem.recommendations().isEmpty()) {
      add(ways, "Recommendation", Glyph.ADVICE, () -> go(problem, Place.ADVICE));
    }
    surveyed(problem)
        .map(Relation::name)
        .ifPresent(table -> {
          add(ways, "Table", Glyph.TABLES, () -> go(table, Place.TABLES));
          add(ways, "Try settings", Glyph.TRY, () -> go(table, Place.TRY));
          if (shell.workbench().pageReaderProperty().get().isPresent()) {
            add(ways, "X-ray", Glyph.XRAY, () -> go(table, Place.XRAY));
          }
        });
    return ways;
  }

  private static void add(FlowPane ways, String text, Glyph glyph, Runnable action) {
    ways.getChildren().add(button(text, glyph, action));
  }

  private static Node button(String text, Glyph glyph, Runnable action) {
    Button button = Texts.button(glyph, text, action);
    button.getStyleClass().addAll("flat", "small");
    return button;
  }

  private void go(Problem problem, Place place) {
    shell.workbench().problemProperty().set(Optional.empty());
    shell.workbench().problemProperty().set(Optional.of(problem));
    shell.navigator().go(place);
  }

  private void go(RelationName table, Place place) {
    shell.workbench().tableProperty().set(Optional.of(table));
    shell.navigator().go(place);
  }

  /// Whether what is open was read from a text, whose lines can be shown.
  private boolean isRead() {
    return shell
        .workbench()
        .opened()
        .map(each -> each.assessment().evidence())
        .filter(each -> each.history().isPresent() || each.survey().coverage().pasted().isPresent())
        .isPresent();
  }

  /// The table of a problem's cause, if its figures are there.
  private Optional<Relation> surveyed(Problem problem) {
    var name = About.of(problem.cause().subject()).relation();
    return switch (problem.cause().subject()) {
      case Subject.OfRelation _, Subject.OfIndex _ ->
          shell.workbench().opened().stream()
              .flatMap(each -> each.assessment().evidence().survey().relations().stream())
              .filter(each -> name.filter(each.name()::equals).isPresent())
              .findFirst();
      case Subject.Cluster _, Subject.OfDatabase _ -> Optional.empty();
    };
  }
}
