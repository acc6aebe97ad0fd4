package org.vacuumadvisor.source.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.model.history.History;

/// Collectors and editors put something before every line, also before those that continue a
/// message. Behind it they are what the server wrote.
class PrefixedReportsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"2026-11-21 18:09:25     ", "-- ", "db1 local3.info postgres[7]: [7-2] #011"})
  void readsAReportBehindAPrefix(String prefix) {
    for (var name : new String[] {"13-held.log", "15-classes.log", "17-held.log"}) {
      var log = Logs.file(name);
      var whole = Logs.history(log);
      var prefixed = Logs.history(log.replace("\n\t", "\n" + prefix));

      assertEquals(runs(whole), runs(prefixed), name);
      assertEquals(whole.coverage().unknownLines(), prefixed.coverage().unknownLines(), name);
    }
  }

  private static List<Object> runs(History history) {
    return history.tables().stream()
        .<Object>map(each -> List.of(each.counts(), each.work(), each.milestones()))
        .toList();
  }
}
