package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.report.assessment.Sample;

class CheckLineTest {
  @Test
  void tellsTheWorstProblemAndCountsTheOthers() {
    var line =
        CheckLine.of(
            Sample.assessment(
                Sample.survey(),
                Sample.finding("one", Severity.WARNING, new Subject.Cluster(), "It grows"),
                Sample.finding("two", Severity.WARNING, new Subject.Cluster(), "It swells")));

    assertTrue(
        line.startsWith("VACUUM WARNING - It grows (and 1 more problem) | problems=2 critical=0"),
        line);
  }

  @Test
  void isOneLineWhateverThingsAreCalled() {
    var line =
        CheckLine.of(
            Sample.assessment(
                Sample.survey(),
                Sample.finding("one", Severity.CRITICAL, new Subject.Cluster(), "a|b\nc")));

    assertTrue(line.startsWith("VACUUM CRITICAL - a/b\\nc | "), line);
    assertEquals(1, line.lines().count());
  }

  @Test
  void saysThatAServerIsHealthyOnlyAsFarAsItWasSeen() {
    var denied =
        new Gap(Gap.Kind.DATABASE_NOT_VISITED, "tables of database pay", "their dead rows", null);

    var line =
        CheckLine.of(Sample.assessment(Sample.survey(new Coverage(1, 2, 0, List.of(denied)))));

    assertTrue(
        line.startsWith("VACUUM OK - nothing needs changing in what was seen | problems=0"), line);
  }

  @Test
  void callsAHealthyServerOk() {
    var line = CheckLine.of(Sample.assessment(Sample.survey()));

    assertTrue(line.startsWith("VACUUM OK - nothing needs changing | problems=0"), line);
  }
}
