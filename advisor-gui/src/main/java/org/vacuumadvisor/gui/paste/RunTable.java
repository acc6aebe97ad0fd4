package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.unit.Quantities;

/// The runs that were read, all of them: to be sorted by any figure and filtered by words. Rows are
/// numbers of runs.
final class RunTable extends VBox {
  private final PasteModel model;
  private final Map<Figure, Column<Integer>> figures = new EnumMap<>(Figure.class);
  private final Column<Integer> ended;
  private final DataTable<Integer> table;
  private final TextField filter = new TextField();
  private final Label count = Texts.line("", "faint", "small");
  private RunStore store = new RunStore();

  RunTable(PasteModel model) {
    super(6);
    this.model = model;
    ended =
        Column.<Integer>figure(
                "Ended", "When the run ended, in UTC", 18, run -> moment(run), this::time)
            .in("UTC")
            .yielding();
    for (var figure : Figure.values()) {
      figures.put(figure, figure.column(run -> store.figure(figure, run)));
    }
    var columns = new ArrayList<Column<Integer>>();
    columns.add(
        Column.text(
            "Table", "The table that was vacuumed or analyzed", 22, run -> store.tableName(run)));
    columns.add(
        Column.text(
            "Kind",
            "Autovacuum's own run, or one by hand; forced is to prevent wraparound",
            16,
            run -> store.kind(run)));
    columns.add(ended);
    columns.addAll(figures.values());
    table = new DataTable<>("Runs of VACUUM and ANALYZE", columns, run -> run);
    table.setPlaceholder(new Label("No run matches."));
    table.onChoose(model::select);
    table.heightProperty().subscribe(table::toChosen);
    model.runProperty().subscribe(run -> table.choose(run));
    filter.setPromptText("Filter by table or kind");
    filter.setAccessibleText("Filter runs by table or kind");
    filter.textProperty().subscribe(_ -> arrange());
    HBox.setHgrow(count, Priority.ALWAYS);
    count.setMaxWidth(Double.MAX_VALUE);
    var head = Boxes.row(10, Texts.line("Runs", "section-title"), count, filter);
    setVgrow(table, Priority.ALWAYS);
    getChildren().addAll(head, table);
  }

  /// Shows other runs in place of those before: neither their filter nor their order stays.
  void show(RunStore next) {
    table.show(List.of());
    store = next;
    filter.clear();
    table.sortBy(Optional.empty());
    table.show(ended, next.size() > 0 && next.isTimed(0));
    figures.forEach((figure, column) -> table.show(column, isKnown(figure)));
    table.show(IntStream.range(0, next.size()).boxed().toList());
    table.choose(model.runProperty().get());
    arrange();
  }

  /// Whether there is nothing to choose from.
  boolean isOne() {
    return store.size() == 1;
  }

  /// Whether any run tells it: releases and settings differ in what they do.
  private boolean isKnown(Figure figure) {
    return IntStream.range(0, store.size())
        .anyMatch(run -> !Double.isNaN(store.figure(figure, run)));
  }

  /// Shows the runs of one table.
  void filterBy(String name) {
    filter.setText(name);
  }

  void focusFilter() {
    filter.requestFocus();
  }

  private void arrange() {
    var wanted = filter.getText().toLowerCase(Locale.ROOT).strip();
    table.filter(run ->
        store.tableName(run).toLowerCase(Locale.ROOT).contains(wanted)
            || store.kind(run).contains(wanted));
    count.setText(
        table.getItems().size() == store.size()
            ? Quantities.counted(store.size(), "run")
            : "%,d of %s"
                .formatted(table.getItems().size(), Quantities.counted(store.size(), "run")));
  }

  private @Nullable Instant moment(int run) {
    return store.isTimed(run) ? Instant.ofEpochMilli(store.end(run)) : null;
  }

  private String time(int run) {
    var moment = moment(run);
    return moment == null ? "" : RunStore.time(moment);
  }

  /// The runs in the order of the list.
  List<Integer> listed() {
    return List.copyOf(table.getItems());
  }
}
