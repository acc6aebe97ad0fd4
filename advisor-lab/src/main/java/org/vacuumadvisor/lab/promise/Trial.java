package org.vacuumadvisor.lab.promise;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.lab.experiment.GivenAdvice;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.source.SourceException;

/// Lets one workload run on a server for each rival, lets each set up its own at the same moment,
/// measures all of them, and looks once more at what the advisor was asked about.
record Trial(Script script, Release release, List<Rival> rivals, Schedule schedule) {
  /// Runs it, and once more where the advisor's server did worse than nobody's: two servers with
  /// the same work differ by chance, too.
  Match run() throws SQLException, WorkloadException, SourceException, InterruptedException {
    var first = once();
    return first.isWorseThanNobody() && !first.advice().promises().isEmpty()
        ? first.repeated(once())
        : first;
  }

  private Match once()
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    var servers = new ConcurrentHashMap<Rival, PostgresServer>();
    var sides = new EnumMap<Rival, Side>(Rival.class);
    try {
      // At the same time: whoever waits for the others is visited by autovacuum meanwhile.
      all(
          rivals,
          each -> servers.put(each, Side.load(script, release, each.atStart(), schedule.seed())));
      for (var each : rivals) {
        sides.put(
            each, Side.begin(each, script, requireNonNull(servers.get(each)), schedule.seed()));
      }
      return match(sides);
    } finally {
      sides.values().forEach(Side::close);
      servers.values().forEach(PostgresServer::close);
    }
  }

  private Match match(Map<Rival, Side> sides)
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    Thread.sleep(schedule.warmUp());
    var seen = requireNonNull(sides.get(Rival.ADVISOR)).window(schedule.sample());
    var assessment = Advisor.assess(seen.older(), seen.newer());
    var statements = new EnumMap<Rival, List<String>>(Rival.class);
    for (var each : sides.entrySet()) {
      statements.put(
          each.getKey(),
          each.getKey() == Rival.ADVISOR ? advised(assessment) : each.getValue().setUp());
    }
    for (var each : sides.entrySet()) {
      each.getValue().run(requireNonNull(statements.get(each.getKey())));
    }
    var settling = schedule.settling(script);
    Thread.sleep(settling);
    for (var each : sides.values()) {
      each.restart();
    }
    Thread.sleep(schedule.following(script).minus(settling).minus(schedule.sample()));
    var after = new ConcurrentHashMap<Rival, Set<Said>>();
    all(
        Stream.of(Rival.NOBODY, Rival.ADVISOR).filter(sides::containsKey).toList(),
        each -> after.put(each, said(requireNonNull(sides.get(each)))));
    var promises =
        assessment.recommendations().stream()
            .filter(Trial::isStatement)
            .map(each -> promise(each, sides, after))
            .toList();
    var outcomes = new EnumMap<Rival, Match.Server>(Rival.class);
    for (var each : sides.entrySet()) {
      outcomes.put(each.getKey(), each.getValue().measured());
    }
    return new Match(
        script,
        release,
        outcomes,
        new Match.Advice(
            assessment.judgement().condition(),
            GivenAdvice.findings(assessment),
            promises,
            assessment.recommendations().stream()
                .filter(each -> !isStatement(each))
                .map(Recommendation::title)
                .toList(),
            GivenAdvice.refused(assessment)),
        Optional.empty());
  }

  private static List<String> advised(Assessment assessment) {
    return assessment.recommendations().stream()
        .filter(Trial::isStatement)
        .flatMap(each -> each.sql().stream())
        .toList();
  }

  /// Whether it is something to do, and not something to find out.
  private static boolean isStatement(Recommendation each) {
    return each.sql().isPresent()
        && !(each.remedy() instanceof Remedy.Inquire)
        && !(each.remedy() instanceof Remedy.Ask)
        && !(each.remedy() instanceof Remedy.FindHolder);
  }

  /// What a recommendation promised, and what came of it, beside the server that nobody set up.
  private static Promise promise(
      Recommendation each, Map<Rival, Side> sides, Map<Rival, Set<Said>> after) {
    var expected =
        Optional.of(each.expected())
            .filter(Effect.Simulated.class::isInstance)
            .map(Effect.Simulated.class::cast);
    var advised = requireNonNull(sides.get(Rival.ADVISOR));
    var here = advised.counters();
    var there = Optional.ofNullable(sides.get(Rival.NOBODY)).map(Side::counters);
    var sql = each.sql().orElseThrow();
    return new Promise(
        sql,
        each.because(),
        expected,
        expected.map(here::seen).orElse(OptionalDouble.empty()),
        expected
            .flatMap(what -> there.map(counters -> counters.seen(what)))
            .orElse(OptionalDouble.empty()),
        expected.map(here::isWhole).orElse(false),
        answered(
            each,
            after.getOrDefault(Rival.NOBODY, Set.of()),
            requireNonNull(after.get(Rival.ADVISOR))),
        advised.failure(sql));
  }

  private static Optional<Boolean> answered(
      Recommendation recommendation, Set<Said> there, Set<Said> here) {
    var asked =
        there.stream().filter(each -> recommendation.because().contains(each.id())).toList();
    return asked.isEmpty()
        ? Optional.empty()
        : Optional.of(asked.stream().noneMatch(here::contains));
  }

  /// What was said of which thing.
  private record Said(String id, About subject) {}

  private Set<Said> said(Side side) throws SourceException, InterruptedException {
    var seen = side.window(schedule.sample());
    return Advisor.assess(seen.older(), seen.newer()).findings().stream()
        .map(each -> new Said(each.id(), About.of(each.subject())))
        .collect(Collectors.toSet());
  }

  /// What is done for a rival.
  private interface Step {
    void take(Rival rival)
        throws SQLException, WorkloadException, SourceException, InterruptedException;
  }

  /// Does it for all of them at the same time.
  private static void all(List<Rival> rivals, Step step)
      throws WorkloadException, InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          rivals.stream()
              .map(each ->
                  threads.submit(() -> {
                    step.take(each);
                    return each;
                  }))
              .toList();
      for (var each : all) {
        each.get();
      }
    } catch (ExecutionException failure) {
      throw new WorkloadException(
          String.valueOf(requireNonNull(failure.getCause()).getMessage()), failure);
    }
  }
}
