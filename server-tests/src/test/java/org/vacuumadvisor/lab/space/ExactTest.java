package org.vacuumadvisor.lab.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Budget;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;

/// Whole files are read where that was asked for, as far as the budget goes, by whoever may.
class ExactTest {
  private static final Budget AMPLE = new Budget(Duration.ofMinutes(1), Bytes.ofGigabytes(1));

  static List<Release> releases() {
    var all = Releases.underTest();
    return Stream.of(all.getFirst(), all.getLast()).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void measuresWhatARewriteGivesBack(Release release) throws Exception {
    try (var server = loaded(release)) {
      server.execute(
          "CREATE SCHEMA \"the s\"\"\"", "CREATE EXTENSION pgstattuple SCHEMA \"the s\"\"\"");

      var survey = survey(server, "postgres", AMPLE);

      var table = table(survey);
      var heap = assertInstanceOf(Estimated.class, HeapEstimate.of(table));
      var tree =
          assertInstanceOf(
              Estimated.class, BtreeEstimate.of(table, table.indexes().getFirst(), release));
      assertTrue(heap.isMeasured() && tree.isMeasured());
      assertEquals(75, heap.bloat().percent(), 2);
      assertEquals(75, tree.bloat().percent(), 2);
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void saysWhatItWasNotAllowed(Release release) throws Exception {
    try (var server = loaded(release)) {
      assertTrue(
          gaps(survey(server, "postgres", AMPLE)).contains("CREATE EXTENSION pgstattuple in it"));

      server.execute("CREATE EXTENSION pgstattuple", "CREATE ROLE guest LOGIN");
      var asGuest = survey(server, "guest", AMPLE);
      assertTrue(
          asGuest.coverage().gaps().stream()
              .anyMatch(gap ->
                  gap.kind() == Gap.Kind.NO_PRIVILEGE && gap.hides().equals("their exact bloat")),
          () -> asGuest.coverage().gaps().toString());

      var little =
          survey(server, "postgres", new Budget(Duration.ofMinutes(1), Bytes.ofMegabytes(20)));
      assertTrue(gaps(little).contains("a larger budget for whole files"));
    }
  }

  private static PostgresServer loaded(Release release) throws Exception {
    var server = PostgresServer.start(ServerSpec.of(release).with(Map.of("autovacuum", "off")));
    server.execute(
        "CREATE TABLE thinned (id int, v text)",
        "CREATE INDEX ON thinned (id)",
        "INSERT INTO thinned SELECT i, repeat('x', 60) FROM generate_series(1, 500000) i",
        "DELETE FROM thinned WHERE id % 4 > 0",
        "VACUUM thinned");
    return server;
  }

  private static Relation table(Survey survey) {
    return survey
        .userRelations()
        .filter(each -> each.name().name().equals("thinned"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> gaps(Survey survey) {
    return survey.coverage().gaps().stream()
        .flatMap(gap -> Optional.ofNullable(gap.remedy()).stream())
        .toList();
  }

  private static Survey survey(PostgresServer server, String user, Budget budget) throws Exception {
    var uri = server.uri().replace("//postgres@", "//" + user + "@");
    var parameters = ConnectionParameters.resolve(uri, Map.of(), Environment.ofProcess());
    return ServerSource.of(parameters, SessionLimits.standard())
        .survey(Databases.CURRENT, Optional.of(budget), Progress.NONE);
  }
}
