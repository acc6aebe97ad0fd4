package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What could not be seen, and what would show it. What is alike is said once, and so is a remedy.
final class BlindSpotSection {
  private static final int NAMED = 5;

  /// Every server has it, and nobody works in it.
  private static final String TEMPLATE = "template1";

  private BlindSpotSection() {}

  /// `Not seen: 2 databases not visited: postgres, reports → --all-databases.`, what a role may not
  /// see first; empty where all was seen.
  static String inBrief(Survey survey) {
    var byRemedy =
        gaps(survey).stream()
            .sorted(Comparator.comparing(gap -> gap.kind() != Gap.Kind.NO_PRIVILEGE))
            .collect(
                Collectors.groupingBy(
                    gap -> Optional.ofNullable(gap.remedy()),
                    LinkedHashMap::new,
                    Collectors.mapping(Gap::what, Collectors.toList())));
    return byRemedy.entrySet().stream()
        .limit(NAMED)
        .map(
            each -> named(each.getValue()) + each.getKey().map(remedy -> " → " + remedy).orElse(""))
        .reduce((before, next) -> before + "; " + next)
        .map(all -> "Not seen: %s.".formatted(all))
        .orElse("");
  }

  /// What was not seen, with what no statement failed for.
  static List<Gap> gaps(Survey survey) {
    var gaps = new ArrayList<>(survey.coverage().gaps());
    boolean isVisit = survey.coverage().excerpt().isEmpty();
    if (isVisit && !has(gaps, Gap.Kind.DATABASE_NOT_VISITED)) {
      notVisited(survey).ifPresent(gaps::add);
    }
    if (!has(gaps, Gap.Kind.NO_PRIVILEGE)) {
      hidden(survey).ifPresent(gaps::add);
    }
    return gaps;
  }

  static Stream<Part> parts(Survey survey) {
    var alike =
        gaps(survey).stream()
            .collect(
                Collectors.groupingBy(
                    Loss::of,
                    LinkedHashMap::new,
                    Collectors.mapping(Gap::what, Collectors.toList())));
    var losses = List.copyOf(alike.keySet());
    return Part.section(
        "Blind spots",
        losses.stream().map(each -> card(each, alike.getOrDefault(each, List.of()), losses)));
  }

  /// What several gaps have in common.
  private record Loss(String hides, Optional<String> remedy) {
    static Loss of(Gap gap) {
      return new Loss(gap.hides(), Optional.ofNullable(gap.remedy()));
    }
  }

  /// The last of the cards that one remedy answers names it.
  private static Part card(Loss loss, List<String> what, List<Loss> all) {
    boolean isLast =
        all.stream()
            .filter(each -> each.remedy().equals(loss.remedy()))
            .toList()
            .getLast()
            .equals(loss);
    return new Part.Omitted(
        Part.Omission.UNSEEN,
        Words.sentence(named(what)),
        Words.sentence("This hides: " + loss.hides()),
        loss.remedy().filter(_ -> isLast));
  }

  private static String named(List<String> what) {
    return what.stream().limit(NAMED).collect(Collectors.joining("; "))
        + (what.size() > NAMED ? "; and %d more like these".formatted(what.size() - NAMED) : "");
  }

  private static boolean isWorkedIn(Database database) {
    return !database.isClosed() && !database.name().equals(TEMPLATE);
  }

  private static boolean has(List<Gap> gaps, Gap.Kind kind) {
    return gaps.stream().anyMatch(gap -> gap.kind() == kind);
  }

  private static Optional<Gap> notVisited(Survey survey) {
    var others =
        survey.databases().stream()
            .filter(each -> !each.surveyed() && isWorkedIn(each))
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
            "a survey of all databases"));
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
