package org.vacuumadvisor.report.assessment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.WorkloadClass;

/// The runs that logs tell of: table by table, and the longest of them.
record RunSection(Evidence evidence, ReportOptions options) {
  private static final List<Part.Column> OF_TABLES =
      List.of(
          Part.Column.text("Table"),
          Part.Column.number("Vacuums"),
          Part.Column.number("Every"),
          Part.Column.number("Median"),
          Part.Column.number("Longest"),
          Part.Column.number("Removed"),
          Part.Column.number("Left"),
          Part.Column.number("Kept"));

  private static final List<Part.Column> OF_WORKLOADS =
      List.of(Part.Column.text("Table"), Part.Column.text("Workload"), Part.Column.text("Because"));

  private static final List<Part.Column> OF_RUNS =
      List.of(
          Part.Column.text("Longest runs"),
          Part.Column.text("Ended"),
          Part.Column.number("Took"),
          Part.Column.number("Slept"),
          Part.Column.number("Removed"),
          Part.Column.number("Kept"),
          Part.Column.number("Index scans"),
          Part.Column.text("Where"));

  private static final double WORTH_SECONDS = 0.1;

  Stream<Part> parts(History history, int slowest) {
    var tables =
        history.tables().stream()
            .filter(each -> each.counts().vacuums() + each.counts().rewrites() > 0)
            .filter(each -> options.selection().includes(each.name()))
            .toList();
    if (tables.isEmpty()) {
      return Stream.empty();
    }
    var parts = new ArrayList<Part>();
    parts.add(new Part.Heading("Runs"));
    parts.add(
        new Part.Grid(
            OF_TABLES,
            tables.stream().limit(options.tables()).map(each -> row(each, history)).toList()));
    rest(tables, history).ifPresent(parts::add);
    var longest =
        history.slowest().stream()
            .filter(run -> run.elapsedSeconds() != null && run.elapsedSeconds() >= WORTH_SECONDS)
            .filter(run -> options.selection().includes(run.heading().name().relation()))
            .limit(slowest)
            .toList();
    if (!longest.isEmpty()) {
      parts.add(new Part.Grid(OF_RUNS, longest.stream().map(each -> row(each, history)).toList()));
    }
    workloads(tables, history).ifPresent(parts::add);
    return parts.stream();
  }

  private List<String> row(TableHistory table, History history) {
    var latest = table.milestones().latest();
    return List.of(
        name(table.name(), history),
        vacuums(table),
        table.gapSeconds().isEmpty()
            ? ""
            : Quantities.seconds(table.gapSeconds().median() + table.seconds().median()),
        table.seconds().isEmpty() ? "" : Quantities.seconds(table.seconds().median()),
        table.seconds().isEmpty() ? "" : Quantities.seconds(table.seconds().most()),
        table.removed().isEmpty() ? "" : Quantities.count(table.removed().sum()),
        table.remain().isEmpty() ? "" : Quantities.count(table.remain().median()),
        latest.map(run -> count(run.outcome().tuples().deadNotRemovable())).orElse(""));
  }

  private static String vacuums(TableHistory table) {
    var counts = table.counts();
    return Quantities.count(counts.vacuums())
        + (counts.rewrites() > 0
            ? " + %s full".formatted(Quantities.count(counts.rewrites()))
            : "");
  }

  /// What the vacuums tell of the applications, where they tell anything.
  private Optional<Part> workloads(List<TableHistory> tables, History history) {
    var rows =
        tables.stream()
            .map(table -> workload(table, history))
            .flatMap(Optional::stream)
            .limit(options.tables())
            .toList();
    return rows.isEmpty() ? Optional.empty() : Optional.of(new Part.Grid(OF_WORKLOADS, rows));
  }

  private Optional<List<String>> workload(TableHistory table, History history) {
    var workload = evidence.workload(table);
    return workload.kind() == WorkloadClass.UNDETERMINED
        ? Optional.empty()
        : Optional.of(
            List.of(
                name(table.name(), history),
                Words.of(workload),
                String.join("; ", workload.because())));
  }

  private Optional<Part> rest(List<TableHistory> tables, History history) {
    int more = tables.size() - options.tables();
    var text =
        Words.joined(
            more > 0
                ? "And %s, vacuumed for a shorter time."
                    .formatted(Quantities.counted(more, "more table"))
                : "",
            history.runsLeftOut() > 0
                ? "%s of further tables are not in these figures: there were too many tables."
                    .formatted(Quantities.counted(history.runsLeftOut(), "run"))
                : "",
            onlyAnalyzed(history),
            "Every: from the start of one vacuum to the next, the median. Removed: rows, in all."
                + " Left: rows, the median. Kept: dead rows that the latest vacuum could not"
                + " remove.");
    return Optional.of(new Part.Paragraph(text));
  }

  private static String onlyAnalyzed(History history) {
    long count =
        history.tables().stream()
            .map(TableHistory::counts)
            .filter(each -> each.analyzes() > 0 && each.analyzes() == each.all())
            .count();
    return count == 0 ? "" : "Only analyzed: %s.".formatted(Quantities.counted(count, "table"));
  }

  private List<String> row(Run run, History history) {
    return List.of(
        Words.kind(run) + " of " + name(run.heading().name().relation(), history),
        Moments.end(run).map(RunSection::moment).orElse(""),
        run.elapsedSeconds() == null ? "" : Quantities.seconds(run.elapsedSeconds()),
        slept(run),
        count(run.outcome().tuples().removed()),
        count(run.outcome().tuples().deadNotRemovable()),
        count(run.outcome().indexScans()),
        run.heading().place().toString());
  }

  /// Its zone is that of the whole report.
  private static String moment(Instant time) {
    return Words.moment(time).replace(" UTC", "");
  }

  private static String slept(Run run) {
    var delay = run.usage().delayMs();
    var elapsed = run.elapsedSeconds();
    return delay == null || elapsed == null || elapsed <= 0
        ? ""
        : new Share(Math.min(1, delay / 1e3 / elapsed)).toString();
  }

  private static String count(@Nullable Long figure) {
    return figure == null ? "" : Quantities.count(figure);
  }

  /// With the database in front only where there are several.
  private static String name(RelationName name, History history) {
    boolean isOfSeveral =
        history.tables().stream().map(each -> each.name().database()).distinct().limit(2).count()
            > 1;
    var sql = name.name().isEmpty() ? "(name cut off)" : name.sql();
    return isOfSeveral && !name.database().isEmpty()
        ? Identifiers.quoted(name.database()) + "." + sql
        : sql;
  }
}
