package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What the archive tells of a time, as a report.
public final class HistoryReport {
  private static final int WIDTH = 24;
  private static final int MOST_ROWS = 15;
  private static final int LINES_A_PROBLEM = 6;

  /// What was seen longer before is not how it was then.
  private static final Duration STALE = Duration.ofMinutes(15);

  private final Archive archive;
  private final Question question;

  private HistoryReport(Archive archive, Question question) {
    this.archive = archive;
    this.question = question;
  }

  /// Answers a question.
  ///
  /// @throws SourceException if the archive cannot be read, or has nothing of that cluster or table
  public static Report of(Archive archive, Question question) throws SourceException {
    var report = new HistoryReport(archive, question);
    report.checkFound();
    var parts = new ArrayList<Part>();
    parts.add(new Part.Heading("As of " + Words.moment(question.at())));
    archive.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    parts.addAll(report.verdicts());
    parts.addAll(report.holders());
    parts.addAll(report.ledger());
    parts.addAll(report.tables());
    if (question.table().isPresent()) {
      parts.addAll(report.runs());
    }
    parts.addAll(report.ages());
    return new Report("VACUUM in the past", parts);
  }

  private void checkFound() throws SourceException {
    if (question.cluster().isPresent() || question.table().isPresent()) {
      boolean isKnown = false;
      for (var dataset : List.of("runs", "tables", "servers")) {
        boolean hasTables = !dataset.equals("servers");
        if (question.table().isPresent() && !hasTables) {
          continue;
        }
        isKnown |=
            !archive
                .query(
                    "SELECT 1 FROM %s WHERE %s LIMIT 1"
                        .formatted(dataset, hasTables ? question.whereTable() : question.where()),
                    hasTables ? question.tableParameters() : question.parameters())
                .isEmpty();
      }
      if (!isKnown) {
        throw new SourceException(
            "The archive has nothing of %s%s in the %s before %s. Clusters in it: %s."
                .formatted(
                    question.table().map(each -> "table " + each).orElse("cluster"),
                    question.cluster().map(each -> " " + each).orElse(""),
                    Quantities.duration(question.back()),
                    Words.moment(question.at()),
                    clusters()));
      }
    }
  }

  private String clusters() throws SourceException {
    var names =
        archive
            .query(
                "SELECT DISTINCT cluster FROM (SELECT cluster FROM runs UNION SELECT cluster FROM"
                    + " servers) ORDER BY 1 LIMIT 20",
                List.of())
            .stream()
            .map(row -> row.text("cluster").orElse(""))
            .toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /// What was wrong then, by the last survey before.
  private List<Part> verdicts() throws SourceException {
    var last =
        archive.query(
            """
             SELECT cluster, time, verdict, reason, state FROM servers
              WHERE database IS NULL AND state IN ('surveyed', 'failed') AND %s
            QUALIFY row_number() OVER (PARTITION BY cluster ORDER BY time DESC) = 1
              ORDER BY verdict IS NULL, verdict, cluster LIMIT 50\
            """
                .formatted(question.where()),
            question.parameters());
    if (last.isEmpty()) {
      return List.of(
          new Part.Paragraph(
              "No survey of that time is in the archive: what was wrong then is not known."
                  + " `vacuum-advisor watch` makes surveys; below is what logs tell."));
    }
    var parts = new ArrayList<Part>();
    for (var row : last) {
      parts.add(new Part.Paragraph(verdict(row)));
      var problems = problems(row);
      if (!problems.isEmpty()) {
        parts.add(new Part.ProblemList(problems, problems.size() * LINES_A_PROBLEM));
      }
    }
    return parts;
  }

  private String verdict(ArchiveRow row) {
    var time = row.time("time").orElseThrow();
    var age = Duration.between(time, question.at());
    var told =
        row.text("state").filter("failed"::equals).isPresent()
            ? "could not be seen: " + row.text("reason").orElse("")
            : row.text("verdict").map(each -> each.replace('_', ' ')).orElse("no verdict");
    return "%s: %s (%s before%s)"
        .formatted(
            row.text("cluster").orElse(""),
            told,
            Quantities.duration(age.truncatedTo(ChronoUnit.SECONDS)),
            age.compareTo(STALE) > 0 ? "; it may have been otherwise by then" : "");
  }

  private List<Part.ProblemCard> problems(ArchiveRow server) throws SourceException {
    return archive
        .query(
            """
            SELECT severity, headline, action FROM findings
             WHERE role = 'cause' AND cluster = ? AND time = ? ORDER BY problem LIMIT 10\
            """,
            Arrays.asList(server.text("cluster").orElse(""), server.time("time").orElseThrow()))
        .stream()
        .map(row ->
            new Part.ProblemCard(
                Severity.valueOf(row.text("severity").orElseThrow().toUpperCase(Locale.ROOT)),
                row.text("headline").orElse(""),
                List.of(),
                row.text("action").stream()
                    .map(each -> new Part.Step(each, Optional.empty(), Optional.empty()))
                    .toList()))
        .toList();
  }

  /// Who held the oldest xmin at the last look before.
  private List<Part> holders() throws SourceException {
    var rows =
        archive.query(
            """
            WITH last AS (SELECT cluster, max(time) AS time FROM servers
                           WHERE database IS NULL AND state <> 'failed' AND %s GROUP BY cluster)
            SELECT h.* FROM holders h JOIN last USING (cluster, time)
             WHERE last.time > ? ORDER BY cluster, xid_age DESC NULLS LAST LIMIT %d\
            """
                .formatted(question.where(), MOST_ROWS),
            plus(question.parameters(), question.at().minus(STALE)));
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Part.Heading("Who held back the oldest xmin"),
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Who"),
                Column.text("State"),
                Column.number("For"),
                Column.number("Transaction IDs ago")),
            rows.stream()
                .map(row ->
                    List.of(
                        row.text("cluster").orElse(""),
                        who(row),
                        row.text("state").orElse("not shown"),
                        row.time("since").map(since -> held(since, row)).orElse("not known"),
                        count(row, "xid_age")))
                .toList()));
  }

  private static String held(Instant since, ArchiveRow row) {
    var held = Duration.between(since, row.time("time").orElseThrow());
    return held.isNegative() ? "0 s" : Quantities.duration(held.truncatedTo(ChronoUnit.SECONDS));
  }

  private static String who(ArchiveRow row) {
    var who = new StringBuilder(row.text("kind").orElse(""));
    row.text("name").ifPresent(each -> who.append(' ').append(each));
    var pid = row.count("pid");
    if (pid.isPresent()) {
      who.append(' ').append(pid.getAsLong());
    }
    row.text("user_name").ifPresent(each -> who.append(", user ").append(each));
    row.text("application")
        .filter(each -> !each.isEmpty())
        .ifPresent(each -> who.append(", ").append(each));
    return who.toString();
  }

  private List<Part> ledger() throws SourceException {
    var ledger = Ledger.of(archive, question);
    var parts = new ArrayList<Part>();
    parts.add(
        new Part.Heading(
            "Who kept dead rows, in the " + Quantities.duration(question.back()) + " before"));
    if (ledger.entries().isEmpty()) {
      parts.add(
          new Part.Paragraph(
              "No dead rows are known to have been kept: no vacuum in the logs had to leave any,"
                  + " and no table that was vacuumed during a hold had some."));
      return parts;
    }
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Holder"),
                Column.text("Application"),
                Column.number("Dead-row-hours"),
                Column.number("Tables"),
                Column.text("Between")),
            ledger.entries().stream().limit(MOST_ROWS).map(HistoryReport::debt).toList()));
    ledger
        .attributed()
        .ifPresent(share ->
            parts.add(
                new Part.Paragraph(
                    "A dead-row-hour is one dead row that could not be removed for an hour. %.0f %% of them have a known holder."
                        .formatted(share * 100))));
    return parts;
  }

  private static List<String> debt(Ledger.Entry entry) {
    return List.of(
        entry.cluster(),
        entry.holder().orElse(entry.wasWatched() ? "nobody was seen" : "nobody looked"),
        entry.application().orElse(""),
        Quantities.count(entry.deadRowHours()),
        String.valueOf(entry.tables()),
        entry.first().map(Words::moment).orElse("")
            + " and "
            + entry.last().map(Words::moment).orElse(""));
  }

  /// Dead rows, growth and runs of the tables that matter most.
  private List<Part> tables() throws SourceException {
    var rows =
        archive.query(
            """
            WITH seen AS (
              SELECT cluster, database, schema, table_name,
                     arg_min(coalesce(main_bytes, relpages * 8192), time) AS first_bytes,
                     arg_max(coalesce(main_bytes, relpages * 8192), time) AS last_bytes,
                     max(n_dead_tup) AS most_dead,
                     list(time ORDER BY time) AS times, list(n_dead_tup ORDER BY time) AS dead
                FROM tables WHERE schema NOT IN ('pg_catalog', 'pg_toast', 'information_schema') AND %1$s
               GROUP BY ALL),
            ran AS (
              SELECT cluster, database, schema, table_name, count(*) AS vacuums,
                     median(elapsed_seconds) AS median_seconds, max(tuples_dead_not_removable) AS most_kept,
                     list(time ORDER BY time) AS run_times,
                     list(tuples_dead_not_removable ORDER BY time) AS kept
                FROM runs WHERE kind = 'vacuum' AND %1$s GROUP BY ALL)
            SELECT coalesce(s.cluster, r.cluster) AS cluster,
                   concat_ws('.', coalesce(s.schema, r.schema), coalesce(s.table_name, r.table_name)) AS name,
                   first_bytes, last_bytes, most_dead, vacuums, median_seconds, most_kept,
                   array_to_string(list_transform(coalesce(times, run_times), t -> epoch_ms(t)), ' ') AS points,
                   array_to_string(list_transform(coalesce(dead, kept), d -> coalesce(d::VARCHAR, '?')), ' ') AS amounts
              FROM seen s FULL JOIN ran r
                ON s.cluster = r.cluster AND s.table_name = r.table_name
               AND s.schema IS NOT DISTINCT FROM r.schema AND s.database IS NOT DISTINCT FROM r.database
             ORDER BY greatest(coalesce(most_dead, 0), coalesce(most_kept, 0)) DESC, last_bytes DESC NULLS LAST
             LIMIT %2$d\
            """
                .formatted(question.whereTable(), MOST_ROWS),
            plus(question.tableParameters(), question.tableParameters().toArray()));
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Part.Heading("Tables"),
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Table"),
                Column.text("Dead rows"),
                Column.number("At most"),
                Column.number("Size"),
                Column.number("Growth"),
                Column.number("Vacuums"),
                Column.number("Median")),
            rows.stream().map(this::table).toList()),
        new Part.Paragraph(
            "Dead rows are those that surveys saw, or else those that vacuums in the logs had to"
                + " keep. A dot stands for a time of which nothing is known."));
  }

  private List<String> table(ArchiveRow row) {
    var first = row.real("first_bytes");
    var last = row.real("last_bytes");
    var most = row.real("most_dead").isPresent() ? row.real("most_dead") : row.real("most_kept");
    return List.of(
        row.text("cluster").orElse(""),
        row.text("name").orElse(""),
        Sparkline.of(points(row), question.from(), question.at(), lasting(), WIDTH),
        most.isPresent() ? Quantities.count(most.getAsDouble()) : "not known",
        last.isPresent() ? new Bytes(Math.round(last.getAsDouble())).toString() : "not known",
        first.isPresent() && last.isPresent()
            ? growth(last.getAsDouble() - first.getAsDouble())
            : "not known",
        row.count("vacuums").isPresent()
            ? String.valueOf(row.count("vacuums").getAsLong())
            : "not logged",
        row.real("median_seconds").isPresent()
            ? Quantities.seconds(row.real("median_seconds").getAsDouble())
            : "");
  }

  /// What a survey saw holds until the next one; a table that did not change has no new row.
  private Duration lasting() {
    var day = Duration.ofDays(1);
    return question.back().compareTo(day) < 0 ? question.back() : day;
  }

  private static List<Sparkline.Point> points(ArchiveRow row) {
    var times = row.text("points").orElse("").split(" ", -1);
    var amounts = row.text("amounts").orElse("").split(" ", -1);
    var points = new ArrayList<Sparkline.Point>();
    for (int at = 0; at < Math.min(times.length, amounts.length); at++) {
      if (!times[at].isEmpty()) {
        points.add(
            new Sparkline.Point(
                Instant.ofEpochMilli(Long.parseLong(times[at])),
                amounts[at].equals("?")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(amounts[at]))));
      }
    }
    return points;
  }

  private static String growth(double bytes) {
    var size = new Bytes(Math.round(Math.abs(bytes))).toString();
    return bytes == 0 ? "none" : (bytes > 0 ? "+" : "-") + size;
  }

  private List<Part> runs() throws SourceException {
    var rows =
        archive.query(
            """
            SELECT cluster, time, kind, trigger, elapsed_seconds, tuples_removed, tuples_remain,
                   tuples_dead_not_removable, index_scans, cutoff_age
              FROM runs WHERE %s ORDER BY time DESC LIMIT %d\
            """
                .formatted(question.whereTable(), MOST_ROWS),
            question.tableParameters());
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Part.Heading("Runs, the latest first"),
        new Part.Grid(
            List.of(
                Column.text("Ended"),
                Column.text("What"),
                Column.number("Took"),
                Column.number("Removed"),
                Column.number("Remain"),
                Column.number("Kept dead"),
                Column.number("Index scans")),
            rows.stream()
                .map(row ->
                    List.of(
                        row.time("time").map(Words::moment).orElse("not known"),
                        row.text("kind").orElse("")
                            + row.text("trigger").map(each -> ", " + each).orElse(""),
                        row.real("elapsed_seconds").isPresent()
                            ? Quantities.seconds(row.real("elapsed_seconds").getAsDouble())
                            : "not known",
                        count(row, "tuples_removed"),
                        count(row, "tuples_remain"),
                        count(row, "tuples_dead_not_removable"),
                        count(row, "index_scans")))
                .toList()));
  }

  private List<Part> ages() throws SourceException {
    var rows =
        archive.query(
            """
            SELECT cluster, database, arg_max(xid_age, time) AS age, max(stop_age) AS stop_age,
                   (arg_max(next_xid, time) - arg_min(next_xid, time)) AS used,
                   epoch(max(time)) - epoch(min(time)) AS seconds
              FROM servers WHERE database IS NULL AND xid_age IS NOT NULL AND %s
             GROUP BY ALL ORDER BY age DESC LIMIT %d\
            """
                .formatted(question.where(), MOST_ROWS),
            question.parameters());
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Part.Heading("Ages"),
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.number("Oldest database"),
                Column.number("Until writes stop"),
                Column.number("Used a day"),
                Column.number("Days left")),
            rows.stream().map(HistoryReport::age).toList()));
  }

  private static List<String> age(ArchiveRow row) {
    var left = row.count("stop_age").orElse(0) - row.count("age").orElse(0);
    var seconds = row.real("seconds").orElse(0);
    var used = row.count("used");
    Optional<Double> perDay =
        used.isPresent() && seconds >= 600
            ? Optional.of(used.getAsLong() * 86_400.0 / seconds)
            : Optional.empty();
    return List.of(
        row.text("cluster").orElse(""),
        count(row, "age"),
        Quantities.rounded(left),
        perDay.map(each -> Quantities.rounded(Math.round(each))).orElse("not known"),
        perDay
            .filter(each -> each > 0)
            .map(each -> Quantities.rounded(Math.round(left / each)))
            .orElse("not known"));
  }

  private static String count(ArchiveRow row, String column) {
    var count = row.count(column);
    return count.isPresent() ? Quantities.count(count.getAsLong()) : "not known";
  }

  private static List<Object> plus(List<Object> parameters, Object... more) {
    var all = new ArrayList<>(parameters);
    all.addAll(Arrays.asList(more));
    return all;
  }
}
