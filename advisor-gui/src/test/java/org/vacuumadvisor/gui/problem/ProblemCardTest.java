package org.vacuumadvisor.gui.problem;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.source.paste.Paste;

/// Every problem that people posted opens with its cause and what to do.
class ProblemCardTest {
  static Stream<Path> texts() throws IOException {
    try (var files = Files.list(Path.of("../src/test/resources/problems"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void opensWithWhatPeoplePosted(Path text) throws Exception {
    opens(Paste.Text.of("posted", Files.readAllBytes(text)));
  }

  @Test
  void opensWhereAnOwnerIsNotShown() throws Exception {
    opens(
        new Paste.Text(
            "posted",
            """
            kind     | id       | xid_age    | xmin_age
            ---------+----------+------------+---------
            prepared | batch-77 | 2144483638 |
            """));
  }

  private static void opens(Paste.Text text) throws Exception {
    var assessment = Advisor.assess(List.of(text));
    for (var problem : assessment.problems()) {
      var shown =
          Toolkit.in(() -> {
            var card = new ProblemCard(problem, assessment.plan(), () -> {});
            card.open(new Label());
            return Toolkit.words(card);
          });
      assertTrue(shown.contains("Proof and explanation"), () -> problem.headline() + ": " + shown);
    }
  }
}
