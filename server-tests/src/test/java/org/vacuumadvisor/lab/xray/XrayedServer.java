package org.vacuumadvisor.lab.xray;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.page.relation.RelationScan;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// A server whose tables are looked at from two sides: by its own extensions, and by us.
record XrayedServer(PostgresServer server) implements AutoCloseable {
  static XrayedServer start(Release release) throws SQLException {
    var server =
        PostgresServer.start(
            ServerSpec.of(release).initializedWith("--data-checksums").with("autovacuum", "off"));
    server.execute("CREATE EXTENSION pgstattuple", "CREATE EXTENSION pageinspect");
    return new XrayedServer(server);
  }

  /// A row of `pgstattuple`, as far as it counts.
  record Stattuple(
      long tableLength, long tuples, long tupleLength, long dead, long deadLength, long free) {
    /// As the server of that release would count. Since 18 a page's last line pointer to come is
    /// free space, too.
    static Stattuple of(Census census, int pageSize, Release release) {
      var exact = Set.of(Release.V18, Release.V19).contains(release);
      return new Stattuple(
          census.of(Figure.PAGES) * pageSize,
          census.of(Figure.LIVE_TUPLES),
          census.of(Figure.LIVE_BYTES),
          census.of(Figure.DEAD_TUPLES),
          census.of(Figure.DEAD_BYTES),
          census.of(exact ? Figure.FREE_BYTES : Figure.USABLE_BYTES));
    }
  }

  Stattuple stattuple(String table) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT * FROM pgstattuple('" + table + "')")) {
      row.next();
      return new Stattuple(
          row.getLong("table_len"),
          row.getLong("tuple_count"),
          row.getLong("tuple_len"),
          row.getLong("dead_tuple_count"),
          row.getLong("dead_tuple_len"),
          row.getLong("free_space"));
    }
  }

  /// What the files hold after a checkpoint.
  Census census(String table) throws SQLException, SourceException, InterruptedException {
    server.execute("CHECKPOINT");
    return RelationScan.of(files(table), 2, _ -> {}).total();
  }

  RelationFiles files(String table) throws SQLException, SourceException {
    return RelationFiles.of(List.of(file(table))).getFirst();
  }

  Path file(String table) throws SQLException {
    return server.dataDirectory().resolve(text("SELECT pg_relation_filepath('" + table + "')"));
  }

  String text(String sql) throws SQLException {
    return texts(sql).getFirst();
  }

  /// The first column of the result.
  List<String> texts(String sql) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      var texts = new ArrayList<String>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
