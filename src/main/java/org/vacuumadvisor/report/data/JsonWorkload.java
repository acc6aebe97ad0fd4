package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.Workloads;

/// What applications do to a database or table, in a document.
record JsonWorkload(Subject subject, Workload workload) {

  /// Those of the databases that were read, then those of the tables.
  static List<JsonWorkload> all(Survey survey, Workloads workloads) {
    var databases =
        survey.databases().stream()
            .filter(Database::surveyed)
            .filter(each -> workloads.databases().containsKey(each.oid()))
            .map(each -> new JsonWorkload(new Subject.OfDatabase(each.name()), workloads.of(each)));
    var tables =
        survey.relations().stream()
            .filter(each -> workloads.tables().containsKey(each.key()))
            .map(each -> new JsonWorkload(new Subject.OfRelation(each), workloads.of(each)));
    return Stream.concat(databases, tables).toList();
  }

  void write(JsonText json) {
    json.subject("subject", subject);
    json.text("class", workload.kind().name());
    json.word("confidence", workload.confidence());
    json.texts("because", workload.because());
  }
}
