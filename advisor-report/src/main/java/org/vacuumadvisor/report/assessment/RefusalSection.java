package org.vacuumadvisor.report.assessment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.NotRecommended;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;

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
        subjects.stream().limit(options.inFull()).map(naming::of).collect(Collectors.joining(", "));
    var beyond = subjects.size() - options.inFull();
    var all = beyond <= 0 ? named : "%s and %d more".formatted(named, beyond);
    return new Part.RefusalCard(
        "%s, for %s".formatted(reason.what(), all), Words.sentence(reason.why()));
  }
}
