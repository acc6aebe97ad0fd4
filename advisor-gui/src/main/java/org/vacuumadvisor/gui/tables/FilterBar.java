package org.vacuumadvisor.gui.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// Where one says which tables to show.
final class FilterBar extends FlowPane {
  private static final double GAP = 8;

  private final Runnable changed;
  private final TextField search = new TextField();
  private final ComboBox<Optional<WorkloadClass>> kind = box("Workload", "Any workload", Words::of);
  private final ComboBox<Optional<Severity>> severity =
      box("Least severity of findings", "With or without findings", FilterBar::atLeast);
  private final ComboBox<Optional<String>> schema =
      box("Schema", "Any schema", TerminalText::escaped);
  private final CheckBox own = new CheckBox("PostgreSQL's own");
  private final Button amongAll = new Button("", Glyph.CLEAR.node());
  private final Runnable showAll;
  private Set<RelationName> among = Set.of();
  private boolean isFilling;

  /// @param changed is called when something else is to be shown
  /// @param showAll is called when somebody wants to see more than the tables of one problem
  FilterBar(Runnable changed, Runnable showAll) {
    super(GAP, GAP);
    this.changed = changed;
    this.showAll = showAll;
    setAlignment(Pos.CENTER_LEFT);
    search.setPromptText("Search tables by name");
    search.setAccessibleText("Search tables by name");
    search.setPrefColumnCount(14);
    search.textProperty().addListener(_ -> tell());
    own.selectedProperty().addListener(_ -> tell());
    offer(severity, Stream.of(Severity.values()));
    Texts.explained(
        own, "Also the tables of the system catalogs. Those with findings are shown anyway.");
    Texts.explained(amongAll, "Shows all tables again");
    amongAll.getStyleClass().addAll("small", "accent");
    amongAll.setOnAction(_ -> showAll.run());
    getChildren().addAll(search, kind, severity, schema, own);
  }

  /// What somebody chose.
  TableFilter filter() {
    return new TableFilter(
        search.getText(),
        kind.getValue(),
        severity.getValue(),
        schema.getValue(),
        own.isSelected() ? TableFilter.Scope.ALL : TableFilter.Scope.USERS,
        among);
  }

  private void tell() {
    if (!isFilling) {
      changed.run();
    }
  }

  /// Shows only these tables, of a problem; all if there are none.
  void among(Set<RelationName> names) {
    among = names;
    amongAll.setText("Only %s of the problem".formatted(Quantities.counted(names.size(), "table")));
    getChildren().remove(amongAll);
    if (!names.isEmpty()) {
      getChildren().addFirst(amongAll);
    }
    tell();
  }

  private static String atLeast(Severity severity) {
    return switch (severity) {
      case CRITICAL -> Severities.word(severity);
      case WARNING, ADVICE -> Severities.word(severity) + " or worse";
      case INFO -> "Any finding";
    };
  }

  private <T> ComboBox<Optional<T>> box(String name, String any, Function<T, String> words) {
    var box =
        Boxes.choice(name, List.of(Optional.<T>empty()), wanted -> wanted.map(words).orElse(any));
    box.getSelectionModel().select(0);
    box.valueProperty().addListener(_ -> tell());
    return box;
  }

  /// Offers what there is now. What was chosen and is gone is no longer asked for.
  void fill(List<TableLine> lines) {
    isFilling = true;
    offer(kind, lines.stream().map(each -> each.workload().kind()));
    offer(schema, lines.stream().map(each -> each.relation().name().schema()));
    isFilling = false;
  }

  private static <T extends Comparable<T>> void offer(ComboBox<Optional<T>> box, Stream<T> there) {
    var choices = new ArrayList<Optional<T>>(List.of(Optional.empty()));
    there.distinct().sorted().map(Optional::of).forEach(choices::add);
    var chosen = box.getValue();
    if (!box.getItems().equals(choices)) {
      box.getItems().setAll(choices);
    }
    box.setValue(choices.contains(chosen) ? chosen : choices.getFirst());
  }

  /// Puts the cursor where one types a name.
  void search() {
    search.requestFocus();
    search.selectAll();
  }

  /// Also shows the tables of the system catalogs.
  void showOwn() {
    own.setSelected(true);
  }

  /// Shows all tables again.
  void clear() {
    showAll.run();
    search.clear();
    Stream.of(kind, severity, schema).forEach(each -> each.getSelectionModel().select(0));
    own.setSelected(false);
  }
}
