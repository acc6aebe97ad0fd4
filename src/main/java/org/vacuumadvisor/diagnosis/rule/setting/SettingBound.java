package org.vacuumadvisor.diagnosis.rule.setting;

import static org.vacuumadvisor.diagnosis.Severity.ADVICE;
import static org.vacuumadvisor.diagnosis.Severity.WARNING;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Limit;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// A value of a setting from which on, or below which, it is far from PostgreSQL's default in the
/// direction that hurts.
///
/// @param limit in the setting's unit
/// @param isAbove whether values at the limit and above hurt; else those below it
/// @param headline with a place for the value
/// @param because a few sentences
/// @param goal what to set it to
record SettingBound(
    Setting setting,
    Limit<Double> limit,
    boolean isAbove,
    Severity severity,
    String headline,
    String because,
    Goal goal) {
  private static final String PUT_OFF =
      "A higher age does not save work, it puts it off: everything is then due at once, and if one"
          + " vacuum fails there is no time left to find out why. Writes stop at 2,144,483,647"
          + " (from 14 on; a million earlier before).";

  private static final Goal LATEST_FORCED =
      new Goal.Age(
          new XidAge(500_000_000),
          new Effect.NotPredicted("tables that are older are vacuumed when it takes effect"));

  /// The graver bound of a setting first.
  private static final List<SettingBound> ALL =
      List.of(
          above(
              Setting.AUTOVACUUM_FREEZE_MAX_AGE,
              1_500_000_001,
              WARNING,
              "Freezing is forced only at an age of %s, shortly before writes stop",
              PUT_OFF,
              "PerformanceMonitor's last line, 74.5 % of the IDs, lies above it",
              LATEST_FORCED),
          above(
              Setting.AUTOVACUUM_FREEZE_MAX_AGE,
              1_000_000_000,
              ADVICE,
              "Freezing is forced only at an age of %s, late before writes stop",
              PUT_OFF,
              "five times the default",
              LATEST_FORCED),
          above(
              Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE,
              1_500_000_000,
              ADVICE,
              "Multixacts are frozen by force only at an age of %s",
              "When they run out, row locks and foreign keys fail. A higher age does not save work,"
                  + " it puts it off.",
              "nearly four times the default",
              toDefault("tables that are older are vacuumed when it takes effect")),
          below(
              Setting.AUTOVACUUM_FREEZE_MAX_AGE,
              50_000_000,
              WARNING,
              "Every table is vacuumed by force once it is %s transactions old",
              "A forced vacuum gives way to no one who waits for its lock, and comes whether"
                  + " anything is dead or not. With a limit this low it comes to every table again"
                  + " and again, and wraparound is two billion transactions away.",
              "a quarter of the default, and vacuum_freeze_min_age, which is cut to half of it",
              toDefault("a vacuum is forced at an age of 200 million")),
          above(
              Setting.VACUUM_FAILSAFE_AGE,
              2_000_000_001,
              WARNING,
              "The failsafe against wraparound would come too late, at an age of %s",
              "From this age on a vacuum drops everything that is not freezing. Set so high, no"
                  + " time is left for it to finish before the server stops writing.",
              "the stop is 144 million further on",
              toDefault("it is a last resort that should never be needed")),
          above(
              Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
              0.4,
              ADVICE,
              "Autovacuum comes to a table only when %s of its rows are dead",
              "The larger the table, the more dead rows each query reads past, and the longer the"
                  + " vacuum that removes them. The default of 0.2 is late for large tables"
                  + " already.",
              "twice the default",
              toDefault("tables are vacuumed earlier, and each vacuum has less to do")),
          above(
              Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
              1,
              ADVICE,
              "Rows that are only inserted wait for a vacuum until the table has grown by %s",
              "Until then they are not all-visible and not frozen: index-only scans read the heap,"
                  + " and one late vacuum has everything to freeze.",
              "five times the default",
              toDefault("insert-only tables are vacuumed oftener, and each time a smaller part")),
          above(
              Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR,
              0.5,
              ADVICE,
              "Statistics are gathered anew only when %s of a table's rows have changed",
              "Until then the planner goes by how the table was.",
              "five times the default",
              toDefault("tables are analyzed oftener")),
          above(
              Setting.AUTOVACUUM_VACUUM_THRESHOLD,
              10_000,
              ADVICE,
              "No table is vacuumed before %s rows of it are dead",
              "Small tables that are updated all the time, queues above all, are then mostly dead"
                  + " rows.",
              "200 times the default",
              toDefault("small tables are vacuumed oftener, in a moment each")),
          below(
              Setting.AUTOVACUUM_MAX_WORKERS,
              2,
              ADVICE,
              "One worker of autovacuum has to do for all tables of all databases",
              "While it is at a large table, every other one waits, a queue that is due each minute"
                  + " as well.",
              "the default is 3",
              toDefault("small tables do not wait for large ones; the cost limit is shared")),
          weight(Setting.AUTOVACUUM_FREEZE_SCORE_WEIGHT, "A table's age in transactions"),
          weight(Setting.AUTOVACUUM_MULTIXACT_FREEZE_SCORE_WEIGHT, "A table's age in multixacts"),
          weight(Setting.AUTOVACUUM_VACUUM_SCORE_WEIGHT, "How many rows of a table are dead"),
          above(
              Setting.OLD_SNAPSHOT_THRESHOLD,
              0,
              ADVICE,
              "old_snapshot_threshold is on, at a cost to every query",
              "It ends queries with old snapshots instead of keeping what they may need. It was"
                  + " removed from PostgreSQL in 17 for wrong results and its cost, and it keeps"
                  + " vacuum from giving empty pages back.",
              "-1 is off",
              toDefault("idle_in_transaction_session_timeout does what it was meant for")));

  /// Switches with which a vacuum, a read or a crash destroys data.
  ///
  /// @param value that is dangerous
  private record Damaging(String setting, String value, String headline, String because) {}

  private static final List<Damaging> DAMAGING =
      List.of(
          new Damaging(
              "zero_damaged_pages",
              "on",
              "zero_damaged_pages is on: damaged pages are emptied when they are read",
              "Whoever reads a damaged page, vacuum included, sees an empty one, and may write it:"
                  + " all rows of the page are lost for good. It is meant for saving what is left"
                  + " of a table that was copied before."),
          new Damaging(
              "ignore_checksum_failure",
              "on",
              "ignore_checksum_failure is on: damaged pages are used as they are",
              "A page whose checksum does not match is read and written on, so that damage spreads"
                  + " to indexes, standbys and backups."));

  /// What is found of the settings that are shown; each one is asked for.
  static List<Finding> findings(ServerEvidence server, Rule rule) {
    var findings = new ArrayList<Finding>();
    var told = new HashSet<Setting>();
    var settings = server.all().survey().settings();
    for (var bound : ALL) {
      if (bound.setting.isIn(server.all().survey().server().release())) {
        var value = server.real(bound.setting);
        boolean isAnswered =
            settings.value(bound.setting).filter(SettingValue::waitsForRestart).isPresent();
        if (value.known().filter(each -> bound.limit.isReachedBy(each) == bound.isAbove).isPresent()
            && !isAnswered
            && told.add(bound.setting)) {
          findings.add(bound.finding(value, rule));
        }
      }
    }
    DAMAGING.forEach(each -> damaging(each, server, rule).ifPresent(findings::add));
    return findings;
  }

  /// The value PostgreSQL gives it.
  static Remedy toDefault(Setting setting, String effect) {
    return new Remedy.Tune(new Subject.Cluster(), setting, toDefault(effect));
  }

  private static Goal toDefault(String effect) {
    return new Goal.ReleaseDefault(new Effect.NotPredicted(effect));
  }

  /// A setting in blocks or kB; empty if it is neither.
  static Optional<Bytes> bytes(SettingValue value) {
    return value.setting().matches("[0-9]{1,12}")
        ? Optional.of(
            new Bytes(
                Long.parseLong(value.setting())
                    * (value.unit() == null || value.unit().equals("8kB") ? 8192 : 1024)))
        : Optional.empty();
  }

  private static SettingBound above(
      Setting setting,
      double limit,
      Severity severity,
      String headline,
      String because,
      String ground,
      Goal goal) {
    return new SettingBound(
        setting,
        Limit.chosen(limit, "too high: from", ground),
        true,
        severity,
        headline,
        because,
        goal);
  }

  private static SettingBound below(
      Setting setting,
      double limit,
      Severity severity,
      String headline,
      String because,
      String ground,
      Goal goal) {
    return new SettingBound(
        setting,
        Limit.chosen(limit, "too low: below", ground),
        false,
        severity,
        headline,
        because,
        goal);
  }

  /// @param what hardly counts then, as a headline begins
  private static SettingBound weight(Setting setting, String what) {
    return below(
        setting,
        0.1,
        ADVICE,
        what + " hardly counts in autovacuum's order of tables: it weighs %s",
        "Workers take tables by their scores: what weighs less waits for all else that is due.",
        "the default is 1; 0 takes it out of the score",
        toDefault("tables are taken in the order in which PostgreSQL finds them urgent"));
  }

  /// A scale factor is a share of a table.
  private String inWords(double value) {
    return setting.parameter().endsWith("scale_factor")
        ? new Share(value).toString()
        : Quantities.number(value);
  }

  private Finding finding(Reading<Double> value, Rule rule) {
    return rule.found(severity, headline.formatted(value.known().map(this::inWords).orElse("")))
        .observed(setting.parameter(), value)
        .fact(limit.fact())
        .because(because)
        .remedy(new Remedy.Tune(new Subject.Cluster(), setting, goal))
        .build();
  }

  private static Optional<Finding> damaging(Damaging switched, ServerEvidence server, Rule rule) {
    return server
        .ask(switched.setting)
        .known()
        .filter(value -> value.setting().equals(switched.value))
        .map(value ->
            rule.found(WARNING, switched.headline)
                .observed(switched.setting, value.setting(), "pg_settings", switched.setting)
                .limit("default", "off", Provenance.ENGINE, "PostgreSQL")
                .because(switched.because)
                .act(
                    "Set %s back to off, once what made somebody change it is repaired.",
                    switched.setting)
                .build());
  }
}
