package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.IdTrail;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// Figures of the server's IDs and of the limits that freezing goes by.
public final class FreezeFigures {
  private static final double SECONDS_A_DAY = 86_400;

  /// Less of a log says little about a day.
  private static final Duration LEAST_LOG = Duration.ofHours(1);

  private FreezeFigures() {}

  /// Ends the rule where the age of some database is not known, or of all of them.
  public static void needAllAges(Wraparound ids, ServerEvidence server) {
    var databases = server.all().survey().databases();
    if (databases.isEmpty()) {
      server.need(label(ids), Question.DATABASE_AGES, Reading.missing(Reading.Why.NOT_COLLECTED));
    }
    databases.stream()
        .filter(each -> !each.halfDropped())
        .forEach(each -> server.need(label(ids), Question.DATABASE_AGES, each.age(ids)));
  }

  private static String label(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> "age of the databases";
      case MULTIXACTS -> "multixact age of the databases";
    };
  }

  /// How many IDs of that kind are given out in a day.
  public static Reading<Double> perDay(Wraparound ids, ServerEvidence server) {
    return server.ask("IDs given out in a day", Question.SAMPLE, perDay(ids, server.all()));
  }

  /// Between two surveys, else as the reports of vacuums in logs tell.
  private static Reading<Double> perDay(Wraparound ids, Evidence evidence) {
    var sampled = evidence.xidsPerSecond();
    if (ids == Wraparound.TRANSACTIONS && sampled.isPresent()) {
      return Reading.of(
          sampled.get() * SECONDS_A_DAY,
          new Source.Words("txid_snapshot_xmax(txid_current_snapshot()) of two surveys"));
    }
    return trail(ids, evidence)
        .filter(each -> each.over().compareTo(LEAST_LOG) >= 0)
        .map(each ->
            Reading.of(
                (double) each.used() / ((double) each.over().toSeconds() / SECONDS_A_DAY),
                new Source.Derived(each.source().words() + " in the log", List.of())))
        .orElseGet(() -> Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  private static Optional<IdTrail> trail(Wraparound ids, Evidence evidence) {
    return evidence
        .history()
        .flatMap(told ->
            switch (ids) {
              case TRANSACTIONS -> told.ids().transactions();
              case MULTIXACTS -> told.ids().multixacts();
            });
  }

  /// The age from which autovacuum is forced on tables without a lower limit of their own.
  public static Reading<XidAge> freezeMaxAge(ServerEvidence server) {
    return age(server, Setting.AUTOVACUUM_FREEZE_MAX_AGE, settings(server).freezeMaxAge());
  }

  /// The same in multixacts, before the members in use lower it.
  public static Reading<XidAge> multixactFreezeMaxAge(ServerEvidence server) {
    return age(
        server,
        Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE,
        settings(server).multixactFreezeMaxAge());
  }

  /// The age from which vacuum only freezes; missing where the release has no failsafe.
  public static Reading<XidAge> failsafeAge(Wraparound ids, ServerEvidence server) {
    var settings = settings(server);
    var age =
        switch (ids) {
          case TRANSACTIONS ->
              settings.failsafeAge().map(each -> age(server, Setting.VACUUM_FAILSAFE_AGE, each));
          case MULTIXACTS ->
              settings
                  .multixactFailsafeAge()
                  .map(each -> age(server, Setting.VACUUM_MULTIXACT_FAILSAFE_AGE, each));
        };
    return age.orElseGet(() -> Reading.missing(Reading.Why.OLDER_SERVER));
  }

  private static ServerSettings settings(ServerEvidence server) {
    return server.all().settings();
  }

  /// A value that follows from a setting: an assumption where nobody showed it.
  private static Reading<XidAge> age(ServerEvidence server, Setting setting, XidAge age) {
    return server.ask(
        setting.parameter(),
        Question.SETTINGS,
        Reading.of(
            age,
            settings(server).value(setting).isPresent()
                ? new Source.Shown("pg_settings", setting.parameter())
                : new Source.Assumed(setting.parameter())));
  }
}
