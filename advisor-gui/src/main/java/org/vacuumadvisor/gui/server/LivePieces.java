package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.report.Part;

/// What a server's vacuuming is at, a card for each heading. Cards whose parts have not changed
/// stay as they are.
final class LivePieces extends VBox {
  private static final double GAP = 10;

  private final List<PartSection> cards = new ArrayList<>();

  LivePieces() {
    super(GAP);
  }

  void show(List<Part> parts) {
    var pieces = pieces(parts);
    while (cards.size() < pieces.size()) {
      var card = new PartSection("", PartNodes::node);
      card.getStyleClass().addAll("card", "plain");
      cards.add(card);
      getChildren().add(card);
    }
    for (int at = 0; at < cards.size(); at++) {
      cards.get(at).show(at < pieces.size() ? pieces.get(at) : List.of());
    }
  }

  private static List<List<Part>> pieces(List<Part> parts) {
    var pieces = new ArrayList<List<Part>>();
    for (var part : parts) {
      if (part instanceof Part.Heading || pieces.isEmpty()) {
        pieces.add(new ArrayList<>());
      }
      pieces.getLast().add(part);
    }
    return pieces;
  }
}
