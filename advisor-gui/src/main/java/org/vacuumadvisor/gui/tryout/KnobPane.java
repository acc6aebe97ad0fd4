package org.vacuumadvisor.gui.tryout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.tryout.KnobRow.Difference;
import org.vacuumadvisor.gui.tryout.KnobRow.Grip;
import org.vacuumadvisor.postgres.Release;

/// All knobs: those of the table that is looked at and those of the server, the six that matter
/// most first, the others folded.
final class KnobPane extends VBox {
  private final TryModel model;
  private final TablePicker picker;
  private final VBox table = group();
  private final VBox server = group();
  private final VBox moreOfTable = group();
  private final VBox moreOfServer = group();
  private final List<KnobRow> tableRows = new ArrayList<>();
  private final List<KnobRow> serverRows = new ArrayList<>();
  private Optional<Release> built = Optional.empty();

  KnobPane(TryModel model) {
    this.model = model;
    getStyleClass().add("knobs");
    picker = new TablePicker(chosen -> model.tableProperty().set(Optional.of(chosen)));
    var more =
        new TitledPane(
            "More settings",
            new VBox(
                head("Of the table", "What only this table gets."),
                moreOfTable,
                head("Of the server", "What every table gets that has no setting of its own."),
                moreOfServer));
    more.setExpanded(false);
    more.setAnimated(false);
    more.getStyleClass().addAll("dense", "knobs-more");
    getChildren()
        .addAll(
            head("The table", "What only this table gets: an exception to the server's settings."),
            picker,
            table,
            head("The server", "What every table gets that has no setting of its own."),
            server,
            more);
    model.standProperty().subscribe(stand -> stand.ifPresent(this::build));
    model.changesProperty().subscribe(_ -> show());
    model.tableProperty().subscribe(_ -> show());
  }

  private static VBox group() {
    var group = new VBox();
    group.getStyleClass().add("knob-group");
    return group;
  }

  private static Label head(String text, String meaning) {
    return Texts.explained(Texts.line(text, "card-title"), meaning);
  }

  private void build(Stand stand) {
    picker.offer(stand.tables());
    var release = stand.cluster().release();
    if (!built.equals(Optional.of(release))) {
      built = Optional.of(release);
      tableRows.clear();
      serverRows.clear();
      table.getChildren().setAll(ofTable(Knob.FIRST_OF_TABLE, release));
      moreOfTable.getChildren().setAll(ofTable(Knob.MORE_OF_TABLE, release));
      server.getChildren().setAll(ofServer(Knob.FIRST_OF_SERVER, release));
      moreOfServer.getChildren().setAll(ofServer(Knob.MORE_OF_SERVER, release));
    }
    show();
  }

  private List<KnobRow> ofTable(List<Knob> knobs, Release release) {
    var rows =
        knobs.stream()
            .filter(each -> each.isOfTable(release))
            .map(knob -> new KnobRow(knob, (value, grip) -> turnTable(knob, value, grip)))
            .toList();
    tableRows.addAll(rows);
    return rows;
  }

  private List<KnobRow> ofServer(List<Knob> knobs, Release release) {
    var rows =
        knobs.stream()
            .filter(each -> each.isOfServer(release))
            .map(knob -> new KnobRow(knob, (value, grip) -> turnServer(knob, value, grip)))
            .toList();
    serverRows.addAll(rows);
    return rows;
  }

  private void turnServer(Knob knob, String value, Grip grip) {
    switch (grip) {
      case HELD -> model.drag(knob, value);
      case LET_GO -> model.set(knob, value);
    }
    show();
  }

  private void turnTable(Knob knob, String value, Grip grip) {
    switch (grip) {
      case HELD -> model.dragOfTable(knob, value);
      case LET_GO -> model.setOfTable(knob, value);
    }
    show();
  }

  private void show() {
    var stand = model.standProperty().get();
    var chosen = model.tableProperty().get();
    if (stand.isEmpty() || chosen.isEmpty()) {
      return;
    }
    picker.show(chosen.get());
    var changes = model.changesProperty().get();
    var changed = changes.on(stand.get().cluster());
    for (var row : serverRows) {
      double value = row.knob().of(changed);
      row.show(
          value,
          row.knob().text(value),
          changes.settings().containsKey(row.knob().setting())
              ? Difference.CHANGED
              : Difference.TODAY);
    }
    changed
        .table(chosen.get().key())
        .ifPresent(each ->
            tableRows.forEach(row -> {
              double value = row.knob().of(changed, each);
              row.show(value, row.knob().text(value), difference(changes, each, row.knob()));
            }));
  }

  private static Difference difference(Changes changes, TableStart table, Knob knob) {
    var own = changes.parameters().get(table.key());
    return own != null && knob.setting().storageParameter().filter(own::containsKey).isPresent()
        ? Difference.CHANGED
        : Difference.TODAY;
  }
}
