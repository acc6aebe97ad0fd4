package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// The catalogue has each column that our own queries answer, and says which releases have it. The
/// oracle are the servers.
@ResourceLock(Surveyor.SERVERS)
class CatalogueTest {
  @Test
  void knowsEachColumnInTheReleasesThatHaveIt() throws Exception {
    var shown = new TreeMap<String, Set<Release>>();
    var tested = EnumSet.noneOf(Release.class);
    for (var release : Releases.underTest()) {
      var server = Surveyor.quiet(release);
      tested.add(release);
      for (var view : Catalogue.views().entrySet()) {
        var columns = columns(server, view.getValue());
        Catalogue.columns().stream()
            .filter(each -> each.topic().equals(view.getKey()) && columns.contains(each.name()))
            .forEach(each -> see(each.topic(), each.name(), release, shown));
      }
      Surveyor.source(server, "postgres", "postgres")
          .read(
              Databases.CURRENT,
              sink((topic, column) -> see(topic.name(), column, release, shown)),
              Progress.NONE);
    }

    assertEquals(shown, expected(shown.keySet(), tested));
  }

  private static void see(
      String topic, String column, Release release, Map<String, Set<Release>> shown) {
    shown.computeIfAbsent(topic + "." + column, _ -> EnumSet.noneOf(Release.class)).add(release);
  }

  /// Of the columns that were seen, the releases that the catalogue says have them.
  private static Map<String, Set<Release>> expected(Set<String> seen, Set<Release> tested) {
    var expected = new TreeMap<String, Set<Release>>();
    for (var column : Catalogue.columns()) {
      var name = column.topic() + "." + column.name();
      if (seen.contains(name)) {
        var releases = EnumSet.copyOf(tested);
        releases.retainAll(column.releases().stream().toList());
        expected.putIfAbsent(name, releases);
      }
    }
    return expected;
  }

  private static Set<String> columns(PostgresServer server, List<String> views)
      throws SQLException {
    var columns = new TreeSet<String>();
    try (var connection = server.connect();
        var statement =
            connection.prepareStatement(
                """
                SELECT a.attname FROM pg_attribute a
                 WHERE a.attrelid = to_regclass('pg_catalog.' || ?) AND a.attnum > 0
                """)) {
      for (var view : views) {
        statement.setString(1, view);
        try (var rows = statement.executeQuery()) {
          while (rows.next()) {
            columns.add(rows.getString(1));
          }
        }
      }
    }
    return columns;
  }

  private interface Seen {
    void column(Topic topic, String name);
  }

  private static Sink sink(Seen seen) {
    return new Sink() {
      @Override
      public Consumer<List<@Nullable String>> open(
          Topic topic, @Nullable String database, Columns columns) {
        columns.names().forEach(each -> seen.column(topic, each));
        return _ -> {};
      }

      @Override
      public void gap(Gap gap) {}
    };
  }
}
