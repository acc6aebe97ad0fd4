package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;

/// What is the matter, a card each. The one that is chosen tells its proof and lights up its lines.
final class FindingList extends ScrollPane {
  private final PasteModel model;
  private final VBox cards = new VBox(8);

  FindingList(PasteModel model) {
    this.model = model;
    setContent(cards);
    setFitToWidth(true);
    getStyleClass().add("plain");
    model.runProperty().subscribe(_ -> fold());
  }

  void show(List<Finding> findings) {
    cards.getChildren().setAll(findings.stream().map(this::card).toList());
    setVvalue(0);
  }

  private VBox card(Finding finding) {
    var title = Texts.wrapped(finding.headline(), "strong");
    HBox.setHgrow(title, Priority.ALWAYS);
    var card = new VBox(new HBox(Severities.tag(finding.severity()), title));
    card.getStyleClass().addAll("card", "openable", Severities.style(finding.severity()));
    card.setFocusTraversable(true);
    card.setAccessibleRole(AccessibleRole.BUTTON);
    card.setAccessibleText(
        Severities.word(finding.severity()) + ": " + title.getText() + ". Shows its lines.");
    card.setOnMouseClicked(_ -> choose(card, finding));
    card.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER || key.getCode() == KeyCode.SPACE) {
        key.consume();
        choose(card, finding);
      }
    });
    return card;
  }

  private void choose(VBox card, Finding finding) {
    card.requestFocus();
    fold();
    card.getStyleClass().add("selected");
    card.getChildren().addAll(details(finding));
    model.select(finding);
  }

  private void fold() {
    for (var each : cards.getChildren()) {
      each.getStyleClass().remove("selected");
      var content = ((VBox) each).getChildren();
      content.subList(1, content.size()).clear();
    }
  }

  private static List<Node> details(Finding finding) {
    var details = new ArrayList<Node>();
    for (Fact fact : finding.evidence()) {
      details.add(
          Texts.wrapped(
              "%s: %s (%s)".formatted(fact.label(), fact.value(), fact.source()), "small"));
    }
    details.add(Texts.wrapped(finding.explanation()));
    return details;
  }
}
