package org.vacuumadvisor.gui.advice;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.scene.Node;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.Outcome;
import org.vacuumadvisor.verify.SavedPlan;
import org.vacuumadvisor.verify.Verification;
import org.vacuumadvisor.verify.VerificationReport;

/// What came of the recommendations of a saved plan that were followed on the server that is open.
/// The plan is remembered: it is judged again whenever its server is looked at.
final class MadeChanges {
  private static final String PLAN = "plan.file";

  private final Shell shell;
  private final Runnable shown;
  private List<Outcome> outcomes = List.of();

  /// @param shown is run when other outcomes are known
  MadeChanges(Shell shell, Runnable shown) {
    this.shell = shell;
    this.shown = shown;
  }

  /// Asks for a plan, and judges it.
  ///
  /// @param tell is given a sentence where it has nothing to show
  void choose(Consumer<String> tell) {
    Dialogs.open(
        shell,
        "Open a plan that was saved",
        files -> {
          shell.memory().keep(PLAN, files.getFirst().toString());
          shell.memory().save();
          judge(tell);
        });
  }

  /// Judges the plan that is remembered, if it is of the server that is open now.
  ///
  /// @param isSame whether that was open before: what is known of it stays meanwhile
  void follow(boolean isSame) {
    outcomes = isSame ? outcomes : List.of();
    judge(_ -> {});
  }

  private void judge(Consumer<String> tell) {
    var plan = shell.memory().value(PLAN);
    var opened = shell.workbench().opened();
    if (plan.isEmpty() || opened.isEmpty()) {
      return;
    }
    var _ =
        shell.start(
            _ -> made(Path.of(plan.get()), opened.get().assessment()),
            found -> {
              if (shell.workbench().opened().equals(opened)) {
                outcomes = found;
                shown.run();
                tell.accept(found.isEmpty() ? "None of its changes is made here yet." : "");
              }
            },
            tell);
  }

  private static List<Outcome> made(Path file, Assessment now) throws SourceException {
    var plan = SavedPlan.read(file);
    if (!plan.canBeOf(now.evidence().survey())) {
      throw new SourceException("%s is a plan for another server.".formatted(file));
    }
    return Verification.of(plan, file, now).outcomes().stream()
        .filter(each -> each.verdict() != Outcome.Verdict.NOT_MADE)
        .toList();
  }

  /// A line for each whose title is wanted, with its reason folded beneath it.
  Stream<Node> nodes(Predicate<String> wanted) {
    return outcomes.stream()
        .filter(each -> wanted.test(each.change().title()))
        .map(each ->
            Texts.folded(
                VerificationReport.headline(each),
                () -> PartNodes.column(VerificationReport.about(each))));
  }
}
