package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.work.Memory;

/// The runs that were read, all of them: to be sorted by any figure and filtered by words. Rows are
/// numbers of runs.
final class RunTable extends VBox {
  private static final int FEW = 4;

  private final PasteModel model;
  private final FlowPane choices = new FlowPane(6, 6);
  private final Map<Figure, Column<Integer>> figures = new EnumMap<>(Figure.class);
  private final Column<Integer> ended;
  private final DataTable<Integer> table;
  private RunStore store = new RunStore();

  RunTable(PasteModel model, Memory memory) {
    super(6);
    this.model = model;
    ended =
        Column.<Integer>figure(
                "Ended", "When the run ended, in UTC", 21, run -> moment(run), this::time)
            .in("UTC")
            .yielding();
    for (var figure : Figure.values()) {
      figures.put(figure, figure.<Integer>column(run -> store.figure(figure, run)).yielding());
    }
    var words =
        Stream.of(
            Column.<Integer>text(
                "Table",
                "The table that was vacuumed or analyzed",
                22,
                run -> store.tableName(run)),
            figures.values().iterator().next(),
            Column.<Integer>text(
                "Kind",
                "Autovacuum's own run, or one by hand; forced is to prevent wraparound",
                16,
                run -> store.kind(run)),
            ended);
    var columns = Stream.concat(words, figures.values().stream().skip(1)).toList();
    table = new DataTable<>("Runs of VACUUM and ANALYZE", "run", columns, run -> run);
    table.setPlaceholder(new Label("No run matches."));
    table.onChoose(model::select);
    table.heightProperty().subscribe(() -> Platform.runLater(table::toChosen));
    model.run.subscribe(run -> {
      table.choose(run);
      mark(run);
    });
    getChildren()
        .addAll(
            table.head(Texts.line("Runs", "section-title"), memory, "run-columns"),
            Boxes.tall(table));
  }

  /// Shows other runs in place of those before: neither their filter nor their order stays.
  void show(RunStore next) {
    table.show(List.of());
    store = next;
    filterBy("");
    table.sortBy(Optional.empty());
    table.show(ended, next.size() > 0 && next.isTimed(0));
    figures.forEach((figure, column) -> table.show(column, isKnown(figure)));
    table.show(IntStream.range(0, next.size()).boxed().toList());
    table.choose(model.run.get());
    offer();
  }

  /// Whether the runs have room side by side, so that no table is needed.
  boolean areFew() {
    return store.size() <= FEW;
  }

  /// In place of the table, where the runs are few: a button for each; none of one alone.
  FlowPane choices() {
    return choices;
  }

  private void offer() {
    choices.getChildren().clear();
    for (int run = 0; run < store.size() && store.size() > 1 && areFew(); run++) {
      int number = run;
      var one = new ToggleButton(Texts.shown(store.tableName(run) + ", " + store.kind(run)));
      one.setMnemonicParsing(false);
      one.setOnAction(_ -> model.select(number));
      choices.getChildren().add(one);
    }
    Boxes.show(choices, !choices.getChildren().isEmpty());
    mark(model.run.get());
  }

  private void mark(Optional<Integer> chosen) {
    var all = choices.getChildren();
    all.forEach(each -> ((ToggleButton) each).setSelected(false));
    chosen
        .filter(run -> run < all.size())
        .ifPresent(run -> ((ToggleButton) all.get(run)).setSelected(true));
  }

  /// Whether any run tells it: releases and settings differ in what they do.
  private boolean isKnown(Figure figure) {
    return IntStream.range(0, store.size())
        .anyMatch(run -> !Double.isNaN(store.figure(figure, run)));
  }

  /// Shows the runs of one table.
  void filterBy(String name) {
    table.search().setText(name);
  }

  void focusFilter() {
    table.search().requestFocus();
  }

  private @Nullable Instant moment(int run) {
    return store.isTimed(run) ? Instant.ofEpochMilli(store.end(run)) : null;
  }

  private String time(int run) {
    var moment = moment(run);
    return moment == null ? "" : RunStore.time(moment);
  }
}
