package org.vacuumadvisor.freeze.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Step;
import org.vacuumadvisor.freeze.outlook.TableOutlook;
import org.vacuumadvisor.report.sql.PsqlText;
import org.vacuumadvisor.unit.Quantities;

/// A freeze plan as a script for psql, for those who have no vacuumdb. It runs one window: the
/// first one, or the one that `-v window=N` names.
public final class FreezeScript {
  private final FreezePlan plan;
  private final FreezeWords words;
  private final PsqlText script = new PsqlText();

  private FreezeScript(FreezePlan plan) {
    this.plan = plan;
    this.words = new FreezeWords(plan);
  }

  public static String of(FreezePlan plan) {
    return new FreezeScript(plan).text();
  }

  private String text() {
    script
        .comment("Freezes tables before autovacuum is forced to, window by window.")
        .comment("Surveyed %s.".formatted(words.moment(plan.survey().takenAt())))
        .space()
        .comment("Read it first. It runs the first window, or the one that is named:")
        .line("--   psql -X -f THIS_FILE \"postgresql://...\"")
        .line("--   psql -X -v window=2 -f THIS_FILE \"postgresql://...\"")
        .comment(
            "VACUUM blocks neither reads nor writes; it waits for no lock longer than lock_timeout."
                + " Tables that the role may not vacuum are passed by with a warning. It needs psql"
                + " 11 or newer.");
    for (var each : plan.obstacles()) {
      script.space().comment("FIRST", "%s blocks freezing. %s".formatted(each.who(), each.first()));
      each.sql().ifPresent(script::shown);
    }
    if (plan.calendar().isEmpty()) {
      return script.space().comment("There is nothing to freeze by hand.").toString();
    }
    script
        .space()
        .line("\\set ON_ERROR_STOP off")
        .line("\\set AUTOCOMMIT on")
        .line("\\set ECHO queries")
        .line("\\encoding UTF8")
        .line("\\if :{?window}")
        .line("\\else")
        .line("\\set window 1")
        .line("\\endif");
    int number = 1;
    for (var each : plan.calendar()) {
      appointment(number, each);
      number++;
    }
    return script.toString();
  }

  private void appointment(int number, Appointment appointment) {
    script.heading(
        "Window %d: %s, at most %s of work."
            .formatted(number, words.slot(appointment), Quantities.duration(appointment.byHand())));
    script
        .line("SELECT :window = %d AS is_chosen \\gset".formatted(number))
        .line("\\if :is_chosen");
    Set<String> connected = new HashSet<>();
    for (var step : appointment.steps()) {
      if (connected.add(step.command().database())) {
        script.space().connect(step.command().database());
        script.statement("SET lock_timeout = '10s'").statement("SET statement_timeout = 0");
      }
      script.comment("%s".formatted(FreezeWords.typed(step.command()).replace("\\\n", "")));
      unheld(step)
          .forEach(each -> script.statement("VACUUM (FREEZE) " + each.table().name().sql()));
    }
    script.space().line("\\endif");
  }

  private static List<TableOutlook> unheld(Step step) {
    return step.touches().stream().filter(each -> !each.isHeld()).toList();
  }
}
