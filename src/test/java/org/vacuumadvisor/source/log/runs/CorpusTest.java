package org.vacuumadvisor.source.log.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.vacuumadvisor.source.SourceException;

/// Logs of real servers of every release, and what a reader must make of them.
class CorpusTest {

  @TestFactory
  Stream<DynamicTest> readsWhatServersWrote() {
    return Corpus.ofTests()
        .cases()
        .map(each ->
            DynamicTest.dynamicTest(
                each.id(), () -> assertEquals(List.of(), differences(each), each.id())));
  }

  /// Several hundred cases more, where they lie beside the project.
  @Test
  void readsTheWholeCorpus() throws IOException, SourceException {
    var corpus = Corpus.beside();
    assumeTrue(corpus.isThere());
    var wrong = new ArrayList<String>();
    for (var each : corpus.cases().toList()) {
      differences(each).forEach(difference -> wrong.add(each.id() + ": " + difference));
    }

    assertEquals(List.of(), wrong);
  }

  private static List<String> differences(Corpus.Case each) throws IOException, SourceException {
    return Difference.of(each.expectation(), each.result(), each.lenient());
  }
}
