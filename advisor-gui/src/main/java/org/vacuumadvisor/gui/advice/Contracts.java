package org.vacuumadvisor.gui.advice;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Part;

/// The cards of what to do, each with its expected effect drawn where it is a range of numbers.
record Contracts(List<Part> parts) {
  private static final Pattern NUMBER = Pattern.compile("^([0-9][0-9,]*(?:\\.[0-9]+)?)\\s*(.*)$");
  private static final double NAME = 64;

  /// A number and its unit.
  private record Figure(double value, String unit) {
    static List<Figure> of(String text) {
      var match = NUMBER.matcher(text.strip());
      return match.matches()
          ? List.of(new Figure(Double.parseDouble(match.group(1).replace(",", "")), match.group(2)))
          : List.of();
    }
  }

  Stream<Node> nodes() {
    return parts.stream().map(this::node);
  }

  private Node node(Part part) {
    var node = PartNodes.node(part);
    if (part instanceof Part.RecommendationCard card
        && card.expected().orElse(null) instanceof Effect.Predicted effect
        && node instanceof VBox box) {
      box.getChildren().addAll(range(effect));
    }
    return node;
  }

  /// Today and after, on one scale; nothing where these are no numbers of one unit.
  private static List<Node> range(Effect.Predicted effect) {
    var today = Figure.of(effect.today());
    var low = Figure.of(effect.low());
    var high = Figure.of(effect.high());
    if (today.isEmpty()
        || low.isEmpty()
        || high.isEmpty()
        || !today.getFirst().unit.equals(low.getFirst().unit)
        || !low.getFirst().unit.equals(high.getFirst().unit)) {
      return List.of();
    }
    double least = Math.min(low.getFirst().value, high.getFirst().value);
    double most = Math.max(low.getFirst().value, high.getFirst().value);
    double full = Math.max(today.getFirst().value, most);
    return full <= 0
        ? List.of()
        : List.of(
            line("today", effect.today(), List.of(today.getFirst().value / full)),
            line(
                "after",
                effect.low().equals(effect.high())
                    ? effect.low()
                    : effect.low() + " to " + effect.high(),
                List.of(least / full, (most - least) / full)));
  }

  private static Node line(String name, String text, List<Double> shares) {
    var word = Texts.line(name, "faint", "small");
    word.setMinWidth(NAME);
    var bar = new Bar(shares, OptionalDouble.empty());
    bar.setAccessibleText(name + ": " + text);
    HBox.setHgrow(bar, Priority.ALWAYS);
    var figure = Texts.line(text, "small");
    figure.setMinWidth(3 * NAME);
    var line = Boxes.row(10, word, bar, figure);
    return line;
  }
}
