package org.vacuumadvisor.gui.tables;

import java.util.List;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;

/// The class of a workload as a badge: the word says how sure it is, a full edge that it is proven.
final class WorkloadBadge extends Label {
  private static final PseudoClass SURE = PseudoClass.getPseudoClass("sure");
  private static final List<String> STYLES =
      List.of("reads", "queue", "updates", "inserts", "quiet");

  WorkloadBadge() {
    getStyleClass().add("badge");
    setMinWidth(Region.USE_PREF_SIZE);
  }

  void show(Workload workload) {
    setText(Words.of(workload));
    getStyleClass().removeAll(STYLES);
    getStyleClass().add(style(workload.kind()));
    boolean isSure =
        switch (workload.confidence()) {
          case HIGH -> true;
          case MEDIUM, LOW -> false;
        };
    pseudoClassStateChanged(SURE, isSure);
    setAccessibleText(
        "Workload %s, confidence %s".formatted(getText(), word(workload.confidence())));
  }

  private static String word(Confidence confidence) {
    return Words.of(confidence);
  }

  private static String style(WorkloadClass kind) {
    return switch (kind) {
      case READ_HEAVY -> "reads";
      case QUEUE_CHURN -> "queue";
      case TPC_C -> "updates";
      case INSERT_ONLY -> "inserts";
      case IDLE, UNDETERMINED -> "quiet";
    };
  }
}
