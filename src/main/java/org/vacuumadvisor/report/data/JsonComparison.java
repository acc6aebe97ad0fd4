package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.comparison.Change;
import org.vacuumadvisor.comparison.Claim;
import org.vacuumadvisor.comparison.Comparison;
import org.vacuumadvisor.comparison.Figures;

/// What changed since an earlier assessment, and what a later one will be compared with, in a
/// document.
final class JsonComparison {
  private JsonComparison() {}

  /// The figures that are compared.
  static void figures(Figures figures, JsonText json) {
    json.object(
        "figures",
        () -> {
          for (var name : Figures.Name.values()) {
            json.decimal(name.member(), figures.value(name));
          }
        });
  }

  /// Which values a recommendation sets; null where it sets none.
  static void change(Optional<Change> change, JsonText json) {
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

  /// Null where there is nothing to compare with.
  static void comparison(Optional<Comparison> comparison, JsonText json) {
    json.object("comparison", comparison, JsonComparison::write);
  }

  private static void write(Comparison comparison, JsonText json) {
    json.moment("surveyedAt", comparison.earlier().surveyedAt());
    json.texts("doubts", comparison.doubts());
    json.list("findings", comparison.findings(), JsonComparison::shift);
    json.list("recommendations", comparison.recommendations(), JsonComparison::outcome);
    json.list("figures", comparison.figures(), JsonComparison::move);
  }

  private static void shift(Comparison.Shift shift, JsonText json) {
    json.word("change", shift.kind());
    json.text("id", shift.latest().id());
    json.about("subject", shift.latest().about());
    json.word("severityBefore", shift.before().map(Claim::severity).orElse(null));
    json.word("severity", shift.now().map(Claim::severity).orElse(null));
    json.text("headlineBefore", shift.before().map(Claim::headline));
    json.text("headline", shift.now().map(Claim::headline));
  }

  private static void outcome(Comparison.Outcome outcome, JsonText json) {
    json.word("state", outcome.state());
    json.text("title", outcome.advised().title());
    json.about("appliesTo", outcome.advised().about());
    json.text("sql", outcome.advised().sql());
  }

  private static void move(Comparison.Move move, JsonText json) {
    json.text("figure", move.name().member());
    json.number("before", move.before());
    json.number("now", move.now());
  }
}
