package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.past.ArchivePast;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Work;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// The list of tables: its rows, computed beside the window, what of them is shown, and by which
/// schemas and classes one may narrow it down. It knows no controls.
final class TablesModel {
  private final Background background;
  private final ReadOnlyObjectProperty<ArchivePast> past;
  private final ObservableList<TableLine> rows = FXCollections.observableArrayList();
  private final FilteredList<TableLine> shown = new FilteredList<>(rows);
  private final ObjectProperty<TableFilter> filter = new SimpleObjectProperty<>(TableFilter.USUAL);
  private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<Optional<Opened>> source =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyStringWrapper failure = new ReadOnlyStringWrapper("");
  private Optional<Work> work = Optional.empty();
  private Map<RelationName, Long> known = Map.of();

  /// @param past tells how tables grew
  TablesModel(
      Workbench workbench, Background background, ReadOnlyObjectProperty<ArchivePast> past) {
    this.background = background;
    this.past = past;
    filter.subscribe(wanted -> {
      shown.setPredicate(wanted::accepts);
      summarize();
    });
    workbench.openedProperty().subscribe(this::open);
    past.addListener(_ -> {
      if (!growth().equals(known)) {
        open(workbench.opened());
      }
    });
    workbench.amongProperty().subscribe(names -> change(it -> it.withAmong(names)));
  }

  private void open(Optional<Opened> opened) {
    work.ifPresent(Work::cancel);
    work = Optional.empty();
    if (opened.isEmpty()) {
      show(Optional.empty(), List.of());
      return;
    }
    var growth = growth();
    known = growth;
    work =
        Optional.of(
            background.start(
                _ -> TableLines.of(opened.get().assessment(), growth),
                made -> show(opened, made),
                failure::set));
  }

  private Map<RelationName, Long> growth() {
    return past.get() instanceof ArchivePast.Known known ? known.growth() : Map.of();
  }

  /// Whether it is known of some table how it grew.
  boolean knowsGrowth() {
    return !growth().isEmpty();
  }

  private void show(Optional<Opened> opened, List<TableLine> made) {
    failure.set("");
    rows.setAll(made);
    source.set(opened);
    var wanted = filter.get().schema();
    if (wanted.isPresent() && !schemas().contains(wanted.get())) {
      change(it -> it.withSchema(Optional.empty()));
    }
    summarize();
  }

  private void summarize() {
    var unfiltered = TableFilter.USUAL.withScope(filter.get().scope());
    long all = rows.stream().filter(unfiltered::accepts).count();
    summary.set(
        shown.size() == all
            ? Quantities.counted(all, "table")
            : "%s of %s"
                .formatted(Quantities.count(shown.size()), Quantities.counted(all, "table")));
  }

  /// Whether more is asked of tables than that somebody made them.
  boolean isFiltered() {
    return !filter.get().equals(TableFilter.USUAL);
  }

  /// The rows that the filter lets pass.
  ObservableList<TableLine> shown() {
    return shown;
  }

  ObservableList<TableLine> all() {
    return rows;
  }

  ObjectProperty<TableFilter> filterProperty() {
    return filter;
  }

  void change(UnaryOperator<TableFilter> how) {
    filter.set(how.apply(filter.get()));
  }

  /// `212 of 10,000 tables`.
  ReadOnlyStringProperty summaryProperty() {
    return summary.getReadOnlyProperty();
  }

  /// What the rows were made of; empty while nothing is open.
  ReadOnlyObjectProperty<Optional<Opened>> sourceProperty() {
    return source.getReadOnlyProperty();
  }

  /// The server's clock when the rows were true.
  Instant now() {
    return assessment().map(each -> each.evidence().survey().takenAt()).orElse(Instant.EPOCH);
  }

  Optional<Assessment> assessment() {
    return source.get().map(Opened::assessment);
  }

  /// The schemas there are, in order.
  List<String> schemas() {
    return rows.stream().map(each -> each.relation().name().schema()).distinct().sorted().toList();
  }

  /// The classes there are.
  List<WorkloadClass> kinds() {
    var kinds = EnumSet.noneOf(WorkloadClass.class);
    rows.forEach(each -> kinds.add(each.workload().kind()));
    return new ArrayList<>(kinds);
  }

  Optional<TableLine> line(RelationName name) {
    return rows.stream().filter(each -> each.relation().name().equals(name)).findFirst();
  }
}
