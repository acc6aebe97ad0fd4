package org.vacuumadvisor.report.assessment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.Given.table;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.Part;

class TableReportTest {
  @Test
  void showsTheThresholdsThatPostgresqlComputes() {
    var report = of(Given.server().with(table("orders").rows(1000).live(1000).dead(400)));

    var text = report.triggers().toString();

    // 50 + 0.2 * 1000
    assertTrue(text.contains("400 of 250"), text);
  }

  @Test
  void saysWhereEverySettingComesFrom() {
    var report =
        of(
            Given.server()
                .with(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "70", "configuration file", null)
                .with(table("orders").rows(1000).with("autovacuum_vacuum_scale_factor", "0.01")));

    var rows = ((Part.Grid) report.settings().getFirst()).rows();

    assertEquals(
        List.of("autovacuum_vacuum_scale_factor", "0.01", "table: autovacuum_vacuum_scale_factor"),
        row(rows, "autovacuum_vacuum_scale_factor"));
    assertEquals(
        List.of(
            "autovacuum_vacuum_threshold",
            "70 rows",
            "server: autovacuum_vacuum_threshold (configuration file)"),
        row(rows, "autovacuum_vacuum_threshold"));
    assertEquals(
        List.of(
            "autovacuum_freeze_max_age",
            "200,000,000 IDs",
            "PostgreSQL's default: the server's is not known"),
        row(rows, "autovacuum_freeze_max_age"));
  }

  /// 900 of 50 + 0.2 × 1000 rows: due, whatever else is said of it.
  @Test
  void neverCallsATableFineThatIsPastItsThreshold() {
    var server = Given.server().with(table("orders").rows(1000).live(1000).dead(900));

    assertFalse(of(server).verdict().text().equals("No problem found"), of(server).verdict()::text);
  }

  @Test
  void aTableHasTheProblemsOfItsServer() {
    var server =
        Given.server()
            .with(Setting.AUTOVACUUM, "off", "configuration file", null)
            .with(table("orders").rows(1000).live(1000).dead(900));

    assertEquals(Advisor.assess(server.survey()).problems().size(), of(server).problems().size());
    assertTrue(of(server).verdict().worst().isPresent());
  }

  @Test
  void tellsOnlyWhatIsAboutTheTable() {
    var server =
        Given.server()
            .with(table("orders").rows(1000).with("autovacuum_enabled", "off"))
            .with(table("quiet").rows(1000));

    assertFalse(of(server).recommendations().isEmpty());
    assertEquals(List.of(), of(server, 1).recommendations());
  }

  private static List<String> row(List<List<String>> rows, String name) {
    return rows.stream().filter(each -> each.getFirst().equals(name)).findFirst().orElseThrow();
  }

  private static TableReport of(Given given) {
    return of(given, 0);
  }

  private static TableReport of(Given given, int table) {
    Assessment assessment = Advisor.assess(given.survey());
    return TableReport.of(
        assessment, assessment.evidence().relation(Given.key(table)).orElseThrow());
  }
}
