package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Plan.Action;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Subject;

/// The plan in a document: its steps by number, each statement with where it is run.
record JsonPlan(Plan plan) {
  static void write(Plan plan, JsonText json) {
    json.object("plan", () -> new JsonPlan(plan).members(json));
  }

  private void members(JsonText json) {
    json.list("steps", plan.steps(), JsonPlan::step);
    json.list(
        "notNow",
        plan.notNow(),
        (each, to) -> {
          JsonAdvice.notRecommended(each, to);
          to.numbers(
              "after",
              each.waitsFor().map(holder -> plan.stepsFor(Stream.of(holder))).orElse(List.of()));
        });
  }

  private static void step(Plan.Step step, JsonText json) {
    json.number("number", step.number());
    json.numbers("after", step.after());
    switch (step.action()) {
      case Action.Follow(var all) -> kind("recommendation", all, Optional.empty(), json);
      case Action.Reload() -> kind("reload", List.of(), Optional.empty(), json);
      case Action.Restart() -> kind("restart", List.of(), Optional.empty(), json);
      case Action.Autovacuum comes -> kind("autovacuum", List.of(), Optional.of(comes), json);
    }
  }

  private static void kind(
      String kind, List<Recommendation> all, Optional<Action.Autovacuum> comes, JsonText json) {
    json.text("kind", kind);
    json.list(
        "recommendations",
        all,
        (each, to) -> {
          to.text("title", each.title());
          to.subject("appliesTo", each.appliesTo());
          to.text("database", each.database());
          to.text("sql", each.sql());
        });
    json.number("deadRows", comes.map(Action.Autovacuum::rows));
    json.list(
        "tables",
        comes.map(Action.Autovacuum::tables).orElse(List.of()),
        (each, to) -> to.subject("table", new Subject.OfRelation(each)));
  }
}
