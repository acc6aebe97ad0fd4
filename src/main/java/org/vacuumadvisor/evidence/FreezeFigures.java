package org.vacuumadvisor.evidence;

import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// Figures of the server's IDs and of the limits that freezing goes by.
public final class FreezeFigures {
  private FreezeFigures() {}

  /// Ends the rule where the age of some database is not known, or of all of them.
  public static void needAllAges(Wraparound ids, ServerEvidence server) {
    var databases = server.all().survey().databases();
    if (databases.isEmpty()) {
      server.need(label(ids), Question.DATABASE_AGES, Reading.missing(Reading.Why.NOT_COLLECTED));
    }
    for (var each : databases) {
      server.need(label(ids), Question.DATABASE_AGES, each.age(ids));
    }
  }

  private static String label(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> "age of the databases";
      case MULTIXACTS -> "multixact age of the databases";
    };
  }

  /// How many IDs of that kind are given out in a day.
  public static Reading<Double> perDay(Wraparound ids, ServerEvidence server) {
    return server.ask("IDs given out in a day", Question.SAMPLE, IdsPerDay.of(ids, server.all()));
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
    return switch (ids) {
      case TRANSACTIONS ->
          settings(server)
              .failsafeAge()
              .map(each -> age(server, Setting.VACUUM_FAILSAFE_AGE, each))
              .orElseGet(() -> Reading.missing(Reading.Why.OLDER_SERVER));
      case MULTIXACTS ->
          settings(server)
              .multixactFailsafeAge()
              .map(each -> age(server, Setting.VACUUM_MULTIXACT_FAILSAFE_AGE, each))
              .orElseGet(() -> Reading.missing(Reading.Why.OLDER_SERVER));
    };
  }

  private static ServerSettings settings(ServerEvidence server) {
    return server.all().survey().settings();
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
