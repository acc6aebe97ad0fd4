package org.vacuumadvisor.page.relation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Failure;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A page of a table, byte by byte, through the extension `pageinspect`.
///
/// @param table its name with its schema, quoted where it must be
public record RawPage(String table, long block, HeapPage page) {
  /// `get_raw_page()` belongs to superusers: no GRANT gives it to others.
  private static final String WITHOUT = " Without it, copy the table's file and open that.";

  /// What the server says of the table that was asked for.
  private record Table(
      String name, String kind, boolean isHeap, long blocks, @Nullable String extension) {}

  /// A page of a table as the server has it now.
  ///
  /// @param table its name as SQL takes it, with its schema or without
  /// @throws SourceException if there is no connection, no such page, or no permission
  public static RawPage read(ServerSource server, String table, long block) throws SourceException {
    try (var connection = server.session(null)) {
      var found = find(connection, table);
      check(found, block);
      return new RawPage(found.name(), block, HeapPage.of(bytes(connection, found, block)));
    } catch (SQLException exception) {
      throw explained(Failure.of(exception), table, exception);
    }
  }

  private static Table find(Connection connection, String table)
      throws SQLException, SourceException {
    var sql =
        """
        SELECT pg_catalog.format('%%I.%%I', n.nspname, c.relname), c.relkind,
               coalesce(a.amname, 'heap') = 'heap',
               CASE WHEN c.relkind IN ('r', 'm', 't') THEN pg_catalog.pg_relation_size(c.oid)
                    / pg_catalog.current_setting('block_size')::bigint ELSE 0 END,
               (SELECT e.nspname FROM pg_catalog.pg_extension x
                  JOIN pg_catalog.pg_namespace e ON e.oid = x.extnamespace
                 WHERE x.extname = 'pageinspect')
          FROM pg_catalog.pg_class c
          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          LEFT JOIN pg_catalog.pg_am a ON a.oid = c.relam,
               pg_catalog.parse_ident(%s) AS name
         WHERE c.relname = name[pg_catalog.array_upper(name, 1)]
           AND pg_catalog.array_upper(name, 1) <= 2
           AND (pg_catalog.array_upper(name, 1) = 1 OR n.nspname = name[1])
           AND n.nspname !~ '^pg_temp_'\
        """
            .formatted(Identifiers.quotedLiteral(table));
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new SourceException(
            "There is no table %s in database %s. Name it as SQL does: schema.table, with double"
                    .formatted(
                        Identifiers.quoted(table), Identifiers.quoted(connection.getCatalog()))
                + " quotes where it has capitals.");
      }
      var found = table(row);
      if (row.next()) {
        throw new SourceException(
            "There are several tables of that name: %s, %s. Name the schema, too."
                .formatted(found.name(), table(row).name()));
      }
      return found;
    }
  }

  private static Table table(ResultSet row) throws SQLException {
    return new Table(
        row.getString(1), row.getString(2), row.getBoolean(3), row.getLong(4), row.getString(5));
  }

  private static void check(Table table, long block) throws SourceException {
    switch (table.kind()) {
      case "r", "m", "t" -> {}
      case "p" ->
          throw new SourceException(
              table.name() + " is partitioned and has no pages of its own. Name a partition.");
      default -> throw new SourceException(table.name() + " is no table, so it has no heap pages.");
    }
    if (!table.isHeap()) {
      throw new SourceException(
          table.name() + " is stored by another table access method than heap.");
    }
    if (block < 0 || block >= table.blocks()) {
      throw new SourceException(
          table.blocks() == 0
              ? table.name() + " is empty: it has no blocks."
              : "%s has no block %d: it has the blocks 0 to %d."
                  .formatted(table.name(), block, table.blocks() - 1));
    }
    if (table.extension() == null) {
      throw new SourceException(
          "Reading pages needs the extension pageinspect, which this database lacks. A superuser"
              + " adds it with: CREATE EXTENSION pageinspect;"
              + WITHOUT);
    }
  }

  private static byte[] bytes(Connection connection, Table table, long block)
      throws SQLException, SourceException {
    var sql =
        "SELECT %s.get_raw_page(%s, 'main', %d)"
            .formatted(
                Identifiers.quoted(String.valueOf(table.extension())),
                Identifiers.quotedLiteral(table.name()),
                block);
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      var bytes = row.next() ? row.getBytes(1) : null;
      if (bytes == null) {
        throw new SourceException("The server gave no page. Try again.");
      }
      return bytes;
    }
  }

  private static SourceException explained(Failure failure, String table, SQLException exception) {
    var what =
        switch (failure.state()) {
          case "42501" ->
              "pageinspect gives pages to superusers only, and no GRANT changes that (%s)."
                      .formatted(failure.message())
                  + " Connect as a superuser."
                  + WITHOUT;
          case "22023" ->
              "%s is no name of a table. Name it as SQL does: schema.table, with double quotes where"
                      .formatted(Identifiers.quotedLiteral(table))
                  + " it has capitals.";
          case "55P03" ->
              "Another session has a lock on %s; nothing was waited for. Try again later."
                  .formatted(Identifiers.quoted(table));
          default ->
              "The page could not be read: the server said \"%s\".".formatted(failure.message());
        };
    return new SourceException(what, exception);
  }
}
