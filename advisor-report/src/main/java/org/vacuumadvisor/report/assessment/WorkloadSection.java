package org.vacuumadvisor.report.assessment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;
import org.vacuumadvisor.workload.Workloads;

/// What applications do to the tables, the biggest table first. Tables without a story are counted.
record WorkloadSection(ReportOptions options, Naming naming) {
  private record Seen(Relation relation, Workload workload) {
    Bytes size() {
      return relation.heapSize().or(Bytes.NONE);
    }
  }

  private record Row(String name, String size, Workload workload) {}

  Stream<Part> parts(Survey survey, Workloads workloads) {
    var tables =
        survey
            .userRelations()
            .filter(each -> workloads.tables().containsKey(each.key()))
            .filter(each -> options.selection().includes(each.name()))
            .map(each -> new Seen(each, workloads.of(each)))
            .sorted(Comparator.comparing(Seen::size).reversed())
            .toList();
    var busy = tables.stream().filter(each -> hasStory(each.workload())).toList();
    var rows =
        Stream.concat(
            tables.isEmpty() ? Stream.empty() : databases(survey, workloads.databases()),
            busy.stream().limit(options.tables()).map(each -> row(each, survey)));
    return Part.section(
        "Workloads",
        Stream.concat(
            Rows.of(rows)
                .text("Table", Row::name)
                .number("Size", Row::size)
                .text("Workload", each -> Words.of(each.workload()))
                .text("Because", each -> String.join("; ", each.workload().because()))
                .ifAny(),
            rest(tables, busy.size())));
  }

  private static boolean hasStory(Workload workload) {
    return workload.kind() != WorkloadClass.IDLE && workload.kind() != WorkloadClass.UNDETERMINED;
  }

  private static Stream<Row> databases(Survey survey, Map<Long, Workload> workloads) {
    return survey.databases().stream()
        .filter(Database::surveyed)
        .filter(each -> workloads.containsKey(each.oid()))
        .map(each ->
            new Row(
                "(" + Naming.database(each.name()) + ")",
                "",
                Objects.requireNonNull(workloads.get(each.oid()))));
  }

  private Row row(Seen seen, Survey survey) {
    boolean isUnknown = seen.size().equals(Bytes.NONE) && survey.coverage().excerpt().isPresent();
    return new Row(
        naming.of(seen.relation()), isUnknown ? "" : seen.size().toString(), seen.workload());
  }

  private Stream<Part> rest(List<Seen> tables, int busy) {
    var idle = count(tables, WorkloadClass.IDLE);
    var unknown = count(tables, WorkloadClass.UNDETERMINED);
    return Part.paragraph(
        busy > options.tables()
            ? "And %s, all smaller."
                .formatted(Quantities.counted(busy - options.tables(), "more table"))
            : "",
        idle == 0 ? "" : "Idle: %s.".formatted(Quantities.counted(idle, "table")),
        unknown == 0
            ? ""
            : "Too little is known to judge %s.".formatted(Quantities.counted(unknown, "table")));
  }

  private static long count(List<Seen> tables, WorkloadClass kind) {
    return tables.stream().filter(each -> each.workload().kind() == kind).count();
  }
}
