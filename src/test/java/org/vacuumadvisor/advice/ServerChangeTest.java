package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.Proposal;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

class ServerChangeTest {
  private static final String CONF = "/etc/postgresql/18/main/postgresql.conf";
  private static final String AUTO_CONF = "/var/lib/postgresql/18/main/postgresql.auto.conf";

  @Test
  void altersTheSystemAndReloads() {
    var change = on(Given.server().with(Setting.AUTOVACUUM, "off", "configuration file", CONF));

    assertEquals(Optional.of("ALTER SYSTEM SET autovacuum = 'on';"), change.sql());
    assertEquals(Optional.of("Then SELECT pg_catalog.pg_reload_conf();"), change.how());
    assertEquals(Risk.TakesEffect.AFTER_RELOAD, change.risk().takesEffect());
  }

  /// ALTER SYSTEM writes `postgresql.auto.conf`, which comes after `postgresql.conf`: taking the
  /// entry away brings the line of the file back.
  @Test
  void undoesByTakingItsEntryAwayUnlessThereWasOne() {
    assertEquals("ALTER SYSTEM RESET autovacuum;", undo("configuration file", CONF));
    assertEquals("ALTER SYSTEM RESET autovacuum;", undo("default", null));
    assertEquals("ALTER SYSTEM SET autovacuum = 'off';", undo("configuration file", AUTO_CONF));
    assertEquals("ALTER SYSTEM SET autovacuum = 'off';", undo("configuration file", null));
  }

  /// `pg_settings.source` "command line" and "environment variable" rank above the files.
  @Test
  void givesNoStatementThatWouldNotWork() {
    var byCommand = on(Given.server().with(Setting.AUTOVACUUM, "off", "command line", null));
    var byRole = on(Given.server().with(Setting.TRACK_COUNTS, "off", "user", null));

    assertEquals(Optional.empty(), byCommand.sql());
    assertEquals(Optional.empty(), byCommand.undo());
    assertEquals(
        Optional.of(
            "It is given on the server's command line, which overrides ALTER SYSTEM: change it"
                + " there."),
        byCommand.how());
    assertTrue(byRole.how().orElseThrow().contains("ALTER ROLE … RESET"));
    assertEquals(Optional.empty(), byRole.sql());
  }

  /// `autovacuum_max_workers` took a restart until 17, and takes a reload since 18.
  @Test
  void tellsARestartFromAReload() {
    var workers = Setting.AUTOVACUUM_MAX_WORKERS;

    assertEquals(
        Risk.TakesEffect.AFTER_RESTART,
        change(Given.server(Release.V17), workers, "5").risk().takesEffect());
    assertEquals(
        Optional.of("It takes a restart of the server."),
        change(Given.server(Release.V17), workers, "5").how());
    assertEquals(
        Risk.TakesEffect.AFTER_RELOAD,
        change(Given.server(Release.V18), workers, "5").risk().takesEffect());
  }

  @Test
  void speaksTheLanguageOfTheProvider() {
    assertEquals("Set autovacuum in the parameter group.", at(Provider.RDS));
    assertEquals("Set autovacuum in the parameter group.", at(Provider.AURORA));
    assertEquals(
        "Set the database flag autovacuum, together with the flags you have: the list is replaced.",
        at(Provider.CLOUD_SQL));
    assertEquals("Set the server parameter autovacuum of the service.", at(Provider.AZURE));
  }

  private static String at(Provider provider) {
    var change = on(Given.server().at(provider).with(Setting.AUTOVACUUM, "off"));
    assertEquals(Optional.empty(), change.sql());
    assertEquals(Optional.empty(), change.undo());
    return change.how().orElseThrow();
  }

  private static String undo(String source, @Nullable String file) {
    return on(Given.server().with(Setting.AUTOVACUUM, "off", source, file)).undo().orElseThrow();
  }

  private static Recommendation on(Given given) {
    boolean isAboutCounts = !given.survey().settings().boolOrDefault(Setting.TRACK_COUNTS);
    return change(given, isAboutCounts ? Setting.TRACK_COUNTS : Setting.AUTOVACUUM, "on");
  }

  private static Recommendation change(Given given, Setting setting, String value) {
    var change = new SettingChange.OfServer(setting, value);
    var effect = new Effect.NotPredicted("test");
    var tune =
        new Remedy.Tune(
            new Subject.Cluster(), setting, new Goal.Switched(value.equals("on"), effect));
    var finding =
        new Finding(
            "x",
            Severity.WARNING,
            new Subject.Cluster(),
            "x",
            List.of(),
            "x",
            Confidence.HIGH,
            null,
            List.of(tune));
    var asked = Asked.of(finding, tune).with(new Proposal(change, effect));
    return new ServerChange(change, given.evidence()).contract(new Draft(asked), effect);
  }
}
