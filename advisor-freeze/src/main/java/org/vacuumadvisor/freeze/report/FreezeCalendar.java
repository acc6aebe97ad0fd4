package org.vacuumadvisor.freeze.report;

import static org.vacuumadvisor.freeze.report.FreezeWords.SAID;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;

/// The calendar of a freeze plan told: its windows, and the commands of the first of them.
record FreezeCalendar(FreezePlan plan, FreezeWords words) {
  private static final int CARDS = 6;
  private static final int LINES = 40;

  Stream<Part> parts() {
    var calendar = plan.calendar();
    return Part.section(
        "Calendar",
        Part.all(
            Rows.of(calendar.stream().limit(LINES))
                .text("Window", words::slot)
                .number("Tables", each -> Quantities.count(each.touches().count()))
                .number("Read", each -> each.work().reads().toString())
                .number("Write", each -> each.work().writes().toString())
                .number("Takes at most", each -> Quantities.duration(each.work().byHand()))
                .text("", each -> each.isTooLong() ? "longer than the window" : "")
                .ifAny(),
            Part.paragraph(
                calendar.size() > LINES
                    ? "And %s: the JSON has all of them."
                        .formatted(Quantities.counted(calendar.size() - LINES, "more window"))
                    : ""),
            IntStream.range(0, Math.min(CARDS, calendar.size()))
                .mapToObj(at -> card(at + 1, calendar.get(at)))));
  }

  private Part card(int number, Appointment appointment) {
    return new Part.RecommendationCard(
        number,
        words.slot(appointment),
        plan.options().windows().zone().toString(),
        Optional.of(
            new Part.Script(
                appointment.steps().stream()
                    .map(each -> FreezeWords.typed(each.command()))
                    .collect(Collectors.joining("\n")))),
        notes(appointment),
        Optional.empty());
  }

  private List<Part.Note> notes(Appointment appointment) {
    var notes = new ArrayList<Part.Note>();
    for (var each : appointment.steps()) {
      notes.add(new Part.Note("Freezes", freezes(each)));
    }
    notes.add(
        new Part.Note(
            "Takes",
            SAID.sentence(
                "takes",
                Quantities.duration(appointment.work().byHand()),
                appointment.work().reads(),
                appointment.work().writes())));
    if (appointment.isTooLong()) {
      notes.add(new Part.Note("Too long", tooLong(appointment)));
    }
    var late = appointment.late();
    if (!late.isEmpty()) {
      notes.add(new Part.Note("Late", SAID.sentence("come-late", words.names(late))));
    }
    return notes;
  }

  private String freezes(Step step) {
    return "%s: %s (%s)"
            .formatted(
                Quantities.counted(step.touches().size(), "table"),
                words.names(step.touches()),
                words.reason(step))
        + (step.inVain().isEmpty()
            ? ""
            : "; without effect while freezing is blocked: %s"
                .formatted(words.names(step.inVain())));
  }

  private static String tooLong(Appointment appointment) {
    return SAID.sentence("too-long", Quantities.duration(appointment.slot().length()));
  }
}
