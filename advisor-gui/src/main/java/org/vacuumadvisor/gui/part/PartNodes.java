package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.report.Part;

/// Gives every part of a report its node.
public final class PartNodes {
  private static final double GAP = 12;

  private PartNodes() {}

  /// All of them, one below the other.
  public static VBox column(List<Part> parts) {
    var column = new VBox(GAP);
    parts.forEach(part -> column.getChildren().add(node(part)));
    return column;
  }

  public static Node node(Part part) {
    return switch (part) {
      case Part.Verdict verdict -> Cards.verdict(verdict);
      case Part.Heading(var text) -> Texts.wrapped(text, "section-title");
      case Part.Paragraph(var text) -> Texts.wrapped(text);
      case Part.Grid grid -> Cards.card("plain", GridNode.of(grid));
      case Part.ProblemCard card -> Cards.problem(card);
      case Part.ProblemList list -> column(List.copyOf(list.cards()));
      case Part.StepList list -> Cards.steps(list);
      case Part.FindingCard card -> Cards.finding(card);
      case Part.Folded folded -> Cards.folded(folded);
      case Part.RecommendationCard card -> Cards.recommendation(card);
      case Part.RefusalCard card -> Cards.refusal(card);
      case Part.GapCard card -> Cards.gap(card);
      case Part.Bars bars -> BarsNode.of(bars);
      case Part.Lines lines -> Cards.card("plain", new LinesChart(lines));
      case Part.Script(var sql) -> ScriptNode.of(sql, "Statement");
    };
  }

  /// A card; a grid of what, how much and where that comes from is laid out as such.
  public static Node figures(Part part) {
    return part instanceof Part.Grid grid && grid.columns().size() == 3
        ? Cards.card("plain", Cards.figures(grid.rows()))
        : node(part);
  }
}
