package org.vacuumadvisor.source.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.Topic.Scope;

/// A session on one database of the server. It reads a topic at a time, each with one statement
/// that is a transaction of its own, so that between two of them it holds no snapshot and no lock.
final class Session implements AutoCloseable {
  /// Rows a round trip: some MB of memory at most, and few enough trips for any network.
  private static final int FETCH_SIZE = 2000;

  /// Topics that may have a hundred thousand wide rows, and are read in pieces.
  private static final Set<Topic> MANY_ROWS = Set.of(Topic.TABLES, Topic.INDEXES, Topic.COLUMNS);

  /// Such a topic whose view computes all rows for each piece.
  private static final Set<Topic> MANY_ROWS_UNCUT = Set.of(Topic.SCORES);

  private static final String STATEMENTS =
      "SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid ="
          + " e.extnamespace WHERE e.extname = 'pg_stat_statements' AND"
          + " pg_catalog.current_setting('pg_stat_statements.max', true) IS NOT NULL";

  private static final String FILES = "pg_catalog.pg_file_settings";

  private static final String READS_FILES =
      "SELECT 1 WHERE pg_catalog.has_function_privilege('pg_catalog.pg_show_all_file_settings()',"
          + " 'EXECUTE') AND pg_catalog.has_table_privilege('%s', 'SELECT')".formatted(FILES);

  private static final String NO_FILES =
      "(SELECT ''::text AS name, ''::text AS setting, 0 AS seqno, false AS applied, ''::text"
          + " AS sourcefile, 0 AS sourceline, ''::text AS error WHERE false)";

  /// Each statement has its limit of time; who trickles bytes keeps within it. Reading 300,000
  /// relations takes two minutes.
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private final Connection connection;
  private final Thread guard;
  private final ReentrantLock sinkInUse;
  private String database = "";
  private @Nullable Pieces pieces;
  private boolean delivering;

  /// @param sinkInUse held while rows go to the sink, which takes one set at a time
  Session(Connection connection, ReentrantLock sinkInUse) {
    this(connection, sinkInUse, LONGEST);
  }

  /// @param longest after which the connection is given up, whatever it does
  Session(Connection connection, ReentrantLock sinkInUse, Duration longest) {
    this.guard = Thread.startVirtualThread(() -> giveUpAfter(longest, connection));
    this.connection = connection;
    this.sinkInUse = sinkInUse;
  }

  /// Tells which database this is, before the first topic of a database is read.
  void enter(String name) {
    database = name;
    pieces = null;
  }

  /// Reads a topic into the sink; a statement that fails leaves a gap there.
  ///
  /// @throws SourceException if the connection was lost
  void read(Topic topic, Release release, Sink sink) throws SourceException {
    var text = Query.text(topic, release);
    if (text.isEmpty()) {
      return;
    }
    for (var piece : topic == Topic.UPDATES ? statements(text.get()) : pieces(text.get())) {
      var failure = attempt(topic, piece, release, sink);
      if (failure != null) {
        report(failure.gap(topic, where(topic)), sink, sinkInUse);
        return;
      }
    }
  }

  /// The statement where the view of `pg_stat_statements` is; none where it is not, or keeps
  /// nothing.
  private List<String> statements(String text) {
    try {
      return value(STATEMENTS).stream()
          .map(schema ->
              text.replace(
                  "public.pg_stat_statements", Identifiers.qualified(schema, "pg_stat_statements")))
          .toList();
    } catch (SQLException _) {
      return List.of();
    }
  }

  private List<String> pieces(String text) {
    if (!Pieces.canBeCut(text)) {
      return List.of(text);
    }
    if (pieces == null) {
      pieces = cut();
    }
    return pieces.of(text);
  }

  /// Where they cannot be read, the topic itself says why.
  private Pieces cut() {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(Pieces.BOUNDS)) {
      var bounds = new ArrayList<String>();
      while (rows.next()) {
        bounds.add(rows.getString(1));
      }
      return new Pieces(bounds);
    } catch (SQLException _) {
      return Pieces.WHOLE;
    }
  }

  /// Reads a topic with a statement of its own; if it fails, it leaves a gap.
  ///
  /// @return whether it did not fail
  /// @throws SourceException if the connection was lost
  boolean read(Topic topic, String text, Release release, Sink sink) throws SourceException {
    var failure = attempt(topic, text, release, sink);
    if (failure != null) {
      report(failure.gap(topic, where(topic)), sink, sinkInUse);
    }
    return failure == null;
  }

  /// The one value that a statement answers with; empty if it has no row.
  Optional<String> value(String text) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(text)) {
      return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
    }
  }

  /// Lets statements run so long, and no longer.
  void limit(Duration longest) throws SQLException {
    execute("SET statement_timeout = " + Math.max(1, longest.toMillis()));
  }

  private void execute(String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  /// Reads a topic without which there is no survey.
  void readEssential(Topic topic, Release release, Sink sink) throws SourceException {
    var text = readable(Query.text(topic, release).orElseThrow());
    var failure = attempt(topic, text, release, sink);
    if (failure != null) {
      throw new SourceException(
          "There is no survey without what tells of %s: %s.%s"
              .formatted(
                  topic.what(),
                  failure.message(),
                  failure.isDenied() ? " Grant the role SELECT on it." : ""));
    }
  }

  /// The statement without the files, where our role may not read them: to try would be an error in
  /// the server's log.
  private String readable(String text) {
    try {
      return !text.contains(FILES) || value(READS_FILES).isPresent()
          ? text
          : text.replace(FILES, NO_FILES);
    } catch (SQLException _) {
      return text.replace(FILES, NO_FILES);
    }
  }

  private @Nullable Failure attempt(Topic topic, String text, Release release, Sink sink)
      throws SourceException {
    var failure = attemptOnce(topic, text, release, sink);
    return failure != null && failure.isPassing() && !delivering
        ? attemptOnce(topic, text, release, sink)
        : failure;
  }

  private @Nullable Failure attemptOnce(Topic topic, String text, Release release, Sink sink)
      throws SourceException {
    try {
      delivering = false;
      if (MANY_ROWS_UNCUT.contains(topic) || MANY_ROWS.contains(topic)) {
        streamUncompiled(topic, text, release, sink);
      } else {
        stream(topic, text, sink);
      }
      return null;
    } catch (SQLException exception) {
      var failure = Failure.of(exception);
      if (failure.isLostConnection() || isClosed()) {
        throw new SourceException(
            ("The connection to the server was lost while reading %s%s (%s)."
                    + " Survey again when the server answers.")
                .formatted(topic.what(), where(topic), failure.message()),
            exception);
      }
      return failure;
    }
  }

  /// Without compiling, which needs a transaction around the one statement. A piece is read to its
  /// end, and the transaction with its snapshot is over, before its rows are taken; what cannot be
  /// cut comes through a cursor.
  private void streamUncompiled(Topic topic, String text, Release release, Sink sink)
      throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      if (Feature.JIT.isIn(release)) {
        // Compiling a statement that runs once takes longer than running it.
        execute("SET LOCAL jit = off");
      }
      if (topic == Topic.TABLES) {
        // A piece of tables made since the last ANALYZE of `pg_class` looks like one row to the
        // planner; the square of its rows takes 15 s.
        execute("SET LOCAL enable_nestloop = off");
      }
      boolean isPiece = !MANY_ROWS_UNCUT.contains(topic);
      statement.setFetchSize(isPiece ? 0 : FETCH_SIZE);
      try (var result = statement.executeQuery(text)) {
        if (isPiece) {
          connection.commit();
        }
        take(result, topic, sink);
      }
      connection.commit();
    } catch (SQLException failed) {
      rollBack(failed);
      throw failed;
    } finally {
      if (!isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  private void stream(Topic topic, String text, Sink sink) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery(text)) {
      take(result, topic, sink);
    }
  }

  private void take(ResultSet result, Topic topic, Sink sink) throws SQLException {
    sinkInUse.lock();
    try {
      deliver(result, topic, sink);
    } finally {
      sinkInUse.unlock();
    }
  }

  private void deliver(ResultSet result, Topic topic, Sink sink) throws SQLException {
    int width = result.getMetaData().getColumnCount();
    var names = new ArrayList<String>(width);
    for (int column = 1; column <= width; column++) {
      names.add(result.getMetaData().getColumnLabel(column));
    }
    var columns = Columns.of(names, Why.OLDER_SERVER);
    Consumer<List<@Nullable String>> rows =
        sink.open(topic, topic.scope() == Scope.DATABASE ? database : null, columns);
    delivering = true;
    while (result.next()) {
      var cells = new @Nullable String[width];
      for (int column = 0; column < width; column++) {
        cells[column] = result.getString(column + 1);
      }
      rows.accept(Arrays.asList(cells));
    }
  }

  /// Tells a sink of a gap, once nobody else gives it rows.
  static void report(Gap gap, Sink sink, ReentrantLock sinkInUse) {
    sinkInUse.lock();
    try {
      sink.gap(gap);
    } finally {
      sinkInUse.unlock();
    }
  }

  private String where(Topic topic) {
    return topic.scope() == Scope.DATABASE ? " of database " + Identifiers.quoted(database) : "";
  }

  private boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException _) {
      return true;
    }
  }

  private void rollBack(SQLException failure) {
    try {
      connection.rollback();
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
    }
  }

  private static void giveUpAfter(Duration longest, Connection connection) {
    try {
      Thread.sleep(longest);
      connection.abort(Runnable::run);
    } catch (InterruptedException | SQLException _) {
      Thread.currentThread().interrupt(); // it was closed in time, or is gone
    }
  }

  @Override
  public void close() {
    guard.interrupt();
    try {
      connection.close();
    } catch (SQLException _) {
      // It is gone either way.
    }
  }
}
