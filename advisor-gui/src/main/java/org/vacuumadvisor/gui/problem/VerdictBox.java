package org.vacuumadvisor.gui.problem;

import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;

/// How bad it is, and what the runs that are shown did; of a healthy server what was checked, and
/// of what cannot be judged what would let it be judged.
public final class VerdictBox {
  private static final double GAP = 8;
  private static final int QUESTIONS = 3;
  private static final int STORIES = 4;

  private VerdictBox() {}

  /// The verdict, and what to do first.
  public static Node verdict(Assessment assessment) {
    return PartNodes.node(AssessmentReport.verdict(assessment, assessment));
  }

  /// What belongs below the verdict: what was checked, the stories of runs, and questions.
  public static VBox beside(Assessment assessment) {
    var box = new VBox(GAP);
    box.setPadding(new Insets(GAP, 0, 0, 0));
    AssessmentReport.checked(assessment).map(Texts::wrapped).ifPresent(box.getChildren()::add);
    AssessmentReport.stories(assessment, STORIES, ReportOptions.standard()).stream()
        .map(PartNodes::node)
        .forEach(box.getChildren()::add);
    var questions = assessment.judgement().questions();
    if (assessment.judgement().condition() == Condition.NOTHING_TO_JUDGE && !questions.isEmpty()) {
      box.getChildren()
          .add(
              Texts.wrapped(
                  "To judge it, add what these show below the text (Ctrl+Shift+V):",
                  "section-title"));
      questions.stream().limit(QUESTIONS).map(VerdictBox::question).forEach(box.getChildren()::add);
    }
    return box;
  }

  private static Node question(Question question) {
    return Boxes.card(
        "plain",
        Texts.wrapped(question.what(), "strong"),
        question.isSql()
            ? ScriptNode.of(question.ask() + ";", "Statement that shows " + question.what())
            : Texts.wrapped(question.ask()));
  }
}
