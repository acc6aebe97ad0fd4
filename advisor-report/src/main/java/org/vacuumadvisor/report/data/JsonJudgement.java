package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Ignored;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Plan.Action;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
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
    JsonReport.SHAPES.write("judgement", assessment.judgement(), json);
  }

  /// The findings, and what to do and what not to do about them.
  static void advice(Assessment assessment, JsonText json) {
    var plan = assessment.plan();
    JsonReport.SHAPES.write("found", assessment, json);
    json.list("recommendations", assessment.recommendations(), JsonJudgement::recommendation);
    json.object("plan", () -> plan(plan, json));
    json.list("ignored", assessment.ignored(), JsonJudgement::ignored);
  }

  private static void problem(Problem problem, JsonText json) {
    JsonReport.SHAPES.write("problem", problem, json);
    json.list("recommendations", problem.recommendations(), JsonJudgement::recommendation);
  }

  private static void ignored(Ignored ignored, JsonText json) {
    json.hyphened("standing", ignored.standing());
    JsonReport.SHAPES.write("ignored", ignored, json);
  }

  private static void recommendation(Recommendation recommendation, JsonText json) {
    JsonReport.SHAPES.write("recommendation", recommendation, json);
    json.object("expected", () -> effect(recommendation.expected(), json));
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

  private static void effect(Effect effect, JsonText json) {
    switch (effect) {
      case Effect.Predicted predicted -> {
        json.put("kind", "predicted");
        json.members(predicted);
      }
      case Effect.Simulated simulated -> {
        json.put("kind", "simulated");
        json.members(simulated, "what", "unit", "today", "after", "price", "basis");
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
          JsonReport.SHAPES.write("withheld", each, to);
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
    json.list("recommendations", all, (each, to) -> JsonReport.SHAPES.write("followed", each, to));
    json.put("deadRows", rows);
    json.list("tables", tables, (each, to) -> to.put("table", new Subject.OfRelation(each)));
  }
}
