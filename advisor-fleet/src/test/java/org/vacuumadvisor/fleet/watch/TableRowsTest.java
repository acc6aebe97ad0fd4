package org.vacuumadvisor.fleet.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Dataset.Field;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

@ResourceLock("the server of all tests")
class TableRowsTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void endsTheLineOfATableThatIsDropped() throws Exception {
    SERVER.execute("CREATE TABLE short_lived (i int)", "INSERT INTO short_lived VALUES (1)");
    var rows = new TableRows(TableRows.MOST_TABLES);
    var first = rows.of(look(NOON), survey());
    SERVER.execute("DROP TABLE short_lived");
    var second = rows.of(look(NOON.plusSeconds(60)), survey());
    var third = rows.of(look(NOON.plusSeconds(120)), survey());

    assertEquals(List.of("table"), kinds(first, "short_lived"));
    assertEquals(List.of("dropped"), kinds(second, "short_lived"));
    assertEquals(List.of(), kinds(third, "short_lived"));
  }

  @Test
  void writesATableAgainOnceADayAndWhereItChanged() throws Exception {
    SERVER.execute("DROP TABLE IF EXISTS still", "CREATE TABLE still (i int)");
    var survey = survey();
    var rows = new TableRows(TableRows.MOST_TABLES);

    assertEquals(1, kinds(rows.of(look(NOON), survey), "still").size());
    assertEquals(0, kinds(rows.of(look(NOON.plusSeconds(60)), survey), "still").size());
    assertEquals(1, kinds(rows.of(look(NOON.plus(Duration.ofDays(1))), survey), "still").size());
  }

  @Test
  void keepsTheLargestAndCountsTheRest() throws Exception {
    SERVER.execute(
        "CREATE TABLE large AS SELECT g FROM generate_series(1, 200000) g", "ANALYZE large");
    var survey = survey();
    var rows = new TableRows(1).of(look(NOON), survey);

    assertEquals(1, rows.rows().size());
    assertEquals(1, kinds(rows, "large").size());
    assertEquals(survey.relations().size() - 1, rows.leftOut());
  }

  private static List<Object> kinds(TableRows.Rows rows, String table) {
    var names = Dataset.TABLES.fields().stream().map(Field::name).toList();
    var kinds = new ArrayList<Object>();
    for (var row : rows.rows()) {
      if (table.equals(row.get(names.indexOf("table_name")))) {
        assertEquals(names.size(), row.size());
        kinds.add(row.get(names.indexOf("kind")));
      }
    }
    return kinds;
  }

  private static Look look(Instant time) throws SourceException {
    return new Look.Failed(
        new Target("c", Target.of(SERVER.uri()).parameters()),
        time,
        Duration.ZERO,
        "",
        java.util.Optional.empty());
  }

  private static Survey survey() throws SourceException, InterruptedException {
    return ServerSource.of(Target.of(SERVER.uri()).parameters(), SessionLimits.standard())
        .survey(Databases.CURRENT, Progress.NONE);
  }
}
