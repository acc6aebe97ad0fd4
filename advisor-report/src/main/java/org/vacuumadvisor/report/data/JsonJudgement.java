package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Ignored;
import org.vacuumadvisor.advice.NotRecommended;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Plan.Action;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.report.Change;

/// What is wrong and what to do, in a document.
final class JsonJudgement {
  private JsonJudgement() {}

  /// The verdict, and the problems: findings joined by their cause. Each finding stands whole under
  /// `findings`; of a problem it is named by id, subject and headline.
  static void problems(Assessment assessment, JsonText json) {
    json.put("schemaVersion", JsonReport.VERSION);
    json.hyphened("verdict", assessment.judgement().condition());
    json.list("problems", assessment.problems(), JsonJudgement::problem);
    json.list(
        "questions",
        assessment.judgement().questions(),
        (question, each) -> {
          each.put("what", question.what());
          each.put("ask", question.ask());
          each.put("view", question.view());
        });
  }

  /// The findings, and what to do and what not to do about them.
  static void advice(Assessment assessment, JsonText json) {
    var plan = assessment.plan();
    json.list("findings", assessment.findings(), JsonJudgement::finding);
    json.list("recommendations", assessment.recommendations(), JsonJudgement::recommendation);
    json.object("plan", () -> plan(plan, json));
    json.list("notRecommended", assessment.notRecommended(), JsonJudgement::notRecommended);
    json.list("ignored", assessment.ignored(), JsonJudgement::ignored);
  }

  private static void problem(Problem problem, JsonText json) {
    json.put("severity", problem.severity());
    json.object("cause", () -> named(problem.cause(), json));
    json.list("alike", problem.alike(), JsonJudgement::named);
    json.list("consequences", problem.consequences(), JsonJudgement::named);
    json.list("recommendations", problem.recommendations(), JsonJudgement::recommendation);
  }

  private static void named(Finding finding, JsonText json) {
    json.members(finding, "id", "severity", "subject", "headline");
  }

  private static void finding(Finding finding, JsonText json) {
    named(finding, json);
    json.list("evidence", finding.evidence(), JsonJudgement::fact);
    json.members(finding, "explanation", "confidence", "surer");
  }

  private static void fact(Fact fact, JsonText json) {
    var measure = Optional.ofNullable(fact.measure());
    json.members(fact, "label", "value");
    json.put("number", measure.map(Fact.Measure::number));
    json.put("unit", measure.map(Fact.Measure::unit));
    json.put("source", fact.source());
    json.put("provenance", fact.provenance());
  }

  private static void ignored(Ignored ignored, JsonText json) {
    json.hyphened("standing", ignored.standing());
    json.put("until", ignored.rule().until().toString());
    json.put("reason", ignored.rule().reason());
    json.object("finding", () -> finding(ignored.finding(), json));
  }

  private static void recommendation(Recommendation recommendation, JsonText json) {
    json.members(recommendation, "title", "appliesTo", "database", "sql", "how", "undo");
    json.put("why", recommendation.why());
    json.object("expected", () -> effect(recommendation.expected(), json));
    json.object("risk", () -> json.members(recommendation.risk(), "lock", "takesEffect", "cost"));
    json.put("verify", recommendation.verify());
    json.put("because", recommendation.because());
    json.object(
        "change",
        Change.of(recommendation),
        (each, inside) -> {
          inside.put("kind", each.kind());
          inside.list(
              "set",
              List.copyOf(each.set().entrySet()),
              (one, member) -> {
                member.put("name", one.getKey());
                member.put("value", one.getValue());
              });
          inside.put("reset", each.reset());
        });
  }

  private static void notRecommended(NotRecommended withheld, JsonText json) {
    json.members(withheld, "what", "subject", "why");
  }

  private static void effect(Effect effect, JsonText json) {
    switch (effect) {
      case Effect.Predicted predicted -> {
        json.put("kind", "predicted");
        json.members(predicted);
      }
      case Effect.Simulated simulated -> {
        json.put("kind", "simulated");
        json.put("what", simulated.what());
        json.put("unit", simulated.unit());
        json.put("today", simulated.today());
        json.put("after", simulated.after());
        json.put("price", simulated.price());
        json.put("basis", simulated.basis());
      }
      case Effect.NotPredicted not -> {
        json.put("kind", "not_predicted");
        json.members(not);
      }
    }
  }

  /// Its steps by number, each statement with where it is run.
  private static void plan(Plan plan, JsonText json) {
    json.list("steps", plan.steps(), JsonJudgement::step);
    json.list(
        "notNow",
        plan.notNow(),
        (each, to) -> {
          notRecommended(each, to);
          to.put(
              "after",
              each.waitsFor().map(holder -> plan.stepsFor(Stream.of(holder))).orElse(List.of()));
        });
  }

  private static void step(Plan.Step step, JsonText json) {
    json.put("number", step.number());
    json.put("after", step.after());
    switch (step.action()) {
      case Action.Follow(var all) -> kind("recommendation", all, null, List.of(), json);
      case Action.Reload() -> kind("reload", List.of(), null, List.of(), json);
      case Action.Restart() -> kind("restart", List.of(), null, List.of(), json);
      case Action.Autovacuum(long rows, var tables) ->
          kind("autovacuum", List.of(), rows, tables, json);
    }
  }

  private static void kind(
      String kind,
      List<Recommendation> all,
      @Nullable Long rows,
      List<Relation> tables,
      JsonText json) {
    json.put("kind", kind);
    json.list(
        "recommendations",
        all,
        (each, to) -> to.members(each, "title", "appliesTo", "database", "sql"));
    json.put("deadRows", rows);
    json.list("tables", tables, (each, to) -> to.put("table", new Subject.OfRelation(each)));
  }
}
