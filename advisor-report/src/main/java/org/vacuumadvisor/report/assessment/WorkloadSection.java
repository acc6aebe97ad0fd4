package org.vacuumadvisor.report.assessment;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
  private record Row(String name, String size, Workload workload) {}

  Stream<Part> parts(Survey survey, Workloads workloads) {
    var tables =
        survey
            .userRelations()
            .filter(each -> workloads.tables().containsKey(each.key()))
            .filter(each -> options.selection().includes(each.name()))
            .sorted(Comparator.comparing(WorkloadSection::size).reversed())
            .toList();
    var kinds =
        tables.stream()
            .collect(groupingBy(each -> workloads.of(each).kind(), TreeMap::new, counting()));
    var databases =
        survey.databases().stream()
            .filter(each -> each.surveyed() && !tables.isEmpty())
            .flatMap(each ->
                Stream.ofNullable(workloads.databases().get(each.oid()))
                    .map(it -> new Row("(" + Naming.database(each.name()) + ")", "", it)));
    boolean isPart = survey.coverage().excerpt().isPresent();
    var busy =
        tables.stream()
            .filter(each -> hasStory(workloads.of(each).kind()))
            .limit(options.tables())
            .map(each ->
                new Row(
                    naming.of(each),
                    isPart && size(each).equals(Bytes.NONE) ? "" : size(each).toString(),
                    workloads.of(each)));
    return Part.section(
        "Workloads",
        Stream.concat(
            Rows.of(Stream.concat(databases, busy))
                .text("Table", Row::name)
                .number("Size", Row::size)
                .text("Workload", each -> Words.of(each.workload()))
                .text("Because", each -> String.join("; ", each.workload().because()))
                .ifAny(),
            rest(kinds, tables.size())));
  }

  private static Bytes size(Relation relation) {
    return relation.heapSize().or(Bytes.NONE);
  }

  private static boolean hasStory(WorkloadClass kind) {
    return kind != WorkloadClass.IDLE && kind != WorkloadClass.UNDETERMINED;
  }

  private Stream<Part> rest(Map<WorkloadClass, Long> kinds, int tables) {
    long idle = kinds.getOrDefault(WorkloadClass.IDLE, 0L);
    long unknown = kinds.getOrDefault(WorkloadClass.UNDETERMINED, 0L);
    long more = tables - idle - unknown - options.tables();
    return Part.paragraph(
        more > 0 ? "And %s, all smaller.".formatted(Quantities.counted(more, "more table")) : "",
        idle == 0 ? "" : "Idle: %s.".formatted(Quantities.counted(idle, "table")),
        unknown == 0
            ? ""
            : "Too little is known to judge %s.".formatted(Quantities.counted(unknown, "table")));
  }
}
