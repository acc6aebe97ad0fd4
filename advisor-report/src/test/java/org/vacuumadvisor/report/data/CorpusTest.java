package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// Logs of real servers of every release, and what a reader must make of them.
class CorpusTest {
  private static final Pattern VERSION = Pattern.compile("(9\\.6|1\\d)(?=-)");

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

  @Test
  void writesWhatItsSchemaSays() throws IOException, SourceException {
    var schema = JsonSchema.of("/org/vacuumadvisor/report/logs.schema.json");
    var wrong = new ArrayList<String>();
    for (var each : Corpus.ofTests().cases().toList()) {
      schema.errors(each.result().toString()).forEach(error -> wrong.add(each.id() + error));
      schema.errors(judged(each)).forEach(error -> wrong.add(each.id() + " judged" + error));
    }

    assertEquals(List.of(), wrong);
  }

  /// Case by case: a report tells of no release but the one that wrote it.
  @Test
  void neverRulesOutTheReleaseThatWroteIt() throws IOException, SourceException {
    var wrong = new ArrayList<String>();
    for (var each :
        (Corpus.beside().isThere() ? Corpus.beside() : Corpus.ofTests()).cases().toList()) {
      var version = VERSION.matcher(each.id());
      if (version.lookingAt()) {
        var historian = new Historian(10);
        read(each, historian);
        var told = historian.history().releases();
        if (!told.stream().toList().contains(Release.ofMajor(version.group(1)))) {
          wrong.add(each.id() + ": " + told);
        }
      }
    }

    assertEquals(List.of(), wrong);
  }

  private static String judged(Corpus.Case each) throws IOException, SourceException {
    var historian = new Historian(10);
    read(each, historian);
    var text = new StringWriter();
    try (var json = new JsonRuns(text)) {
      var understanding = read(each, json).understanding();
      json.finish(understanding, Advisor.assessLogs(historian.history().covering(understanding)));
    }
    return text.toString();
  }

  private static Result read(Corpus.Case each, RunSink sink) throws SourceException {
    var source = LogSource.file(new Input(0, each.input().toString()), each.input());
    return new RunReader(ReadOptions.AUTO).read(List.of(source), sink, Progress.NONE);
  }

  private static List<String> differences(Corpus.Case each) throws IOException, SourceException {
    return Difference.of(each.expectation(), each.result(), each.lenient());
  }
}
