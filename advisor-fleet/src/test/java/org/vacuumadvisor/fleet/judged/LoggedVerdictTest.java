package org.vacuumadvisor.fleet.judged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;
import tools.jackson.databind.json.JsonMapper;

/// A cluster known from its logs alone is judged as the command logs judges these logs.
class LoggedVerdictTest {
  @TempDir private Path folder;

  @Test
  void agreesWithReadingTheLogOnThoseOfTheTests() throws Exception {
    agreesOn(
        Path.of(
            "..", "src", "test", "resources", "org", "vacuumadvisor", "source", "log", "corpus"),
        1);
  }

  @Test
  void agreesWithReadingTheLogOnASampleOfTheCorpus() throws Exception {
    var corpus = Path.of("..", "..", "shared", "corpus");
    assumeTrue(Files.isRegularFile(corpus.resolve("manifest.json")));
    agreesOn(corpus, 6);
  }

  /// @param step of so many logs one is taken
  private void agreesOn(Path corpus, int step) throws Exception {
    var expected = new HashMap<String, Assessment>();
    var logs = new ArrayList<Path>();
    var cases = new JsonMapper().readTree(corpus.resolve("manifest.json")).get("cases");
    for (int at = 0; at < cases.size(); at += step) {
      var input = corpus.resolve(cases.get(at).get("input").asString());
      expected.put(input.getFileName().toString(), assessment(input));
      logs.add(input);
    }

    var found = found(logs);

    assertTrue(found.size() * 10 >= logs.size() * 9, found.size() + " of " + logs.size());
    var differing = new ArrayList<String>();
    found.forEach((log, verdict) -> {
      var stored = verdict.told();
      var whole = ClusterVerdict.Told.of(Objects.requireNonNull(expected.get(log)), stored.time());
      if (!whole.equals(stored)) {
        differing.add(whole + "\n     is in the archive " + verdict);
      }
    });
    assertEquals(
        List.of(), differing, () -> differing.size() + " differ:\n" + String.join("\n", differing));
    expected.forEach((log, assessment) ->
        assertTrue(
            found.containsKey(log) || assessment.problems().isEmpty(), log + " is not judged"));
  }

  private static Assessment assessment(Path log) throws IOException, SourceException {
    var historian = new Historian(100);
    var written = Files.getLastModifiedTime(log).toInstant();
    var result =
        new RunReader(
                new ReadOptions(
                    ReadOptions.AUTO.format(),
                    ReadOptions.AUTO.prefix(),
                    java.time.LocalDate.ofInstant(written, java.time.ZoneOffset.UTC)))
            .read(
                List.of(LogSource.file(new Input(0, log.toString()), log)),
                historian,
                Progress.NONE);
    return Advisor.assessLogs(historian.history().covering(result.understanding()));
  }

  /// Each log is a cluster of its own.
  private Map<String, ClusterVerdict> found(List<Path> logs) throws SourceException {
    var archive = folder.resolve("archive");
    var options =
        new IngestOptions(
            new ClusterNames(null, Pattern.compile("([^/]+)$")),
            ReadOptions.AUTO,
            Duration.ofDays(-1),
            256L << 20);
    var _ = LogIngest.read(logs, archive, options, LogIngest.Progress.NONE);
    var found = new HashMap<String, ClusterVerdict>();
    try (var opened = Archive.open(archive, Archive.Span.ALL)) {
      var all = Question.of(Instant.parse("2100-01-01T00:00:00Z"), Duration.ofDays(36_500));
      for (var each : Verdicts.of(opened, all, Freshness.STANDARD)) {
        found.put(each.cluster(), each);
      }
    }
    return found;
  }
}
