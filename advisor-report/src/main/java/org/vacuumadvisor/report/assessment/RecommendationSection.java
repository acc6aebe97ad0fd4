package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.NotRecommended;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What to do, each with its number in the plan. What several recommendations of one kind have in
/// common is said once.
final class RecommendationSection {
  private final ReportOptions options;
  private final Set<String> known;
  private final Plan plan;
  private int next;

  /// @param known what the report has said already
  RecommendationSection(ReportOptions options, Set<String> known, Plan plan) {
    this.options = options;
    this.known = Set.copyOf(known);
    this.plan = plan;
    this.next = plan.steps().size() + 1;
  }

  private record Kind(Class<?> what, Optional<String> database, List<String> because) {
    static Kind of(Recommendation each) {
      return new Kind(
          each.change().<Class<?>>map(Object::getClass).orElseGet(() -> each.remedy().getClass()),
          each.database(),
          each.because());
    }
  }

  Stream<Part> parts(List<Recommendation> recommendations) {
    var kinds =
        recommendations.stream()
            .sorted(Comparator.comparingInt(each -> plan.number(each).orElse(Integer.MAX_VALUE)))
            .collect(Collectors.groupingBy(Kind::of, LinkedHashMap::new, Collectors.toList()));
    return Part.section("Recommendations", kinds.values().stream().flatMap(this::partsOfKind));
  }

  private Stream<Part> partsOfKind(List<Recommendation> kind) {
    var parts = new ArrayList<Part>();
    for (var each : kind.subList(0, Math.min(kind.size(), options.inFull()))) {
      parts.add(card(each, parts.isEmpty() ? List.of() : notes(kind.getFirst())));
    }
    var rest = kind.subList(parts.size(), kind.size());
    if (!rest.isEmpty()) {
      var lines = rest.stream().limit(options.lines()).map(Recommendation::title).toList();
      var scripts =
          rest.stream()
              .limit(options.lines())
              .flatMap(each -> each.sql().stream())
              .map(Words::ended)
              .collect(Collectors.joining("\n"));
      parts.add(
          new Part.Folded(
              "%s of the same kind:"
                  .formatted(Quantities.counted(rest.size(), "more recommendation")),
              scripts.isEmpty() ? lines : List.of(),
              Math.max(0, rest.size() - options.lines())));
      if (!scripts.isEmpty()) {
        parts.add(new Part.Script(scripts));
      }
    }
    return parts.stream();
  }

  /// @param before notes that the card before it has
  private Part card(Recommendation recommendation, List<Part.Note> before) {
    var notes = new ArrayList<>(notes(recommendation));
    var repeated = notes.stream().filter(before::contains).map(Part.Note::label).toList();
    notes.removeIf(before::contains);
    if (!repeated.isEmpty()) {
      notes.add(new Part.Note("Also", "%s as above.".formatted(String.join(", ", repeated))));
    }
    return new Part.RecommendationCard(
        plan.number(recommendation).orElseGet(() -> next++),
        recommendation.title(),
        recommendation.database().map("in database "::concat).orElse(""),
        recommendation.sql().map(sql -> new Part.Script(Words.ended(sql))),
        notes,
        recommendation.undo().map(sql -> new Part.Script(Words.ended(sql))));
  }

  private List<Part.Note> notes(Recommendation recommendation) {
    var why = Words.sentence(recommendation.why());
    return Stream.of(
            new Part.Note("How", Words.sentence(recommendation.how().orElse(""))),
            new Part.Note("Why", known.contains(why) ? "" : why),
            new Part.Note("Expect", Words.of(recommendation.expected())),
            new Part.Note("Risk", Words.of(recommendation.risk())),
            new Part.Note("Verify", Words.sentence(recommendation.verify())))
        .filter(note -> !note.text().isEmpty())
        .toList();
  }

  /// What was withheld on purpose, and why. One reason for many tables is told once.
  record RefusalSection(ReportOptions options, Naming naming) {
    private record Reason(String what, String why) {}

    Stream<Part> parts(List<NotRecommended> refusals) {
      var reasons =
          refusals.stream()
              .collect(
                  Collectors.groupingBy(
                      each -> new Reason(each.what(), each.why()),
                      LinkedHashMap::new,
                      Collectors.mapping(NotRecommended::subject, Collectors.toList())));
      return Part.section(
          "Not recommended",
          reasons.entrySet().stream().map(each -> card(each.getKey(), each.getValue())));
    }

    private Part card(Reason reason, List<Subject> subjects) {
      var named =
          subjects.stream()
              .limit(options.inFull())
              .map(naming::of)
              .collect(Collectors.joining(", "));
      var beyond = subjects.size() - options.inFull();
      var all = beyond <= 0 ? named : "%s and %d more".formatted(named, beyond);
      return new Part.Omitted(
          Part.Omission.NOT,
          "%s, for %s".formatted(reason.what(), all),
          Words.sentence(reason.why()),
          Optional.empty());
    }
  }
}
