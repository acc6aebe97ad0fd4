package org.vacuumadvisor.fleet.history;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
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
          json.put("schemaVersion", VERSION);
          json.put("at", fleet.question().at());
          json.put("lookBackSeconds", fleet.question().back().toSeconds());
          json.hyphened("verdict", fleet.condition());
          json.list("problems", fleet.problems(), FleetJson::problem);
          json.list("clusters", fleet.clusters(), FleetJson::cluster);
          json.put("damagedFiles", fleet.damaged());
        });
  }

  private static void problem(SharedProblem problem, JsonText json) {
    json.put("rule", problem.rule());
    json.put("severity", problem.worst().severity());
    json.put("clusters", problem.members().stream().map(SharedProblem.Member::cluster).toList());
    json.list(
        "members",
        problem.members(),
        (member, each) -> {
          each.put("cluster", member.cluster());
          each.put("severity", member.severity());
        });
    json.object(
        "example",
        () -> {
          json.put("cluster", problem.worst().cluster());
          json.members(problem.worst().problem());
        });
  }

  private static void cluster(RankedCluster cluster, JsonText json) {
    members(cluster.verdict(), json);
    json.put(
        "transactionsUntilWritesStop",
        cluster.age().map(AgePast::left).orElse(OptionalLong.empty()));
    json.put(
        "transactionsPerDay", cluster.age().map(AgePast::perDay).orElse(OptionalDouble.empty()));
    json.put("daysUntilWritesStop", cluster.daysLeft());
    json.put("deadRowHoursLastDay", cluster.deadRowHours());
  }

  /// The members of an object that is a verdict.
  static void members(ClusterVerdict verdict, JsonText json) {
    json.put("cluster", verdict.cluster());
    json.hyphened("verdict", verdict.condition());
    json.put("judgedBy", verdict.basis());
    json.put("judgedAsOf", verdict.told().time().map(Instant::toString));
    json.put("stale", verdict.isStale());
    json.put("failure", verdict.failure());
    json.put("notJudged", verdict.told().notJudged());
    json.put("problems", verdict.problems());
  }
}
