package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Numbers;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.data.JsonServer.JsonFigures;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.Workloads;

/// An assessment for programs: one document in JSON, whole, whatever a text report would fold or
/// leave out. Its schema is beside it, `assessment.schema.json`.
///
/// Every member is there in every document; what is not known is null, what there is none of is an
/// empty list. Constants are written in lower case with underscores, the classes of workloads as in
/// [org.vacuumadvisor.workload.WorkloadClass].
public final class JsonReport {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  static final int VERSION = 1;

  static final Shapes SHAPES = Shapes.beside(JsonReport.class, "members.txt");

  private JsonReport() {}

  /// Writes the document. The writer is flushed and stays open; for JSON to be exchanged it should
  /// write UTF-8.
  public static void write(Assessment assessment, Writer to) throws IOException {
    JsonText.indented(to, json -> members(assessment, json));
  }

  private static void members(Assessment assessment, JsonText json) {
    var evidence = assessment.evidence();
    var survey = evidence.survey();
    JsonJudgement.problems(assessment, json);
    JsonServer.server(evidence, json);
    JsonServer.window(evidence.workloads().period(), survey, json);
    json.list("workloads", JsonWorkload.all(survey, evidence.workloads()), JsonWorkload::write);
    JsonJudgement.advice(assessment, json);
    json.list(
        "settings",
        Numbers.of(assessment).byEffort(),
        (line, each) -> SHAPES.write("setting", line, each));
    JsonFigures.write(evidence, json);
    JsonHistory.write(evidence, json);
    JsonHistory.runs(evidence, json);
    JsonServer.coverage(survey.coverage(), json);
  }

  /// What applications do to a database or table, in a document.
  private record JsonWorkload(Subject subject, Workload workload) {

    /// Those of the databases that were read, then those of the tables.
    static List<JsonWorkload> all(Survey survey, Workloads workloads) {
      var databases =
          survey.databases().stream()
              .filter(Database::surveyed)
              .filter(each -> workloads.databases().containsKey(each.oid()))
              .map(each ->
                  new JsonWorkload(new Subject.OfDatabase(each.name()), workloads.of(each)));
      var tables =
          survey.relations().stream()
              .filter(each -> workloads.tables().containsKey(each.key()))
              .map(each -> new JsonWorkload(new Subject.OfRelation(each), workloads.of(each)));
      return Stream.concat(databases, tables).toList();
    }

    void write(JsonText json) {
      json.put("subject", subject);
      json.put("class", workload.kind().name());
      json.put("confidence", workload.confidence());
      json.put("because", workload.because());
    }
  }
}
