package org.vacuumadvisor.fleet.archive;

import static java.time.temporal.ChronoUnit.DAYS;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Dataset.Field;
import org.vacuumadvisor.unit.Resource;

/// Rows of one dataset that wait for their commit, in a table of DuckDB's memory.
final class PendingRows {
  private final Dataset dataset;
  private final Duck duck;
  private @Nullable DuckDBAppender appender;
  private long count;

  private PendingRows(Dataset dataset, Duck duck) {
    this.dataset = dataset;
    this.duck = duck;
  }

  static PendingRows create(Dataset dataset, Duck duck) throws SQLException {
    duck.run("CREATE OR REPLACE TABLE %s (%s)".formatted(table(dataset), dataset.declared()));
    return new PendingRows(dataset, duck);
  }

  private static String table(Dataset dataset) {
    return "pending_" + dataset.folder();
  }

  Dataset dataset() {
    return dataset;
  }

  long count() {
    return count;
  }

  void add(List<? extends @Nullable Object> values) throws SQLException {
    if (values.size() != dataset.fields().size()) {
      throw new IllegalArgumentException(
          "%d values for the %d columns of %s"
              .formatted(values.size(), dataset.fields().size(), dataset));
    }
    var to = appender;
    if (to == null) {
      to = duck.connection().createAppender(DuckDBConnection.DEFAULT_SCHEMA, table(dataset));
      appender = to;
    }
    to.beginRow();
    for (int at = 0; at < values.size(); at++) {
      append(to, dataset.fields().get(at), values.get(at));
    }
    to.endRow();
    count++;
  }

  /// Adds the rows of a file.
  void addAll(ArchiveFile file) throws SQLException {
    settle();
    duck.run(
        "INSERT INTO %s BY NAME %s"
            .formatted(table(dataset), dataset.rowsOf(List.of(file.literal()))));
    recount();
  }

  private static void append(DuckDBAppender to, Field field, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case null -> to.appendNull();
      case String text -> to.append(storable(text));
      case Long number -> to.append(number.longValue());
      case Integer number -> to.append(number.longValue());
      case Double number -> to.append(number.doubleValue());
      case Boolean flag -> to.append(flag.booleanValue());
      case Instant time -> to.append(time.atOffset(ZoneOffset.UTC));
      default ->
          throw new IllegalArgumentException(
              "a %s for column %s".formatted(value.getClass().getName(), field.name()));
    }
  }

  /// What UTF-8 cannot hold, half of a pair of surrogates, is shown as a question mark.
  private static String storable(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /// The days of the rows; one is empty if some rows have no time.
  List<Optional<LocalDate>> days() throws SQLException {
    settle();
    return duck
        .query(
            "SELECT DISTINCT CAST(time AS DATE) AS day FROM %s ORDER BY day"
                .formatted(table(dataset)),
            List.of())
        .stream()
        .map(row -> row.day("day"))
        .toList();
  }

  /// The rows of a day, in order.
  String query(Optional<LocalDate> day) {
    return "SELECT * FROM %s WHERE CAST(time AS DATE) %s ORDER BY %s"
        .formatted(
            table(dataset),
            day.map(each -> "= DATE '" + each + "'").orElse("IS NULL"),
            dataset.order());
  }

  /// Whether a day is one of the rows, or next to one: the zone of a log's clock may be learned
  /// later.
  Predicate<LocalDate> daysAround() throws SQLException {
    var days = days().stream().flatMap(Optional::stream).toList();
    return day -> days.stream().anyMatch(each -> Math.abs(DAYS.between(each, day)) <= 1);
  }

  /// Forgets copies of entries that are in files or wait here already: of one cluster, line and
  /// content, and of one time, or one log and printed time. Those of one file that waits are no
  /// copies of each other, as in JSON without line feeds: its first is one of the first elsewhere,
  /// its second of the second.
  ///
  /// @return how many were forgotten
  long forget(List<ArchiveFile> files) throws SQLException {
    settle();
    var stored = dataset.rowsOf(files.stream().map(ArchiveFile::literal).toList());
    return delete(Resource.text(PendingRows.class, "copies.sql").formatted(table(dataset), stored));
  }

  /// Forgets those of a file from a line on.
  ///
  /// @return how many were forgotten
  long forgetFrom(String cluster, String file, long line) throws SQLException {
    settle();
    return delete(
        "WHERE cluster = %s AND file = %s AND line >= %d"
            .formatted(Duck.literal(cluster), Duck.literal(file), line));
  }

  private long delete(String which) throws SQLException {
    long before = count;
    duck.run("DELETE FROM %s %s".formatted(table(dataset), which));
    recount();
    return before - count;
  }

  private void recount() throws SQLException {
    count = duck.count("SELECT count(*) AS n FROM " + table(dataset));
  }

  void drop() throws SQLException {
    settle();
    duck.run("DROP TABLE " + table(dataset));
  }

  /// Brings what was appended into the table.
  private void settle() throws SQLException {
    if (appender != null) {
      appender.close();
      appender = null;
    }
  }
}
