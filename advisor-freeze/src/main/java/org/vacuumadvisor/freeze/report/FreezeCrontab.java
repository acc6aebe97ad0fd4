package org.vacuumadvisor.freeze.report;

import java.time.DayOfWeek;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.Appointment.Step.Reason;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Vacuumdb;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.render.Line;

/// A freeze plan as lines of a crontab. What a window does to all old tables comes back every week:
/// the command finds nothing to do until something is old enough. What is for some tables by name
/// runs on its date alone.
public final class FreezeCrontab {
  /// The shortest limit there is: `MAX_COMMAND` of Vixie's cron, less its terminator.
  private static final int LONGEST = 998;

  private static final int COMMENT_WIDTH = 96;

  private final FreezePlan plan;
  private final FreezeWords words;
  private final StringBuilder out = new StringBuilder();

  private FreezeCrontab(FreezePlan plan) {
    this.plan = plan;
    this.words = new FreezeWords(plan);
  }

  public static String of(FreezePlan plan) {
    return new FreezeCrontab(plan).text();
  }

  private String text() {
    comment(
        "Freezes tables in quiet hours, before autovacuum is forced to. Surveyed %s."
            .formatted(words.moment(plan.survey().takenAt())));
    comment(
        "Times are %s: cron goes by the time zone of the machine it runs on. vacuumdb takes host,"
                .formatted(plan.options().windows().zone())
            + " port, user and password from PGHOST, PGPORT, PGUSER and ~/.pgpass.");
    plan.obstacles()
        .forEach(each ->
            comment(
                "First: %s blocks freezing, and nothing below helps while it does. %s"
                    .formatted(each.who(), each.first())));
    if (plan.calendar().isEmpty()) {
      comment("There is nothing to freeze by hand in the time planned for.");
    }
    for (var database : plan.plannedDatabases()) {
      plan.options().windows().weekly().forEach(each -> recurring(each, database));
    }
    plan.calendar().forEach(this::once);
    return out.toString();
  }

  /// A window in which this plan has nothing to do may have later.
  private void recurring(Window window, String database) {
    plan.minAge(window, Wraparound.TRANSACTIONS)
        .ifPresent(age -> recurring(window, command(database, age, 0)));
    boolean needsMultixacts =
        plan.calendar().stream()
            .flatMap(each -> each.steps().stream())
            .anyMatch(each ->
                each.reason() == Reason.OLD_MULTIXACTS
                    && each.command().database().equals(database));
    if (needsMultixacts) {
      plan.minAge(window, Wraparound.MULTIXACTS)
          .ifPresent(age -> recurring(window, command(database, 0, age)));
    }
  }

  private Vacuumdb command(String database, long minXidAge, long minMultixactAge) {
    return new Vacuumdb(database, minXidAge, minMultixactAge, plan.options().jobs(), List.of());
  }

  private void recurring(Window window, Vacuumdb command) {
    out.append('\n');
    comment(
        "%s, database %s: freezes what has become old, if anything has; nothing ends it when the"
                .formatted(window, command.database())
            + " window does.");
    var days =
        window.days().size() == DayOfWeek.values().length
            ? "*"
            : window.days().stream()
                .map(each -> each.getValue() % 7)
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    line(
        "%d %d * * %s".formatted(window.from().getMinute(), window.from().getHour(), days),
        command.line(),
        "");
  }

  /// Cron knows no year: the date is asked for in the command.
  private void once(Appointment appointment) {
    var start = appointment.slot().start().atZone(plan.options().windows().zone());
    for (var step : appointment.steps()) {
      if (!step.command().only().isEmpty()) {
        out.append('\n');
        comment(
            "%s, once, database %s: %s (%s)"
                .formatted(
                    words.slot(appointment),
                    step.command().database(),
                    words.names(step.touches()),
                    words.reason(step)));
        line(
            "%d %d %d %d *"
                .formatted(
                    start.getMinute(),
                    start.getHour(),
                    start.getDayOfMonth(),
                    start.getMonthValue()),
            step.command().line(),
            "[ \"$(date +%F)\" = " + start.toLocalDate() + " ] && ");
      }
    }
  }

  private void line(String when, String command, String condition) {
    var text = safe(condition + command);
    if (text.length() > LONGEST || text.chars().anyMatch(each -> Character.isISOControl(each))) {
      comment("A crontab cannot hold this command: put it into a script, and name that.");
      comment(TerminalText.escaped(command));
      return;
    }
    out.append(when).append(' ').append(text).append('\n');
  }

  /// Cron makes a line break of `%` unless a backslash is before it, which it takes away. The
  /// quotes of the shell are closed around it, so that no backslash of the text comes to stand
  /// before.
  private static String safe(String command) {
    var safe = new StringBuilder();
    boolean isQuoted = false;
    for (int at = 0; at < command.length(); at++) {
      char each = command.charAt(at);
      if (each == '\\' && !isQuoted && at + 1 < command.length()) {
        safe.append(each).append(command.charAt(at + 1));
        at++;
      } else if (each == '\'') {
        isQuoted = !isQuoted;
        safe.append(each);
      } else if (each == '%') {
        safe.append(isQuoted ? "'\\%'" : "\\%");
      } else {
        safe.append(each);
      }
    }
    return safe.toString();
  }

  private void comment(String text) {
    Line.wrapped(text, COMMENT_WIDTH)
        .forEach(each -> out.append("# ").append(each.stripTrailing()).append('\n'));
  }
}
