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
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;
import org.vacuumadvisor.workload.Workloads;

/// What applications do to the tables, the biggest table first. Tables without a story are counted.
record WorkloadSection(ReportOptions options, Naming naming) {
  private static final List<Part.Column> COLUMNS =
      List.of(
          Part.Column.text("Table"),
          Part.Column.number("Size"),
          Part.Column.text("Workload"),
          Part.Column.text("Because"));

  private record Seen(Relation relation, Workload workload) {
    Bytes size() {
      return relation.extent().size().or(Bytes.NONE);
    }
  }

  Stream<Part> parts(Survey survey, Workloads workloads) {
    var tables =
        survey
            .userRelations()
            .filter(each -> workloads.tables().containsKey(each.key()))
            .filter(each -> options.selection().includes(each.name()))
            .map(each -> new Seen(each, workloads.of(each)))
            .sorted(Comparator.comparing(Seen::size).reversed())
            .toList();
    if (tables.isEmpty()) {
      return Stream.empty();
    }
    var busy = tables.stream().filter(each -> hasStory(each.workload())).toList();
    var rows =
        Stream.concat(
                databases(survey, workloads.databases()),
                busy.stream().limit(options.tables()).map(each -> row(each, survey)))
            .toList();
    return Stream.of(
            Stream.of(new Part.Heading("Workloads")),
            rows.isEmpty() ? Stream.<Part>empty() : Stream.of(new Part.Grid(COLUMNS, rows)),
            rest(tables, busy.size()))
        .flatMap(each -> each);
  }

  private static boolean hasStory(Workload workload) {
    return workload.kind() != WorkloadClass.IDLE && workload.kind() != WorkloadClass.UNDETERMINED;
  }

  private static Stream<List<String>> databases(Survey survey, Map<Long, Workload> workloads) {
    return survey.databases().stream()
        .filter(Database::surveyed)
        .filter(each -> workloads.containsKey(each.oid()))
        .map(each ->
            row(
                "(" + Naming.database(each.name()) + ")",
                "",
                Objects.requireNonNull(workloads.get(each.oid()))));
  }

  private List<String> row(Seen seen, Survey survey) {
    boolean isUnknown = seen.size().equals(Bytes.NONE) && survey.coverage().excerpt().isPresent();
    return row(
        naming.of(seen.relation()), isUnknown ? "" : seen.size().toString(), seen.workload());
  }

  private static List<String> row(String name, String size, Workload workload) {
    return List.of(name, size, Words.of(workload), String.join("; ", workload.because()));
  }

  private Stream<Part> rest(List<Seen> tables, int busy) {
    var idle = count(tables, WorkloadClass.IDLE);
    var unknown = count(tables, WorkloadClass.UNDETERMINED);
    var text =
        Words.joined(
            busy > options.tables()
                ? "And %s, all smaller."
                    .formatted(Quantities.counted(busy - options.tables(), "more table"))
                : "",
            idle == 0 ? "" : "Idle: %s.".formatted(Quantities.counted(idle, "table")),
            unknown == 0
                ? ""
                : "Too little is known to judge %s."
                    .formatted(Quantities.counted(unknown, "table")));
    return text.isEmpty() ? Stream.empty() : Stream.of(new Part.Paragraph(text));
  }

  private static long count(List<Seen> tables, WorkloadClass kind) {
    return tables.stream().filter(each -> each.workload().kind() == kind).count();
  }
}
