package org.vacuumadvisor.fleet.ranking;

import java.io.IOException;
import java.io.Writer;
import java.util.OptionalDouble;
import org.vacuumadvisor.fleet.history.AgePast;
import org.vacuumadvisor.fleet.judged.VerdictJson;
import org.vacuumadvisor.report.data.JsonText;

/// A fleet for programs: one document in JSON, whole. Its schema is beside it, `fleet.schema.json`.
/// Every member is there in every document; what is not known is null.
public final class FleetJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private FleetJson() {}

  /// Writes the document. The writer is flushed and stays open.
  public static void write(Fleet fleet, Writer to) throws IOException {
    JsonText.document(
        to,
        json -> {
          json.number("schemaVersion", VERSION);
          json.moment("at", fleet.at());
          json.number("lookBackSeconds", fleet.back().toSeconds());
          json.hyphened("verdict", fleet.condition());
          json.list("problems", fleet.problems(), FleetJson::problem);
          json.list("clusters", fleet.clusters(), FleetJson::cluster);
          json.texts("damagedFiles", fleet.damaged());
        });
  }

  private static void problem(SharedProblem problem, JsonText json) {
    json.text("rule", problem.rule());
    json.word("severity", problem.worst().severity());
    json.texts("clusters", problem.members().stream().map(SharedProblem.Member::cluster).toList());
    json.list(
        "members",
        problem.members(),
        (member, each) -> {
          each.text("cluster", member.cluster());
          each.word("severity", member.severity());
        });
    json.object(
        "example",
        () -> {
          json.text("cluster", problem.worst().cluster());
          VerdictJson.members(problem.worst().problem(), json);
        });
  }

  private static void cluster(RankedCluster cluster, JsonText json) {
    VerdictJson.members(cluster.verdict(), json);
    json.decimal(
        "transactionsUntilWritesStop",
        cluster.age().stream()
            .flatMapToLong(age -> age.left().stream())
            .mapToDouble(each -> each)
            .findFirst());
    json.decimal(
        "transactionsPerDay", cluster.age().map(AgePast::perDay).orElse(OptionalDouble.empty()));
    json.decimal("daysUntilWritesStop", cluster.daysLeft());
    json.decimal("deadRowHoursLastDay", cluster.deadRowHours());
  }
}
