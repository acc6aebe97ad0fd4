package org.vacuumadvisor.diagnosis.rule.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class LoggingTooWeakTest {
  @Test
  void isSilentWhereRunsAreLogged() {
    assertEquals(List.of(), examine(logging("600000").with(vacuumed(5_000))));
  }

  @Test
  void speaksWhereMuchWorkLeavesNoTrace() {
    var finding = examine(logging("-1").with(vacuumed(1_000))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(
        finding.remedies().getFirst() instanceof Remedy.Tune(_, _, Goal.Time(var time, _))
            && time.equals(Duration.ofSeconds(1)));
  }

  @Test
  void isSilentWhereThereWasLittleToLog() {
    assertEquals(List.of(), examine(logging("-1").with(vacuumed(999))));
  }

  @Test
  void isSilentWhereTheSettingIsNotKnown() {
    assertEquals(List.of(), examine(Given.server().with(vacuumed(5_000))));
  }

  private static Given logging(String value) {
    return Given.server(Release.V14).with(Setting.LOG_AUTOVACUUM_MIN_DURATION, value);
  }

  private static TableGiven vacuumed(long times) {
    return Given.table("a").autovacuums(times);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new LoggingTooWeak(), given);
  }
}
