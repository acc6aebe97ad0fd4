package org.vacuumadvisor.fleet.history;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.ToldProblem;
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
          json.moment("at", fleet.question().at());
          json.number("lookBackSeconds", fleet.question().back().toSeconds());
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
          members(problem.worst().problem(), json);
        });
  }

  private static void cluster(RankedCluster cluster, JsonText json) {
    members(cluster.verdict(), json);
    json.number(
        "transactionsUntilWritesStop",
        cluster.age().map(AgePast::left).orElse(OptionalLong.empty()));
    json.decimal(
        "transactionsPerDay", cluster.age().map(AgePast::perDay).orElse(OptionalDouble.empty()));
    json.decimal("daysUntilWritesStop", cluster.daysLeft());
    json.decimal("deadRowHoursLastDay", cluster.deadRowHours());
  }

  /// The members of an object that is a verdict.
  static void members(ClusterVerdict verdict, JsonText json) {
    json.text("cluster", verdict.cluster());
    json.hyphened("verdict", verdict.condition());
    json.word("judgedBy", verdict.basis());
    json.text("judgedAsOf", verdict.told().time().map(Instant::toString));
    json.flag("stale", verdict.isStale());
    json.text("failure", verdict.failure());
    json.text("notJudged", verdict.told().notJudged());
    json.list("problems", verdict.problems(), FleetJson::members);
  }

  private static void members(ToldProblem problem, JsonText json) {
    json.text("rule", problem.rule());
    json.word("severity", problem.severity());
    json.text("headline", problem.headline());
    json.text("because", problem.because());
    json.text("since", problem.since().map(Instant::toString));
    json.text("saves", problem.saves());
    json.text("action", problem.action());
    json.text("sql", problem.sql());
  }
}
