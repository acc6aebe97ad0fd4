package org.vacuumadvisor.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;

/// The same facts give the same findings, in whatever shape somebody shows them.
class RoutesTest {
  /// In these shapes nothing tells that a view has no rows, so no server can be called healthy.
  static Stream<Recording> faults() {
    return Recording.all().stream().filter(each -> !each.isHealthy());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void expandedRowsSayWhatAlignedOnesSay(Recording recording) throws Exception {
    assertEquals(found(recording.aligned()), found(recording.expanded()));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void commaSeparatedRowsSayWhatAlignedOnesSay(Recording recording) throws Exception {
    assertEquals(found(recording.aligned()), found(recording.csv()));
  }

  private static List<String> found(String text) throws Exception {
    return Recording.assessed(text).findings().stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(Finding::id)
        .toList();
  }
}
