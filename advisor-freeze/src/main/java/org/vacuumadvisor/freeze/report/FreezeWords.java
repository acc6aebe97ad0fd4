package org.vacuumadvisor.freeze.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.Deadline;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.freeze.Vacuumdb;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Texts;

/// The words of a freeze plan, in the time zone of its windows.
public final class FreezeWords {
  static final String FAR_OFF = "far off";

  /// What is said in sentences.
  static final Texts SAID = Texts.beside(FreezeWords.class, "sentences.txt");

  private static final int COMMAND_WIDTH = 72;
  private static final int NAMES = 5;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);

  private final FreezePlan plan;
  private final ZoneId zone;
  private final boolean isEarliest;
  private final boolean severalDatabases;

  public FreezeWords(FreezePlan plan) {
    this.plan = plan;
    this.zone = plan.options().windows().zone();
    this.isEarliest =
        plan.rates()
            .transactions()
            .filter(each -> each.basis() == IdRate.Basis.AT_MOST)
            .isPresent();
    this.severalDatabases =
        plan.survey().databases().stream().filter(Database::surveyed).limit(2).count() > 1;
  }

  public String moment(Instant instant) {
    return MOMENT.withZone(zone).format(instant);
  }

  /// `Sat 2026-11-28 02:00-05:00`.
  public String slot(Appointment appointment) {
    return moment(appointment.slot().start())
        + "-"
        + TIME.withZone(zone).format(appointment.slot().end());
  }

  /// `Sat 2026-11-28`, `not before Sat 2026-11-28` where the rate is an upper bound, `in about 2
  /// years` or `no date yet` where it was measured over too short a time for a date, `now`, `far
  /// off`.
  public String date(TableOutlook table, Limit limit) {
    return date(table.deadlines(), limit, this::date);
  }

  /// The same below the heading that says `not before` for all of a column.
  String inColumn(List<Deadline> deadlines, Limit limit) {
    return date(deadlines, limit, this::day);
  }

  private String date(List<Deadline> deadlines, Limit limit, Function<Instant, String> said) {
    return Deadline.first(deadlines, limit)
        .map(each ->
            each.isReached()
                ? "now"
                : each.when().map(said).orElseGet(() -> notInSight(plan.rates().of(each.ids()))))
        .orElse("");
  }

  /// What stands where a rate gives no date.
  private String notInSight(Optional<IdRate> rate) {
    return rate.isEmpty() ? "unknown" : isUndated() ? "no date yet" : FAR_OFF;
  }

  /// Whether transaction IDs were counted over too short a time to look as far as is planned.
  boolean isUndated() {
    return !isDated(plan.survey().takenAt().plus(plan.options().horizon()));
  }

  public String date(Instant when) {
    return (isEarliest ? "not before " : "") + day(when);
  }

  String day(Instant when) {
    return isDated(when)
        ? DAY.withZone(zone).format(when)
        : "in about " + Quantities.duration(Duration.between(plan.survey().takenAt(), when));
  }

  /// Whether the rate lets name a date that far away.
  public boolean isDated(Instant when) {
    return plan.rates()
        .transactions()
        .map(rate -> rate.dates(when, plan.survey().takenAt()))
        .orElse(true);
  }

  /// `Forced`, or `Forced not before` where the rate is an upper bound.
  String heading(String what) {
    return isEarliest ? what + " not before" : what;
  }

  /// `in 3 days`, `now`.
  public String distance(Instant when) {
    double seconds =
        (double) when.toEpochMilli() / 1000
            - (double) plan.survey().takenAt().toEpochMilli() / 1000;
    return seconds <= 0 ? "now" : "in " + Quantities.seconds(seconds);
  }

  public String name(TableOutlook table) {
    var name = table.table().name();
    return (severalDatabases ? name.database() + ": " : "") + name.sql();
  }

  /// The first few, and how many more there are.
  public String names(List<TableOutlook> tables) {
    var peoples = tables.stream().filter(each -> !each.table().isSystem()).toList();
    var system = tables.size() - peoples.size();
    var shown = peoples.stream().limit(NAMES).map(this::name);
    var more = peoples.size() - NAMES;
    var beside =
        Stream.of(
            more > 0 ? Quantities.count(more) + " more" : "",
            system > 0 ? Quantities.counted(system, "system catalog") : "");
    return Stream.concat(shown, beside)
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /// `1 table is`, `3 tables are`.
  static String are(long tables) {
    return Quantities.counted(tables, "table") + (tables == 1 ? " is" : " are");
  }

  public String reason(Step step) {
    return switch (step.reason()) {
      case OLD -> "all that would be forced before the next window and a day";
      case OLD_MULTIXACTS -> "the same for multixacts; vacuumdb would want both ages of a table";
      case LOWER_LIMIT -> "autovacuum_freeze_max_age of their own, below the server's";
      case SPREAD -> "the window in which they would be due is full";
    };
  }

  /// A command as it is to be typed, with a backslash where a line ends.
  static String typed(Vacuumdb command) {
    var text = new StringBuilder();
    int column = 0;
    for (var word : command.shellWords()) {
      if (column > 0 && column + 1 + word.length() > COMMAND_WIDTH) {
        text.append(" \\\n    ");
        column = 4;
      } else if (column > 0) {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    return text.toString();
  }
}
