package org.vacuumadvisor.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Quantities;

/// What could not be seen, and what would show it. A remedy for several gaps is named once.
final class BlindSpotSection {
  private static final int NAMED = 5;

  private BlindSpotSection() {}

  static Stream<Part> parts(Survey survey) {
    var gaps = new ArrayList<>(survey.coverage().gaps());
    if (!has(gaps, Gap.Kind.DATABASE_NOT_VISITED)) {
      notVisited(survey).ifPresent(gaps::add);
    }
    if (!has(gaps, Gap.Kind.NO_PRIVILEGE)) {
      hidden(survey).ifPresent(gaps::add);
    }
    if (gaps.isEmpty()) {
      return Stream.empty();
    }
    var byRemedy =
        gaps.stream()
            .collect(
                Collectors.groupingBy(
                    each -> Optional.ofNullable(each.remedy()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return Stream.concat(
        Stream.of(new Part.Heading("Blind spots")),
        byRemedy.entrySet().stream().flatMap(each -> cards(each.getValue(), each.getKey())));
  }

  /// Cards of gaps that one remedy closes; the last one names it.
  private static Stream<Part> cards(List<Gap> gaps, Optional<String> remedy) {
    var without = gaps.subList(0, gaps.size() - 1).stream().map(gap -> card(gap, Optional.empty()));
    return Stream.concat(without, Stream.of(card(gaps.getLast(), remedy)));
  }

  private static Part card(Gap gap, Optional<String> remedy) {
    return new Part.GapCard(Words.sentence(gap.what()), Words.sentence(gap.hides()), remedy);
  }

  private static boolean has(List<Gap> gaps, Gap.Kind kind) {
    return gaps.stream().anyMatch(gap -> gap.kind() == kind);
  }

  private static Optional<Gap> notVisited(Survey survey) {
    var others =
        survey.databases().stream()
            .filter(each -> !each.surveyed() && each.connectable())
            .map(Database::name)
            .toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    var named = others.stream().limit(NAMED).collect(Collectors.joining(", "));
    return Optional.of(
        new Gap(
            Gap.Kind.DATABASE_NOT_VISITED,
            "%s not visited: %s%s"
                .formatted(
                    Quantities.counted(others.size(), "database"),
                    named,
                    others.size() > NAMED ? ", …" : ""),
            "the tables in there",
            "--all-databases"));
  }

  private static Optional<Gap> hidden(Survey survey) {
    int sessions = survey.coverage().hiddenSessions();
    return sessions == 0
        ? Optional.empty()
        : Optional.of(
            new Gap(
                Gap.Kind.NO_PRIVILEGE,
                "what %s of other roles do".formatted(Quantities.counted(sessions, "session")),
                "transactions that keep dead rows",
                null));
  }
}
