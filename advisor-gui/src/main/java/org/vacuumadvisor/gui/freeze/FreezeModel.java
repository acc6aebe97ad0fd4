package org.vacuumadvisor.gui.freeze;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Window;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.report.FreezeCrontab;
import org.vacuumadvisor.gui.work.Background;

/// What the freeze screen shows: the plan for the server at hand, or why there is none. To be
/// touched in the window's thread.
final class FreezeModel {
  private final Background background;
  private final ReadOnlyObjectWrapper<Optional<FreezePlan>> plan =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<Appointment>> chosen =
      new SimpleObjectProperty<>(Optional.empty());
  private final ReadOnlyStringWrapper refusal = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper("");
  private Optional<Evidence> evidence = Optional.empty();
  private List<Window> windows = List.of();

  FreezeModel(Background background) {
    this.background = background;
  }

  /// Empty where there is none.
  ReadOnlyObjectProperty<Optional<FreezePlan>> planProperty() {
    return plan.getReadOnlyProperty();
  }

  /// The window of the calendar that is looked at.
  ObjectProperty<Optional<Appointment>> chosenProperty() {
    return chosen;
  }

  /// Why there can be no plan for what is open; empty if there can, or nothing is open.
  ReadOnlyStringProperty refusalProperty() {
    return refusal.getReadOnlyProperty();
  }

  /// What was wrong with what somebody entered; empty if nothing was.
  ReadOnlyStringProperty errorProperty() {
    return error.getReadOnlyProperty();
  }

  void open(Optional<Evidence> next) {
    evidence = next;
    error.set("");
    refusal.set(next.flatMap(each -> FreezePlan.refusal(each.survey())).orElse(""));
    if (next.isEmpty() || !refusal.get().isEmpty()) {
      put(Optional.empty());
    } else {
      plan(next.get());
    }
  }

  /// Plans for other quiet hours.
  ///
  /// @param text windows as [Window#parse] reads them, with semicolons between; empty for the usual
  void quietHours(String text) {
    try {
      windows =
          Arrays.stream(text.split(";"))
              .map(String::strip)
              .filter(each -> !each.isEmpty())
              .map(Window::parse)
              .toList();
      error.set("");
      evidence.filter(_ -> refusal.get().isEmpty()).ifPresent(this::plan);
    } catch (IllegalArgumentException mistake) {
      error.set(mistake.getMessage() + ".");
    }
  }

  /// Writes the commands of the plan to a file, as lines of a crontab.
  void saveCrontab(Path file) {
    plan.get()
        .ifPresent(each ->
            background.start(
                _ -> Files.writeString(file, FreezeCrontab.of(each), StandardCharsets.UTF_8),
                _ -> error.set(""),
                error::set));
  }

  private void plan(Evidence of) {
    var hours = windows;
    background.start(
        _ -> {
          var sources = new Sources(of.survey(), of.older().stream().toList(), of.history());
          var zone = Windows.zoneOf(of.survey());
          var options =
              FreezeOptions.usual(of.survey())
                  .with(hours.isEmpty() ? Windows.by(sources, zone) : Windows.of(hours, zone));
          return FreezePlan.of(sources, options);
        },
        made -> put(Optional.of(made)),
        error::set);
  }

  private void put(Optional<FreezePlan> next) {
    var before = chosen.get().map(each -> each.slot().start());
    plan.set(next);
    chosen.set(
        next.flatMap(each ->
            each.calendar().stream()
                .filter(one -> before.equals(Optional.of(one.slot().start())))
                .findFirst()
                .or(() -> each.calendar().stream().findFirst())));
  }
}
