package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;

/// The runs that were read, all of them: to be sorted by any figure and filtered by words.
final class RunTable extends VBox {
  private static final int FEW = 4;

  private static final Column<RunLine> ENDED =
      Column.<RunLine>figure(
              "Ended",
              "When the run ended, in UTC",
              21,
              run -> run.isTimed ? Instant.ofEpochMilli(run.end) : null,
              run -> run.isTimed ? RunLine.time(Instant.ofEpochMilli(run.end)) : "")
          .yielding();

  private final PasteModel model;
  private final FlowPane choices = new FlowPane(6, 6);
  private final List<Column<RunLine>> figures =
      Stream.of(Figure.values())
          .map(figure -> figure.<RunLine>column(run -> run.figure(figure)).yielding())
          .toList();
  private final DataTable<RunLine> table;
  private List<RunLine> runs = List.of();

  RunTable(PasteModel model) {
    super(6);
    this.model = model;
    var words =
        Stream.of(
            Column.<RunLine>text(
                "Table", "The table that was vacuumed or analyzed", 22, RunLine::table),
            figures.getFirst(),
            Column.<RunLine>text(
                "Kind",
                "Autovacuum's own run, or one by hand; forced is to prevent wraparound",
                16,
                RunLine::kind),
            ENDED);
    var columns = Stream.concat(words, figures.stream().skip(1)).toList();
    table = new DataTable<>("Runs of VACUUM and ANALYZE", "run", columns, run -> run.number);
    table.setPlaceholder(new Label("No run matches."));
    table.onChoose(run -> model.select(run.number));
    table.heightProperty().subscribe(() -> Platform.runLater(table::toChosen));
    model.run.subscribe(run -> {
      table.choose(run);
      mark(run);
    });
    getChildren().addAll(table.head(Texts.line("Runs", "section-title")), Boxes.tall(table));
  }

  /// Shows other runs in place of those before: neither their filter nor their order stays.
  void show(List<RunLine> next) {
    table.show(List.of());
    runs = next;
    filterBy("");
    table.sortBy(Optional.empty());
    table.show(ENDED, next.stream().anyMatch(each -> each.isTimed));
    var columns = figures.iterator();
    for (var figure : Figure.values()) {
      boolean isKnown = next.stream().anyMatch(each -> !Double.isNaN(each.figure(figure)));
      table.show(columns.next(), isKnown);
    }
    table.show(next);
    table.choose(model.run.get());
    choices
        .getChildren()
        .setAll(next.stream().filter(_ -> areFew() && next.size() > 1).map(this::choice).toList());
    Boxes.show(choices, !choices.getChildren().isEmpty());
    mark(model.run.get());
  }

  /// Whether the runs have room side by side, so that no table is needed.
  boolean areFew() {
    return runs.size() <= FEW;
  }

  /// In place of the table, where the runs are few: a button for each; none of one alone.
  FlowPane choices() {
    return choices;
  }

  private ToggleButton choice(RunLine run) {
    var one = new ToggleButton(Texts.shown(run.table() + ", " + run.kind()));
    one.setMnemonicParsing(false);
    one.setOnAction(_ -> model.select(run.number));
    return one;
  }

  private void mark(Optional<Integer> chosen) {
    var all = choices.getChildren();
    for (int at = 0; at < all.size(); at++) {
      ((ToggleButton) all.get(at)).setSelected(chosen.equals(Optional.of(at)));
    }
  }

  /// Shows the runs of one table.
  void filterBy(String name) {
    table.search().setText(name);
  }

  void focusFilter() {
    table.search().requestFocus();
  }
}
