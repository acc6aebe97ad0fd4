package org.vacuumadvisor.gui.freeze;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Step;
import org.vacuumadvisor.freeze.report.FreezeWords;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.unit.Quantities;

/// A window of the plan: the commands to be run in it, and what they will touch.
final class AppointmentPane extends VBox {
  AppointmentPane() {
    getStyleClass().add("card");
  }

  void show(FreezePlan plan, Optional<Appointment> chosen) {
    getChildren().clear();
    var words = new FreezeWords(plan);
    chosen.ifPresentOrElse(
        each -> show(each, words),
        () ->
            getChildren()
                .add(
                    Texts.wrapped(
                        plan.obstacles().isEmpty()
                            ? "No window has anything to freeze by hand."
                            : "Nothing is planned while freezing is blocked: it could not make a"
                                + " table younger.")));
  }

  private void show(Appointment appointment, FreezeWords words) {
    getChildren().add(Texts.wrapped(words.slot(appointment), "card-title"));
    getChildren()
        .add(
            Texts.wrapped(
                "It takes up to %s of %s; it reads %s and writes %s at most."
                    .formatted(
                        Quantities.duration(appointment.byHand()),
                        Quantities.duration(appointment.slot().length()),
                        appointment.reads(),
                        appointment.writes())));
    if (appointment.isTooLong()) {
      getChildren()
          .add(
              Texts.wrapped(
                  appointment.fitsWithoutIndexes()
                      ? "That may be too long for the window; with --no-index-cleanup it fits, and"
                          + " the next vacuum has to read %s of indexes for it."
                              .formatted(appointment.indexDebt())
                      : "That may be too long for the window: begin earlier, or take a longer one.",
                  "text-warning"));
    }
    if (!appointment.late().isEmpty()) {
      getChildren()
          .add(
              Texts.wrapped(
                  "Autovacuum will come before this window to "
                      + words.names(appointment.late())
                      + ".",
                  "text-warning"));
    }
    int number = 1;
    for (var step : appointment.steps()) {
      getChildren().add(step(step, number, words));
      number++;
    }
  }

  private static Node step(Step step, int number, FreezeWords words) {
    return new VBox(
        4,
        ScriptNode.ofCommand(step.command().line(), "Command " + number),
        Texts.wrapped(
            "Touches %s: %s (%s)."
                .formatted(
                    Quantities.counted(step.touches().size(), "table"),
                    words.names(step.touches()),
                    words.reason(step)),
            "faint",
            "small"));
  }
}
