package org.vacuumadvisor.report.assessment;

import static org.vacuumadvisor.unit.Quantities.seconds;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Spread;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.WorkloadClass;

/// The runs that logs tell of: table by table, and the longest of them.
record RunSection(Evidence evidence, ReportOptions options) {
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
    var naming = new Naming(evidence);
    var longest =
        history.slowest().stream()
            .filter(run -> run.elapsedSeconds() != null && run.elapsedSeconds() >= WORTH_SECONDS)
            .filter(run -> options.selection().includes(run.heading().name().relation()))
            .limit(slowest);
    return Part.section(
        "Runs",
        Part.all(
            ofTables(tables.stream().limit(options.tables()), naming),
            rest(tables, history),
            ofRuns(longest, naming),
            workloads(tables, naming)));
  }

  private static Stream<Part> ofTables(Stream<TableHistory> tables, Naming naming) {
    return Rows.of(tables)
        .text("Table", each -> naming.of(each.name()))
        .number("Vacuums", RunSection::vacuums)
        .number(
            "Every",
            each ->
                ifAny(each.gapSeconds(), gap -> seconds(gap.median() + each.seconds().median())))
        .number("Median", each -> ifAny(each.seconds(), took -> seconds(took.median())))
        .number("Longest", each -> ifAny(each.seconds(), took -> seconds(took.most())))
        .number("Removed", each -> ifAny(each.removed(), rows -> Quantities.count(rows.sum())))
        .number("Left", each -> ifAny(each.remain(), rows -> Quantities.count(rows.median())))
        .number(
            "Kept",
            each ->
                each.milestones()
                    .latest()
                    .map(run -> count(run.outcome().tuples().deadNotRemovable()))
                    .orElse(""))
        .ifAny();
  }

  private static String ifAny(Spread spread, Function<Spread, String> text) {
    return spread.isEmpty() ? "" : text.apply(spread);
  }

  private static String vacuums(TableHistory table) {
    var counts = table.counts();
    return Quantities.count(counts.vacuums())
        + (counts.rewrites() > 0
            ? " + %s full".formatted(Quantities.count(counts.rewrites()))
            : "");
  }

  /// What the vacuums tell of the applications, where they tell anything.
  private Stream<Part> workloads(List<TableHistory> tables, Naming naming) {
    return Rows.of(
            tables.stream()
                .filter(each -> evidence.workload(each).kind() != WorkloadClass.UNDETERMINED)
                .limit(options.tables()))
        .text("Table", each -> naming.of(each.name()))
        .text("Workload", each -> Words.of(evidence.workload(each)))
        .text("Because", each -> String.join("; ", evidence.workload(each).because()))
        .ifAny();
  }

  private Stream<Part> rest(List<TableHistory> tables, History history) {
    int more = tables.size() - options.tables();
    return Part.paragraph(
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
  }

  private static String onlyAnalyzed(History history) {
    long count =
        history.tables().stream()
            .map(TableHistory::counts)
            .filter(each -> each.analyzes() > 0 && each.analyzes() == each.all())
            .count();
    return count == 0 ? "" : "Only analyzed: %s.".formatted(Quantities.counted(count, "table"));
  }

  private static Stream<Part> ofRuns(Stream<Run> longest, Naming naming) {
    return Rows.of(longest)
        .text(
            "Longest runs",
            run -> Words.kind(run) + " of " + naming.of(run.heading().name().relation()))
        .text("Ended", run -> Moments.end(run).map(RunSection::moment).orElse(""))
        .number("Took", run -> run.elapsedSeconds() == null ? "" : seconds(run.elapsedSeconds()))
        .number("Slept", RunSection::slept)
        .number("Removed", run -> count(run.outcome().tuples().removed()))
        .number("Kept", run -> count(run.outcome().tuples().deadNotRemovable()))
        .number("Index scans", run -> count(run.outcome().indexScans()))
        .text("Where", run -> run.heading().place().toString())
        .ifAny();
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
}
