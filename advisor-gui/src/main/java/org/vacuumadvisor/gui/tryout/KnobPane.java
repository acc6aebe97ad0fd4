package org.vacuumadvisor.gui.tryout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.css.PseudoClass;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.tryout.Knob.Owner;
import org.vacuumadvisor.postgres.Release;

/// All knobs, a slider each with its exact value: those of the table that is looked at and those of
/// the server, what matters most first, the others folded.
final class KnobPane extends VBox {
  private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
  private static final int COLUMNS = 6;
  private static final String OF_TABLE =
      "What only this table gets: an exception to the server's settings.";
  private static final String OF_SERVER = "What every table gets that has no setting of its own.";

  private final TryModel model;
  private final ComboBox<TableStart> tables =
      Boxes.choice("Table to look at", List.of(), table -> Texts.shown(table.name().sql()));
  private final VBox groups = new VBox();
  private final List<Row> rows = new ArrayList<>();
  private Optional<Release> built = Optional.empty();

  KnobPane(TryModel model) {
    this.model = model;
    getStyleClass().add("knobs");
    groups.getStyleClass().add("knobs");
    setMinWidth(0); // a long name of a table is no reason to hide the sliders
    tables.setMaxWidth(Double.MAX_VALUE);
    tables.valueProperty().subscribe(this::choose);
    getChildren().addAll(head("The table", OF_TABLE), tables, groups);
    model.stand.subscribe(stand -> stand.ifPresent(this::build));
    model.changes.subscribe(_ -> show());
    model.table.subscribe(_ -> show());
  }

  private void choose(@Nullable TableStart table) {
    if (table != null) {
      model.table.set(Optional.of(table));
    }
  }

  private static Label head(String text, String meaning) {
    return Texts.explained(Texts.line(text, "card-title"), meaning);
  }

  private void build(Stand stand) {
    tables.getItems().setAll(stand.tables());
    var release = stand.cluster().release();
    if (!built.equals(Optional.of(release))) {
      built = Optional.of(release);
      rows.clear();
      Knob.of(Owner.TABLE, release).forEach(each -> rows.add(new Row(each, Owner.TABLE)));
      Knob.of(Owner.SERVER, release).forEach(each -> rows.add(new Row(each, Owner.SERVER)));
      var more = new VBox();
      more.getStyleClass().add("knobs");
      more.getChildren()
          .addAll(
              head("Of the table", OF_TABLE),
              group(each -> each.owner == Owner.TABLE && !each.isFirst()),
              head("Of the server", OF_SERVER),
              group(each -> each.owner == Owner.SERVER && !each.isFirst()));
      groups
          .getChildren()
          .setAll(
              group(each -> each.owner == Owner.TABLE && each.isFirst()),
              head("The server", OF_SERVER),
              group(each -> each.owner == Owner.SERVER && each.isFirst()),
              Texts.folded("More settings", more));
    }
    show();
  }

  private VBox group(Predicate<Row> wanted) {
    var group = new VBox();
    group.getStyleClass().add("knob-group");
    group.getChildren().setAll(rows.stream().filter(wanted).toList());
    return group;
  }

  private void show() {
    var stand = model.stand.get();
    var chosen = model.table.get();
    if (stand.isPresent() && chosen.isPresent()) {
      tables.setValue(chosen.get());
      var changes = model.changes.get();
      var changed = changes.on(stand.get().cluster());
      changed
          .table(chosen.get().key())
          .ifPresent(table -> rows.forEach(row -> row.show(changed, table, changes)));
    }
  }

  /// A setting with its slider and its exact value.
  private final class Row extends VBox {
    private final Knob knob;
    private final Owner owner;
    private final Slider slider;
    private final TextField field = new TextField();
    private boolean isShowing;
    private String shown = "";

    Row(Knob knob, Owner owner) {
      this.knob = knob;
      this.owner = owner;
      getStyleClass().add("knob");
      slider = new Slider(0, knob.stops().size() - 1, 0);
      slider.setBlockIncrement(1);
      slider.setMajorTickUnit(1);
      slider.setMinorTickCount(0);
      slider.setSnapToTicks(true);
      slider.setAccessibleText(knob.setting().parameter());
      slider.valueProperty().addListener(_ -> slid());
      field.setPrefColumnCount(COLUMNS);
      field.setAccessibleText(knob.setting().parameter());
      field.getStyleClass().add("number");
      field.setOnAction(_ -> typed());
      field
          .focusedProperty()
          .subscribe((_, isFocused) -> {
            if (!isFocused) {
              typed();
            }
          });
      var name = Texts.line(knob.setting().parameter(), "knob-name");
      name.setLabelFor(field);
      var line = Boxes.row(0, Boxes.wide(slider), field);
      line.getStyleClass().add("knob-line");
      getChildren().addAll(name, line, Texts.wrapped(knob.meaning(), "faint", "knob-meaning"));
    }

    boolean isFirst() {
      return knob.isFirst(owner);
    }

    void show(Cluster changed, TableStart table, Changes changes) {
      double value =
          switch (owner) {
            case TABLE -> knob.of(changed, table);
            case SERVER -> knob.of(changed);
          };
      isShowing = true;
      shown = knob.text(value);
      if (!slider.isValueChanging()) {
        slider.setValue(knob.nearest(value));
      }
      if (!field.getText().equals(shown)) {
        field.setText(shown);
      }
      pseudoClassStateChanged(CHANGED, isIn(changes, table));
      isShowing = false;
    }

    private boolean isIn(Changes changes, TableStart table) {
      var setting = knob.setting();
      return switch (owner) {
        case SERVER -> changes.settings().containsKey(setting);
        case TABLE ->
            setting
                .storageParameter()
                .filter(changes.parameters().getOrDefault(table.key(), Map.of())::containsKey)
                .isPresent();
      };
    }

    private void slid() {
      if (!isShowing) {
        turn(knob.text(knob.stops().get((int) Math.round(slider.getValue()))));
      }
    }

    private void typed() {
      knob.typed(field.getText()).ifPresentOrElse(this::turn, () -> field.setText(shown));
    }

    private void turn(String value) {
      if (!value.equals(shown)) {
        model.set(knob, owner, value);
        KnobPane.this.show();
      }
    }
  }
}
