package org.vacuumadvisor.lab.promise;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.postgres.Release;

/// One workload on one release, at the same time on as many servers as there are rivals.
///
/// @param servers what came of each
/// @param advice what the advisor said of its server
/// @param again the same once more; there if the advisor's server did worse than nobody's
public record Match(
    Script script,
    Release release,
    Map<Rival, Server> servers,
    Advice advice,
    Optional<Match> again) {
  public Match {
    servers = Collections.unmodifiableMap(new EnumMap<>(servers));
  }

  /// A server that somebody set up, and what it did afterwards.
  ///
  /// @param statements that set it up
  /// @param failures why some of them could not be run
  public record Server(
      Rival rival, List<String> statements, List<String> failures, Measured measured) {}

  /// What the advisor said of its server, and what came of it.
  ///
  /// @param verdict before anything was followed
  /// @param findings ids, the leading one first
  /// @param notFollowed titles of what is no statement, or only asks the server
  /// @param refused what was withheld, and why
  public record Advice(
      Condition verdict,
      List<String> findings,
      List<Promise> promises,
      List<String> notFollowed,
      List<String> refused) {}

  /// The workload and the release, for people.
  String name() {
    return "%s on %s".formatted(script.name(), release.major());
  }

  /// What came of a rival.
  ///
  /// @throws NullPointerException if it was not there
  Server server(Rival rival) {
    return requireNonNull(servers.get(rival));
  }

  /// The server of one in relation to that of another.
  Contrast contrast(Rival one, Rival other) {
    return new Contrast(server(one).measured(), server(other).measured());
  }

  /// Whether nobody's server was there, and did better than that of the advisor.
  boolean isWorseThanNobody() {
    return servers.containsKey(Rival.NOBODY)
        && !contrast(Rival.ADVISOR, Rival.NOBODY).worse().isEmpty();
  }

  /// What got worse for the application by what was followed, in words: it was worse in both
  /// trials. Empty where nothing was.
  public Optional<String> harm() {
    if (advice.promises().isEmpty() || !isWorseThanNobody()) {
      return Optional.empty();
    }
    return contrast(Rival.ADVISOR, Rival.NOBODY).worse().stream()
        .filter(first ->
            again
                .map(second ->
                    second.contrast(Rival.ADVISOR, Rival.NOBODY).worse().stream()
                        .anyMatch(each -> each.what().equals(first.what())))
                .orElse(true))
        .map(Contrast.Worse::sentence)
        .findFirst();
  }

  Match repeated(Match second) {
    return new Match(script, release, servers, advice, Optional.of(second));
  }
}
