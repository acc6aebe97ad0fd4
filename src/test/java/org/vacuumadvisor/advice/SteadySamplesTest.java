package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;

/// Surveys of a PostgreSQL 15 with defaults, 0, 30, 60 and 90 s into a steady load: a queue of
/// 1,200 transactions a second that insert, update and delete a row, and pgbench's TPC-B.
class SteadySamplesTest {
  @ParameterizedTest
  @ValueSource(ints = {30, 60, 90})
  void aQueueGetsTheSameAdviceHoweverLongTheSample(int seconds) throws Exception {
    assertEquals(List.of("ALTER SYSTEM SET autovacuum_naptime = '2s';"), sql("queue", seconds));
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 90})
  void pgbenchIsHealthyHoweverLongTheSample(int seconds) throws Exception {
    assertEquals(List.of(), sql("tpcb", seconds));
  }

  @Test
  void doesNotAskForIndexPassesOfATableThatHasGrown() throws Exception {
    assertEquals(
        0,
        assess("tpcb", 90).findings().stream()
            .filter(each -> each.id().equals("index-passes"))
            .count());
  }

  private static List<String> sql(String load, int seconds) throws Exception {
    return assess(load, seconds).recommendations().stream()
        .map(Recommendation::sql)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Assessment assess(String load, int seconds) throws Exception {
    return Advisor.assess(survey(load, 0), survey(load, seconds));
  }

  private static Survey survey(String load, int seconds) throws IOException, SourceException {
    var name = "%s-%d.json.gz".formatted(load, seconds);
    try (var file =
        new GZIPInputStream(
            Objects.requireNonNull(SteadySamplesTest.class.getResourceAsStream(name), name))) {
      return SurveyReader.read(file, name);
    }
  }
}
