package org.vacuumadvisor.freeze.report;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.WellFormed;
import org.vacuumadvisor.unit.Quantities;

/// A freeze plan as a calendar that other programs read: iCalendar, RFC 5545. An event is known by
/// the commands' databases and its start, so that a newer plan replaces an older one.
public final class FreezeIcs {
  /// Octets of a line, its end not counted (section 3.1).
  private static final int LINE = 75;

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final FreezePlan plan;
  private final FreezeWords words;
  private final StringBuilder out = new StringBuilder();

  private FreezeIcs(FreezePlan plan) {
    this.plan = plan;
    this.words = new FreezeWords(plan);
  }

  public static String of(FreezePlan plan) {
    return new FreezeIcs(plan).text();
  }

  private String text() {
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Vacuum Advisor//Freeze plan//EN");
    line("CALSCALE:GREGORIAN");
    plan.calendar().forEach(this::event);
    if (plan.calendar().isEmpty()) {
      // a calendar without any event would be no calendar (section 3.6)
      notice();
    }
    line("END:VCALENDAR");
    return out.toString();
  }

  private void event(Appointment appointment) {
    line("BEGIN:VEVENT");
    line("UID:" + uid(appointment));
    line("DTSTAMP:" + UTC.format(plan.survey().takenAt()));
    line("DTSTART:" + UTC.format(appointment.slot().start()));
    line("DTEND:" + UTC.format(appointment.slot().end()));
    long tables = appointment.touches().count();
    text(
        "SUMMARY",
        "Freeze %s of %s"
            .formatted(
                Quantities.counted(tables, "table"), String.join(", ", databases(appointment))));
    text("DESCRIPTION", description(appointment));
    line("TRANSP:TRANSPARENT");
    line("END:VEVENT");
  }

  /// The plan says why there is nothing, on the day it was made.
  private void notice() {
    var now = plan.survey().takenAt();
    line("BEGIN:VEVENT");
    line("UID:" + named("nothing " + now) + "@vacuum-advisor");
    line("DTSTAMP:" + UTC.format(now));
    line("DTSTART:" + UTC.format(now));
    text(
        "SUMMARY",
        plan.obstacles().isEmpty()
            ? "Nothing to freeze by hand"
            : "Freezing cannot help yet: %s blocks it"
                .formatted(TerminalText.escaped(plan.obstacles().getFirst().who())));
    line("TRANSP:TRANSPARENT");
    line("END:VEVENT");
  }

  private static List<String> databases(Appointment appointment) {
    return appointment.steps().stream()
        .map(each -> each.command().database())
        .distinct()
        .map(TerminalText::escaped)
        .toList();
  }

  private String description(Appointment appointment) {
    var lines = new ArrayList<String>();
    for (var step : appointment.steps()) {
      lines.add(TerminalText.escaped(step.command().line()));
      lines.add(
          TerminalText.escaped(
              "%s: %s"
                  .formatted(
                      Quantities.counted(step.touches().size(), "table"),
                      words.names(step.touches()))));
    }
    lines.add("At most " + Quantities.duration(appointment.byHand()) + ".");
    if (appointment.isTooLong()) {
      lines.add("That is longer than the window.");
    }
    return String.join("\n", lines);
  }

  private static String uid(Appointment appointment) {
    return named(appointment.slot().start() + "\0" + String.join("\0", databases(appointment)))
        + "@vacuum-advisor";
  }

  private static String named(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /// A property whose value is TEXT (section 3.3.11).
  private void text(String property, String value) {
    line(
        property
            + ":"
            + WellFormed.text(value)
                .replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replace("\n", "\\n"));
  }

  /// Folded between characters, never within one.
  private void line(String text) {
    int octets = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      var character = Character.toString(text.codePointAt(at));
      int width = character.getBytes(StandardCharsets.UTF_8).length;
      if (octets + width > LINE) {
        out.append("\r\n ");
        octets = 1;
      }
      out.append(character);
      octets += width;
    }
    out.append("\r\n");
  }
}
