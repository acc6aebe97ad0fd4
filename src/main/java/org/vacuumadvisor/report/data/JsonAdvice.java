package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.NotRecommended;
import org.vacuumadvisor.advice.Numbers;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.Risk;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.report.Change;

/// What to do and what not to do, in a document.
final class JsonAdvice {
  private JsonAdvice() {}

  static void recommendation(Recommendation recommendation, JsonText json) {
    json.text("title", recommendation.title());
    json.subject("appliesTo", recommendation.appliesTo());
    json.text("database", recommendation.database());
    json.text("sql", recommendation.sql());
    json.text("how", recommendation.how());
    json.text("undo", recommendation.undo());
    json.text("why", recommendation.why());
    json.object("expected", () -> effect(recommendation.expected(), json));
    json.object("risk", () -> risk(recommendation.risk(), json));
    json.text("verify", recommendation.verify());
    json.texts("because", recommendation.because());
    change(Change.of(recommendation), json);
  }

  /// Which values a recommendation sets; null where it sets none.
  private static void change(Optional<Change> change, JsonText json) {
    json.object(
        "change",
        change,
        (each, inside) -> {
          inside.word("kind", each.kind());
          inside.list(
              "set",
              List.copyOf(each.set().entrySet()),
              (one, member) -> {
                member.text("name", one.getKey());
                member.text("value", one.getValue());
              });
          inside.texts("reset", each.reset().stream().toList());
        });
  }

  static void notRecommended(NotRecommended withheld, JsonText json) {
    json.text("what", withheld.what());
    json.subject("subject", withheld.subject());
    json.text("why", withheld.why());
  }

  static void setting(Numbers.Line line, JsonText json) {
    json.text("setting", line.setting().parameter());
    json.text("now", line.now());
    json.text("wanted", line.wanted());
    json.text("because", line.because());
    json.flag("needsRestart", line.needsRestart());
  }

  private static void effect(Effect effect, JsonText json) {
    switch (effect) {
      case Effect.Predicted(var what, var today, var low, var high, var basis) -> {
        json.text("kind", "predicted");
        json.text("what", what);
        json.text("today", today);
        json.text("low", low);
        json.text("high", high);
        json.text("basis", basis);
      }
      case Effect.Simulated simulated -> {
        json.text("kind", "simulated");
        json.text("what", simulated.what());
        json.word("unit", simulated.unit());
        json.object("today", () -> band(simulated.today(), json));
        json.object("after", () -> band(simulated.after(), json));
        json.text("price", simulated.price());
        json.text("basis", simulated.basis());
      }
      case Effect.NotPredicted(var why) -> {
        json.text("kind", "not_predicted");
        json.text("why", why);
      }
    }
  }

  private static void band(Effect.Band band, JsonText json) {
    json.number("low", band.low());
    json.number("likely", band.likely());
    json.number("high", band.high());
  }

  private static void risk(Risk risk, JsonText json) {
    json.text("lock", risk.lock());
    json.word("takesEffect", risk.takesEffect());
    json.text("cost", risk.cost());
  }
}
