package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.report.Part;

/// The parts of a report that are told on a card of their own.
final class Cards {
  private static final double GAP = 10;

  /// In letters of the window's size; a letter is so wide.
  private static final double WIDEST_VALUE = 16;

  private static final double LETTER = 0.68;
  private static final Pattern STATEMENT =
      Pattern.compile("^(?:GRANT|SELECT|CREATE|ALTER|SET|SHOW|ANALYZE|VACUUM)\\b");

  private Cards() {}

  static Node finding(Part.FindingCard card) {
    var title = Texts.wrapped(card.headline(), "card-title");
    var head = new HBox(Severities.tag(card.severity()), title);
    HBox.setHgrow(title, Priority.ALWAYS);
    var box =
        card(
            Severities.style(card.severity()), head, Texts.wrapped(card.about(), "faint", "small"));
    if (!card.proof().isEmpty()) {
      box.getChildren().add(proof(card));
    }
    card.explanation().ifPresent(text -> box.getChildren().add(Texts.wrapped(text)));
    card.surer()
        .ifPresent(text -> box.getChildren().add(note(new Part.Note("To be certain", text))));
    return box;
  }

  private static Node proof(Part.FindingCard card) {
    return figures(
        card.proof().stream()
            .map(each -> List.of(each.label(), each.value(), each.source()))
            .toList());
  }

  /// A grid of what, how much, and where that comes from: the value stands out, the source does
  /// not. A name is never broken; the source takes the room that is left.
  static Node figures(List<List<String>> rows) {
    var grid = new GridPane(GAP, 3);
    grid.getColumnConstraints()
        .addAll(column(Priority.NEVER), column(Priority.NEVER), column(Priority.ALWAYS));
    double letter = Font.getDefault().getSize();
    for (int row = 0; row < rows.size(); row++) {
      var cells = rows.get(row);
      var label = Texts.line(cells.get(0), "faint");
      label.setMinWidth(Region.USE_PREF_SIZE);
      var value = Texts.wrapped(cells.get(1), "strong");
      value.setMaxWidth(WIDEST_VALUE * letter);
      value.setMinWidth(Math.min(WIDEST_VALUE, 1 + LETTER * cells.get(1).length()) * letter);
      grid.addRow(row, label, value, Texts.wrapped(cells.get(2), "faint", "small"));
    }
    grid.getChildren().forEach(each -> GridPane.setValignment(each, VPos.TOP));
    return grid;
  }

  private static ColumnConstraints column(Priority grow) {
    var column = new ColumnConstraints();
    column.setHgrow(grow);
    return column;
  }

  static Node recommendation(Part.RecommendationCard card) {
    var number = new Label(card.number() + ".");
    number.getStyleClass().add("card-title");
    number.setMinWidth(Region.USE_PREF_SIZE);
    var title = Texts.wrapped(card.title(), "card-title");
    HBox.setHgrow(title, Priority.ALWAYS);
    var box = card("change", new HBox(GAP / 2, number, title));
    if (!card.about().isEmpty()) {
      box.getChildren().add(Texts.wrapped(card.about(), "faint", "small"));
    }
    card.script()
        .ifPresent(script ->
            box.getChildren()
                .add(ScriptNode.of(script.sql(), "Statement of recommendation " + card.number())));
    card.notes().forEach(note -> box.getChildren().add(note(note)));
    card.undo()
        .ifPresent(undo ->
            box.getChildren()
                .add(
                    Texts.folded(
                        "Undo",
                        ScriptNode.of(
                            undo.sql(), "Statement that undoes recommendation " + card.number()))));
    return box;
  }

  /// A text behind the word that says what it is.
  static Node note(Part.Note note) {
    var word = new Label(note.label());
    word.getStyleClass().addAll("faint", "strong");
    word.setMinWidth(72);
    var text = Texts.wrapped(note.text());
    HBox.setHgrow(text, Priority.ALWAYS);
    return new HBox(GAP, word, text);
  }

  static Node problem(Part.ProblemCard card) {
    var box =
        card(
            Severities.style(Optional.of(card.severity())),
            Texts.wrapped(card.headline(), "card-title"));
    card.effects().forEach(line -> box.getChildren().add(Texts.wrapped(line)));
    card.steps().forEach(step -> add(step, box));
    return box;
  }

  static Node steps(Part.StepList list) {
    var box = new VBox(GAP, Texts.wrapped(list.intro()));
    list.steps().forEach(step -> add(step, box));
    return box;
  }

  private static void add(Part.Step step, VBox box) {
    box.getChildren().add(Texts.wrapped((step.mark() + " " + step.title()).strip()));
    step.sql()
        .ifPresent(script -> box.getChildren().add(ScriptNode.of(script.sql(), step.title())));
    step.notes().forEach(text -> box.getChildren().add(Texts.wrapped(text, "faint")));
  }

  static Node refusal(Part.RefusalCard card) {
    return card("plain", Texts.wrapped(card.what(), "card-title"), Texts.wrapped(card.why()));
  }

  static Node gap(Part.GapCard card) {
    var box =
        card(
            "info",
            Texts.wrapped(Names.capital(card.what()), "card-title"),
            Texts.wrapped("What that hides: " + card.hides()));
    card.remedy().map(Cards::remedy).ifPresent(box.getChildren()::add);
    return box;
  }

  /// A statement can be copied; what else would show it is said in words.
  private static Node remedy(String remedy) {
    return STATEMENT.matcher(remedy).find()
        ? ScriptNode.of(remedy, "What would show it")
        : Texts.wrapped("To see it: " + Texts.shown(remedy) + ".");
  }

  static Node folded(Part.Folded part) {
    var lines = new VBox(3);
    part.lines().forEach(line -> lines.getChildren().add(Texts.wrapped(line)));
    if (part.beyond() > 0) {
      lines.getChildren().add(Texts.wrapped("… and %,d more.".formatted(part.beyond()), "faint"));
    }
    return lines.getChildren().isEmpty()
        ? Texts.wrapped(part.intro())
        : Texts.folded(part.intro(), lines);
  }

  static Node verdict(Part.Verdict verdict) {
    var text = Texts.wrapped(verdict.text(), "verdict-text");
    HBox.setHgrow(text, Priority.ALWAYS);
    var box = new HBox(Severities.tag(verdict.worst()), text);
    box.getStyleClass().addAll("verdict", Severities.style(verdict.worst()));
    return box;
  }

  static VBox card(String style, Node... content) {
    var box = new VBox();
    box.getStyleClass().addAll("card", style);
    Stream.of(content).forEach(box.getChildren()::add);
    return box;
  }
}
