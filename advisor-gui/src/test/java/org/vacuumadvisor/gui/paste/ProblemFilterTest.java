package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.problem.ProblemFilterBar.ProblemFilter;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench;

class ProblemFilterTest {
  private final Assessment assessment = example();

  private static Assessment example() {
    var workbench = new Workbench();
    new PasteModel(
            new Background(Runnable::run, Runnable::run), workbench, UnaryOperator.identity())
        .read(PasteScreen.exampleText());
    return workbench.opened().orElseThrow().assessment();
  }

  @Test
  void leavesEverythingWhereNothingIsChosen() {
    assertEquals(assessment.problems(), ProblemFilter.everything().of(assessment.problems()));
  }

  @Test
  void showsTheSeveritiesThatAreChosen() {
    var worst = assessment.problems().getFirst().severity();
    var others = EnumSet.complementOf(EnumSet.of(worst));

    assertTrue(
        new ProblemFilter(others, "")
            .of(assessment.problems()).stream().noneMatch(each -> each.severity() == worst));
    assertFalse(new ProblemFilter(Set.of(worst), "").of(assessment.problems()).isEmpty());
  }

  @Test
  void findsProblemsByTheKindOfTheirFindings() {
    var id = assessment.problems().getFirst().cause().id();

    var found = all(id.toUpperCase(Locale.ROOT));
    assertTrue(
        found.stream().allMatch(each -> each.findings().anyMatch(one -> one.id().equals(id))));
    assertFalse(found.isEmpty());
  }

  @Test
  void findsProblemsByTheirTables() {
    assertEquals(
        List.of("xmin-held"), all("order_items").stream().map(each -> each.cause().id()).toList());
  }

  @Test
  void findsNothingByWordsThatNobodySaid() {
    assertEquals(List.of(), all("no such table"));
  }

  private List<Problem> all(String words) {
    return new ProblemFilter(EnumSet.allOf(Severity.class), words).of(assessment.problems());
  }
}
