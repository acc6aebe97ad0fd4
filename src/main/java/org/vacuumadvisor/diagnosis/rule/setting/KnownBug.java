package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.unit.XidAge;

/// The server's minor release has a bug of VACUUM that concerns it and that a later one mends:
/// update before tuning. The bugs are lines of the resource `known-bugs.txt`.
public final class KnownBug implements Rule {
  private static final Pattern VERSION = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\b");
  private static final List<Bug> BUGS =
      Resource.lines(KnownBug.class, "known-bugs.txt").stream().map(Bug::of).toList();

  /// A line of the resource, of the branch that a server is of.
  ///
  /// @param mended the minor releases that mended it, one a branch
  private record Bug(
      String mended, String concerns, Severity severity, String words, String then, Source known) {

    static Bug of(String line) {
      var cells = line.split(" *\\| *", -1);
      var severity = Severity.valueOf(cells[2].toUpperCase(Locale.ROOT));
      var known = cells.length > 5 ? cells[5] : "release notes of PostgreSQL";
      return new Bug(cells[0], cells[1], severity, cells[3], cells[4], new Source.Words(known));
    }

    /// The minor release that mended it after this one; 0 where this one does not have it.
    int mendedAfter(MatchResult running) {
      return VERSION
          .matcher(mended)
          .results()
          .filter(each -> each.group(1).equals(running.group(1)))
          .mapToInt(each -> Integer.parseInt(each.group(2)))
          .filter(minor -> minor > Integer.parseInt(running.group(2)))
          .findFirst()
          .orElse(0);
    }

    boolean concerns(Evidence evidence) {
      var survey = evidence.survey();
      var words = concerns.split(" ", -1);
      var name = words[words.length - 1];
      var value = survey.settings().value(name).map(each -> each.setting()).orElse("");
      return switch (words[0]) {
        case "index" ->
            survey
                .userRelations()
                .flatMap(table -> table.indexes().stream())
                .anyMatch(index ->
                    name.equals("*") ? !index.primary().or(false) : name.equals(index.method()));
        case "setting" -> value.matches("on|[1-9]\\d*");
        case "age" ->
            value.matches("\\d{1,18}")
                && survey.databases().stream()
                    .flatMap(each -> each.xidAge().known().stream())
                    .anyMatch(age -> age.exceeds(new XidAge(Long.parseLong(value))));
        case "standby" -> survey.holders(HorizonHolder.Standby.class).findAny().isPresent();
        default -> throw new IllegalStateException(concerns);
      };
    }
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var version = VERSION.matcher(evidence.survey().server().versionText().or(""));
    return LogFacts.verdicts(
        version.lookingAt() ? findings(version.toMatchResult(), evidence) : List.of(),
        Question.RELEASE,
        evidence.isReadWhole());
  }

  private List<Finding> findings(MatchResult running, Evidence evidence) {
    var bugs =
        BUGS.stream()
            .filter(each -> each.mendedAfter(running) > 0 && each.concerns(evidence))
            .sorted(Comparator.comparing(Bug::severity))
            .toList();
    if (bugs.isEmpty()) {
      return List.of();
    }
    var branch = running.group(1) + ".";
    var wanted = branch + bugs.stream().mapToInt(each -> each.mendedAfter(running)).max().orElse(0);
    var afterwards =
        bugs.stream()
            .map(Bug::then)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    return List.of(
        found(
                bugs.getFirst().severity,
                "In PostgreSQL %s %s; %s mends it",
                running.group(),
                bugs.getFirst().words,
                wanted)
            .facts(
                bugs.stream()
                    .map(each ->
                        Fact.observed(
                            "mended in " + branch + each.mendedAfter(running),
                            each.words,
                            each.known)))
            .act("Update to the newest minor release, PostgreSQL %s or later", wanted)
            .besides(
                "It takes new binaries and a restart, no dump.%s",
                afterwards.isEmpty() ? "" : " Then: %s.".formatted(afterwards))
            .build());
  }
}
