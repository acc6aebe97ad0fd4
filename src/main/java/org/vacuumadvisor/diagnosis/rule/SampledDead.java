package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Passes.Sample;
import org.vacuumadvisor.unit.Quantities;

/// What ANALYZE met in its sample of a table: a share of all pages, and of all dead rows. A vacuum
/// of the table that is told of says more.
///
/// @param dead about how many there are in the whole table
record SampledDead(Sample sample, long dead) {
  /// A table that is past its threshold for a moment has fewer. Our choice.
  private static final long MANY = 10_000;

  static Optional<Finding> in(Evidence evidence, Rule rule) {
    var last = new LinkedHashMap<String, SampledDead>();
    var runs = evidence.history().map(each -> each.fewRuns()).orElse(List.of());
    runs.forEach(run -> run.passes().samples().forEach(each -> last.put(each.table(), of(each))));
    runs.stream()
        .filter(each -> each.heading().command() == Command.VACUUM)
        .forEach(each -> last.remove(String.valueOf(each.heading().name().table())));
    var past =
        last.values().stream()
            // half more than what brings autovacuum by default: a fifth of the live rows
            .filter(each ->
                each.dead >= MANY && each.dead > 0.3 * each.sample.inTable(each.sample.liveRows()))
            .sorted(Comparator.comparingLong(SampledDead::dead).reversed())
            .toList();
    return past.stream().findFirst().map(first -> first.finding(past, rule));
  }

  private static SampledDead of(Sample sample) {
    return new SampledDead(sample, sample.inTable(sample.deadRows()));
  }

  private Finding finding(List<SampledDead> all, Rule rule) {
    return rule.advice(
            "About %s dead rows are in %s%s, as ANALYZE met them: whether vacuum comes is not"
                + " shown",
            dead,
            sample.table(),
            all.size() == 1
                ? ""
                : " and more in " + Quantities.counted(all.size() - 1L, "other table"))
        .facts(
            all.stream()
                .map(each ->
                    Fact.observed(
                        each.sample.table(),
                        "%s dead rows and %s live ones in %s of %s pages"
                            .formatted(
                                Quantities.count(each.sample.deadRows()),
                                Quantities.count(each.sample.liveRows()),
                                Quantities.count(each.sample.pagesScanned()),
                                Quantities.count(each.sample.pagesTotal())),
                        new Source.Words("the sample of ANALYZE"))))
        .explained("sampled", MANY)
        .asking(List.of(Question.TABLES, Question.HOLDERS))
        .build();
  }
}
