package org.vacuumadvisor.gui.tryout;

import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import org.vacuumadvisor.gui.part.Texts;

/// Figures of today and of what was tried, side by side.
final class FiguresGrid extends GridPane {
  private static final int NUMBERS = 4;

  private static final String RANGE =
      "Of what is tried, or else of today: in nine cases of ten it is above the first, in nine of"
          + " ten below the second. The load is known within the factor that surveys leave open,"
          + " and the speed of the machine is an estimate.";

  FiguresGrid() {
    getStyleClass().addAll("card", "try-figures");
    var name = new ColumnConstraints();
    name.setHgrow(Priority.ALWAYS);
    getColumnConstraints().add(name);
    for (int column = 0; column < NUMBERS; column++) {
      var number = new ColumnConstraints();
      number.setHalignment(HPos.RIGHT);
      number.setMinWidth(USE_PREF_SIZE);
      getColumnConstraints().add(number);
    }
  }

  void show(List<TryFigures.Row> rows) {
    getChildren().clear();
    add(Texts.line("", "small"), 0, 0);
    add(Texts.line("today", "faint", "small"), 1, 0);
    if (rows.stream().anyMatch(each -> !each.then().isEmpty())) {
      add(Texts.line("tried", "faint", "small"), 2, 0);
    }
    if (rows.stream().anyMatch(each -> !each.range().isEmpty())) {
      var range = Texts.line("P10 – P90", "faint", "small");
      range.setMinWidth(USE_PREF_SIZE);
      add(Texts.explained(range, RANGE), 4, 0);
    }
    int at = 1;
    for (var row : rows) {
      var name = Texts.line(row.name());
      name.setMinWidth(USE_PREF_SIZE);
      add(Texts.explained(name, row.meaning()), 0, at);
      add(Texts.explained(number(row.today()), row.meaning()), 1, at);
      if (!row.then().isEmpty()) {
        var then = number(row.then());
        then.getStyleClass().add("strong");
        add(Texts.explained(then, row.meaning()), 2, at);
        add(Texts.explained(number(row.change(), "faint"), row.meaning()), 3, at);
      }
      if (!row.range().isEmpty()) {
        add(Texts.explained(number(row.range(), "faint"), RANGE), 4, at);
      }
      at++;
    }
  }

  private static Label number(String text, String... styles) {
    var number = Texts.line(text, styles);
    number.setMinWidth(USE_PREF_SIZE);
    return number;
  }
}
