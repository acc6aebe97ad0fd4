package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.regex.Pattern;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// Gives every part of a report its node.
public final class PartNodes {
  private static final double GAP = 12;
  private static final double CARD_GAP = 10;

  /// Letters that are not worth a second line.
  private static final int SHORT = 24;

  /// Steps that a screen has room for above what is chosen.
  private static final int STEPS = 9;

  /// Letters in a line of a text, where there is room.
  private static final double WIDEST = 60;

  /// The same of a bold word of wide letters.
  private static final double WIDE_LETTER = 0.74;

  private static final Pattern BREAK = Pattern.compile("[ \u200a]");

  /// In letters of the window's size; a letter is so wide.
  private static final double WIDEST_VALUE = 16;

  private static final double LETTER = 0.68;
  private static final Pattern STATEMENT =
      Pattern.compile("^(?:GRANT|SELECT|CREATE|ALTER|SET|SHOW|ANALYZE|VACUUM)\\b");

  private PartNodes() {}

  /// All of them, one below the other.
  public static VBox column(List<Part> parts) {
    var column = new VBox(GAP);
    parts.forEach(part -> column.getChildren().add(node(part)));
    return column;
  }

  public static Node node(Part part) {
    return switch (part) {
      case Part.Verdict verdict -> verdict(verdict);
      case Part.Heading(var text) -> Texts.wrapped(text, "section-title");
      case Part.Paragraph(var text) -> Texts.wrapped(text);
      case Part.Grid grid -> Boxes.card("plain", grid(grid));
      case Part.StepList list -> steps(list);
      // Problems have cards of their own in the window, in place of findings.
      case Part.ProblemCard card -> Texts.wrapped(card.headline());
      case Part.FindingCard card -> Texts.wrapped(card.headline());
      case Part.Folded folded -> folded(folded);
      case Part.RecommendationCard card -> recommendation(card);
      case Part.Omitted omitted -> omitted(omitted);
      case Part.Bars bars -> Bar.chart(bars);
      case Part.Lines lines -> Boxes.card("plain", new LinesChart(lines));
      case Part.Script(var sql) -> ScriptNode.of(sql, "Statement");
    };
  }

  /// A card; a grid of what, how much and where that comes from is laid out as such.
  public static Node figures(Part part) {
    return part instanceof Part.Grid grid && grid.columns().size() == 3
        ? Boxes.card("plain", rows(grid.rows()))
        : node(part);
  }

  /// A grid of what, how much, and where that comes from: the value stands out, the source does
  /// not. A name is never broken; the source takes the room that is left.
  private static Node rows(List<List<String>> rows) {
    var grid = new GridPane(CARD_GAP, 3);
    grid.getColumnConstraints()
        .addAll(
            Boxes.column(Priority.NEVER),
            Boxes.column(Priority.NEVER),
            Boxes.column(Priority.ALWAYS));
    double letter = Font.getDefault().getSize();
    for (int row = 0; row < rows.size(); row++) {
      var cells = rows.get(row);
      var label = Texts.whole(cells.get(0), "faint");
      var value = Texts.wrapped(cells.get(1), "strong");
      value.setMaxWidth(WIDEST_VALUE * letter);
      value.setMinWidth(Math.min(WIDEST_VALUE, 1 + LETTER * cells.get(1).length()) * letter);
      grid.addRow(row, label, value, Texts.wrapped(cells.get(2), "faint", "small"));
    }
    grid.getChildren().forEach(each -> GridPane.setValignment(each, VPos.TOP));
    return grid;
  }

  private static Node recommendation(Part.RecommendationCard card) {
    var number = Texts.whole(card.number() + ".", "card-title");
    var title = Texts.wrapped(card.title(), "card-title");
    var box = Boxes.card("change", new HBox(CARD_GAP / 2, number, Boxes.wide(title)));
    box.setId(card.title());
    if (!card.about().isEmpty()) {
      box.getChildren().add(Texts.wrapped(card.about(), "faint", "small"));
    }
    var name = "recommendation " + card.number();
    card.script()
        .map(script -> ScriptNode.of(script.sql(), "Statement of " + name))
        .ifPresent(box.getChildren()::add);
    card.notes().stream().map(PartNodes::note).forEach(box.getChildren()::add);
    card.undo()
        .map(undo -> ScriptNode.of(undo.sql(), "Statement that undoes " + name))
        .map(undo -> Texts.folded("Undo", undo))
        .ifPresent(box.getChildren()::add);
    return box;
  }

  /// A text behind the word that says what it is.
  private static Node note(Part.Note note) {
    var word = Texts.line(note.label(), "faint", "strong");
    word.setMinWidth(72);
    return new HBox(CARD_GAP, word, Boxes.wide(Texts.wrapped(note.text())));
  }

  /// The steps of a plan on a card.
  private static Node steps(Part.StepList list) {
    var steps = list.steps();
    var box = Boxes.card("plain", Texts.wrapped(list.intro(), "card-title"));
    steps.stream().limit(STEPS).map(PartNodes::step).forEach(box.getChildren()::add);
    if (steps.size() > STEPS) {
      var rest = new VBox(CARD_GAP);
      steps.stream().skip(STEPS).map(PartNodes::step).forEach(rest.getChildren()::add);
      var more = Quantities.counted(steps.size() - STEPS, "more step");
      box.getChildren().add(Texts.folded(more, rest));
    }
    return box;
  }

  /// A step of a plan: what it is, its statement, and what else is to be known.
  public static VBox step(Part.Step step) {
    var box = new VBox(4, Texts.wrapped((step.mark() + " " + step.title()).strip()));
    step.sql()
        .ifPresent(script -> box.getChildren().add(ScriptNode.brief(script.sql(), step.title())));
    step.notes().forEach(text -> box.getChildren().add(Texts.wrapped(text, "faint", "small")));
    return box;
  }

  private static Node omitted(Part.Omitted part) {
    var style =
        switch (part.how()) {
          case NOT -> "plain";
          case UNSEEN -> "info";
        };
    var title = Texts.wrapped(part.what(), "card-title");
    var box = Boxes.card(style, title, Texts.wrapped(part.text()));
    part.remedy().map(PartNodes::remedy).ifPresent(box.getChildren()::add);
    return box;
  }

  /// A statement can be copied; what else would show it is said in words.
  private static Node remedy(String remedy) {
    return STATEMENT.matcher(remedy).find()
        ? ScriptNode.of(remedy, "What would show it")
        : Texts.wrapped("To see it: " + Texts.shown(remedy) + ".");
  }

  private static Node folded(Part.Folded part) {
    var lines = new VBox(3);
    part.lines().forEach(line -> lines.getChildren().add(Texts.wrapped(line)));
    if (part.beyond() > 0) {
      lines.getChildren().add(Texts.wrapped("… and %,d more.".formatted(part.beyond()), "faint"));
    }
    return lines.getChildren().isEmpty()
        ? Texts.wrapped(part.intro())
        : Texts.folded(part.intro(), lines);
  }

  private static Node verdict(Part.Verdict verdict) {
    var text = Boxes.wide(Texts.wrapped(verdict.text(), "verdict-text"));
    var box = new HBox(Severities.tag(verdict.worst()), text);
    box.getStyleClass().addAll("verdict", Severities.style(verdict.worst()));
    return box;
  }

  /// Rows of cells under a head. Reports have no more than a page can show.
  private static Node grid(Part.Grid grid) {
    var pane = new GridPane(GAP, 4);
    pane.getStyleClass().add("grid");
    for (int at = 0; at < grid.columns().size(); at++) {
      var column = grid.columns().get(at);
      boolean isWide = isLast(at, grid) && column.alignment() == Part.Alignment.LEFT;
      var constraints = Boxes.column(isWide ? Priority.ALWAYS : Priority.NEVER);
      constraints.setHalignment(
          switch (column.alignment()) {
            case LEFT -> HPos.LEFT;
            case RIGHT -> HPos.RIGHT;
          });
      pane.getColumnConstraints().add(constraints);
      pane.add(head(column), at, 0);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      var cells = grid.rows().get(row);
      for (int at = 0; at < cells.size(); at++) {
        pane.add(cell(cells.get(at), grid.columns().get(at), isLast(at, grid)), at, row + 1);
      }
    }
    return pane;
  }

  private static boolean isLast(int at, Part.Grid grid) {
    return at == grid.columns().size() - 1;
  }

  private static Label head(Part.Column column) {
    var label = words(column.title(), "faint", "strong");
    label.setMaxWidth(Region.USE_PREF_SIZE);
    label.setTextAlignment(TextAlignment.valueOf(column.alignment().name()));
    return label;
  }

  /// A figure stands on one line; a text takes more where it has to, but breaks no word.
  private static Label cell(String text, Part.Column column, boolean isLast) {
    if (column.alignment() == Part.Alignment.RIGHT || text.length() <= SHORT) {
      return Texts.whole(text);
    }
    var label = words(text);
    if (!isLast) {
      label.setPrefWidth(Math.min(WIDEST, text.length()) * LETTER * Font.getDefault().getSize());
    }
    return label;
  }

  private static Label words(String text, String... styles) {
    var label = Texts.wrapped(text, styles);
    int longest = BREAK.splitAsStream(label.getText()).mapToInt(String::length).max().orElse(0);
    label.setMinWidth(longest * WIDE_LETTER * Font.getDefault().getSize());
    return label;
  }
}
