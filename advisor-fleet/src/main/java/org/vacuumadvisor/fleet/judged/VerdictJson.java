package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import org.vacuumadvisor.report.data.JsonText;

/// How a cluster was judged, in a document in JSON.
public final class VerdictJson {
  private VerdictJson() {}

  /// The members of an object that is a verdict.
  public static void members(ClusterVerdict verdict, JsonText json) {
    json.text("cluster", verdict.cluster());
    json.hyphened("verdict", verdict.condition());
    json.word("judgedBy", verdict.basis());
    json.text("judgedAsOf", verdict.told().time().map(Instant::toString));
    json.flag("stale", verdict.isStale());
    json.text("failure", verdict.failure());
    json.text("notJudged", verdict.told().notJudged());
    json.list("problems", verdict.problems(), VerdictJson::members);
  }

  /// The members of an object that is a problem.
  public static void members(ToldProblem problem, JsonText json) {
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
