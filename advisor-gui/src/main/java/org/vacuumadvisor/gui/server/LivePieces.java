package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Texts;
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
      var card = new PartSection("", LivePieces::node);
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

  /// Rows in little room: the first cell leads, with its bar, and the others stand below it.
  private static Node node(Part part) {
    var rows = new VBox(GAP / 2);
    switch (part) {
      case Part.Grid grid -> {
        for (var row : grid.rows()) {
          var rest =
              IntStream.range(1, row.size())
                  .filter(at -> !row.get(at).isEmpty())
                  .mapToObj(at -> told(grid.columns().get(at), row.get(at)))
                  .collect(Collectors.joining(" · "));
          rows.getChildren().add(row(Texts.wrapped(row.getFirst(), "strong"), rest));
        }
      }
      case Part.Bars bars -> {
        for (var bar : bars.bars()) {
          var head = Boxes.row(GAP, Texts.line(bar.label(), "strong"), Bar.of(bar));
          rows.getChildren().add(row(head, bar.text()));
        }
      }
      default -> {
        return PartNodes.node(part);
      }
    }
    return rows;
  }

  private static Node row(Node lead, String rest) {
    return new VBox(lead, Texts.wrapped(rest, "faint", "small"));
  }

  /// A number says what it counts.
  private static String told(Part.Column column, String cell) {
    var title = column.title();
    return switch (column.alignment()) {
      case LEFT -> cell;
      case RIGHT ->
          title.contains(" ") ? cell + " " + uncapital(title) : uncapital(title) + " " + cell;
    };
  }

  private static String uncapital(String words) {
    return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
  }
}
