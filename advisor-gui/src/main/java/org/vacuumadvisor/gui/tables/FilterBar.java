package org.vacuumadvisor.gui.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import org.vacuumadvisor.diagnosis.Severity;
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
  private static final String ANY_WORKLOAD = "Any workload";
  private static final String ANY_SEVERITY = "With or without findings";
  private static final String ANY_SCHEMA = "Any schema";

  private final TablesModel model;
  private final TextField search = new TextField();
  private final ComboBox<Choice<WorkloadClass>> kind;
  private final ComboBox<Choice<Severity>> severity;
  private final ComboBox<Choice<String>> schema;
  private final CheckBox own = new CheckBox("PostgreSQL's own");
  private final Button among = new Button("", Glyph.CLEAR.node());
  private final Runnable showAll;
  private boolean isFilling;

  /// @param showAll is called when somebody wants to see more than the tables of one problem
  FilterBar(TablesModel model, Runnable showAll) {
    super(GAP, GAP);
    this.model = model;
    this.showAll = showAll;
    setAlignment(Pos.CENTER_LEFT);
    search.setPromptText("Search tables by name");
    search.setAccessibleText("Search tables by name");
    search.setPrefColumnCount(14);
    search.textProperty().subscribe(text -> model.change(it -> it.withText(text)));
    kind = box("Workload", ANY_WORKLOAD, TableFilter::withKind);
    severity = box("Least severity of findings", ANY_SEVERITY, TableFilter::withLeast);
    for (var each : Severity.values()) {
      severity.getItems().add(new Choice<>(Optional.of(each), atLeast(each)));
    }
    schema = box("Schema", ANY_SCHEMA, TableFilter::withSchema);
    own.selectedProperty()
        .subscribe(isWanted ->
            model.change(
                it -> it.withScope(isWanted ? TableFilter.Scope.ALL : TableFilter.Scope.USERS)));
    Texts.explained(
        own, "Also the tables of the system catalogs. Those with findings are shown anyway.");
    Texts.explained(among, "Shows all tables again");
    among.getStyleClass().addAll("small", "accent");
    among.setOnAction(_ -> showAll.run());
    getChildren().addAll(search, kind, severity, schema, own);
    model.filterProperty().map(TableFilter::among).subscribe(this::tellAmong);
    model.sourceProperty().subscribe(_ -> fill());
  }

  private void tellAmong(Set<RelationName> names) {
    among.setText("Only %s of the problem".formatted(Quantities.counted(names.size(), "table")));
    if (names.isEmpty()) {
      getChildren().remove(among);
    } else if (!getChildren().contains(among)) {
      getChildren().addFirst(among);
    }
  }

  private static String atLeast(Severity severity) {
    return switch (severity) {
      case CRITICAL -> Severities.word(severity);
      case WARNING, ADVICE -> Severities.word(severity) + " or worse";
      case INFO -> "Any finding";
    };
  }

  /// One line of a box.
  ///
  /// @param wanted empty for anything
  private record Choice<T>(Optional<T> wanted, String words) {
    static <T> Choice<T> any(String words) {
      return new Choice<>(Optional.empty(), words);
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private <T> ComboBox<Choice<T>> box(
      String name, String any, BiFunction<TableFilter, Optional<T>, TableFilter> change) {
    var box = new ComboBox<Choice<T>>();
    box.setAccessibleText(name);
    box.getItems().add(Choice.any(any));
    box.setValue(Choice.any(any));
    box.valueProperty()
        .subscribe(chosen -> {
          if (chosen != null && !isFilling) {
            model.change(it -> change.apply(it, chosen.wanted()));
          }
        });
    return box;
  }

  /// Offers what there is now; what was chosen stays, even if there is none of it.
  private void fill() {
    isFilling = true;
    var filter = model.filterProperty().get();
    fill(kind, model.kinds(), filter.kind(), Words::of, ANY_WORKLOAD);
    fill(schema, model.schemas(), filter.schema(), TerminalText::escaped, ANY_SCHEMA);
    isFilling = false;
  }

  private static <T> void fill(
      ComboBox<Choice<T>> box,
      List<T> there,
      Optional<T> chosen,
      Function<T, String> words,
      String any) {
    var choices = new ArrayList<Choice<T>>();
    choices.add(Choice.any(any));
    there.forEach(each -> choices.add(new Choice<>(Optional.of(each), words.apply(each))));
    var value = new Choice<>(chosen, chosen.map(words).orElse(any));
    if (!choices.contains(value)) {
      choices.add(value);
    }
    if (!box.getItems().equals(choices)) {
      box.getItems().setAll(choices);
    }
    box.setValue(value);
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
    kind.setValue(Choice.any(ANY_WORKLOAD));
    severity.setValue(Choice.any(ANY_SEVERITY));
    schema.setValue(Choice.any(ANY_SCHEMA));
    own.setSelected(false);
  }
}
