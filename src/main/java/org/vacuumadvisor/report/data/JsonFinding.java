package org.vacuumadvisor.report.data;

import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.advice.Ignored;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;

/// A finding in a document.
final class JsonFinding {
  private JsonFinding() {}

  static void write(Finding finding, JsonText json) {
    json.text("id", finding.id());
    json.word("severity", finding.severity());
    json.subject("subject", finding.subject());
    json.text("headline", finding.headline());
    json.list("evidence", finding.evidence(), JsonFinding::fact);
    json.text("explanation", finding.explanation());
    json.word("confidence", finding.confidence());
    json.text("surer", finding.surer());
  }

  static void ignored(Ignored ignored, JsonText json) {
    json.hyphened("standing", ignored.standing());
    json.text("until", ignored.rule().until().toString());
    json.text("reason", ignored.rule().reason());
    json.object("finding", () -> write(ignored.finding(), json));
  }

  private static void fact(Fact fact, JsonText json) {
    json.text("label", fact.label());
    json.text("value", fact.value());
    var measure = Optional.ofNullable(fact.measure());
    json.decimal(
        "number",
        measure.map(each -> OptionalDouble.of(each.number())).orElseGet(OptionalDouble::empty));
    json.text("unit", measure.map(Fact.Measure::unit));
    json.text("source", fact.source());
    json.word("provenance", fact.provenance());
  }
}
