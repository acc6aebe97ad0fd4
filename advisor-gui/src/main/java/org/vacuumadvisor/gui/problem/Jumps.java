package org.vacuumadvisor.gui.problem;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.layout.FlowPane;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.About;

/// The ways from a problem to what other screens show of it.
///
/// @param from what the problem is of
public record Jumps(Shell shell, Opened from) {
  private static final double GAP = 6;

  /// Buttons for those screens that have something to show of it.
  ///
  /// @param here where one is; there is no way to it
  public FlowPane of(Problem problem, Place here) {
    var ways = new FlowPane(GAP, GAP);
    if (here != Place.PASTE && isRead()) {
      add(ways, "Its lines", Glyph.PASTE, () -> go(problem, Place.PASTE));
    }
    if (here != Place.CONNECT && from.origin() instanceof Origin.Connected) {
      add(ways, "Server", Glyph.CONNECT, () -> go(problem, Place.CONNECT));
    }
    if (here != Place.ADVICE && !problem.recommendations().isEmpty()) {
      add(ways, "Advice", Glyph.ADVICE, () -> go(problem, Place.ADVICE));
    }
    var tables = surveyed(problem);
    if (tables.size() > 1 && here != Place.TABLES) {
      add(ways, "Tables", Glyph.TABLES, () -> go(problem, Optional.empty(), Place.TABLES));
    }
    causing(problem, tables)
        .ifPresent(table -> {
          boolean isHere =
              here == Place.TABLES
                  && shell.workbench().table.get().filter(table::equals).isPresent();
          if (tables.size() == 1 && !isHere) {
            add(ways, "Table", Glyph.TABLES, () -> go(problem, Optional.of(table), Place.TABLES));
          }
          if (here != Place.TRY) {
            add(ways, "Try settings", Glyph.TRY, () -> go(problem, Optional.of(table), Place.TRY));
          }
          if (here != Place.XRAY && isOfServer()) {
            add(ways, "X-ray", Glyph.XRAY, () -> go(problem, Optional.of(table), Place.XRAY));
          }
        });
    return ways;
  }

  private static void add(FlowPane ways, String text, Glyph glyph, Runnable action) {
    ways.getChildren().add(Texts.flat(glyph, text, action));
  }

  private void go(Problem problem, Place place) {
    shell.workbench().choose(from, problem);
    shell.navigator().go(place);
  }

  private void go(Problem problem, Optional<RelationName> table, Place place) {
    shell.workbench().choose(from, problem);
    shell.workbench().table.set(table);
    shell.navigator().go(place);
  }

  /// Whether it was read from a text, whose lines can be shown.
  private boolean isRead() {
    var evidence = from.assessment().evidence();
    return !isOfServer()
        && (evidence.history().isPresent() || evidence.survey().coverage().pasted().isPresent());
  }

  private boolean isOfServer() {
    return from.origin() instanceof Origin.Connected;
  }

  /// The tables that the problem is about or has an effect on, as far as their figures are there:
  /// where cleanup is blocked, those that are due for a vacuum as well.
  private Set<RelationName> surveyed(Problem problem) {
    var evidence = from.assessment().evidence();
    var named =
        problem
            .findings()
            .map(Finding::subject)
            .flatMap(each -> About.of(each).relation().stream())
            .collect(Collectors.toSet());
    BlockedCleanup.of(problem)
        .ifPresent(blocked ->
            evidence.pastVacuumThreshold().stream()
                .filter(blocked::covers)
                .map(Relation::name)
                .forEach(named::add));
    return evidence.survey().relations().stream()
        .map(Relation::name)
        .filter(named::contains)
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The table of its cause, or the only one it has an effect on.
  private static Optional<RelationName> causing(Problem problem, Set<RelationName> tables) {
    return About.of(problem.cause().subject())
        .relation()
        .filter(tables::contains)
        .or(() -> tables.size() == 1 ? List.copyOf(tables).stream().findFirst() : Optional.empty());
  }
}
