package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.lab.experiment.Expectation;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Window;
import org.vacuumadvisor.workload.Workloads;

/// Lets one workload run on two servers, looks at one of them, does there what the advisor says,
/// and compares.
///
/// @param schedule how long; the other workloads and releases do not matter here
record Trial(Script script, Release release, Schedule schedule) {
  Following run() throws SQLException, WorkloadException, SourceException, InterruptedException {
    try (var there = Stage.set(script, release, Map.of());
        var here = Stage.set(script, release, Map.of());
        var control = there.begin(schedule.seed());
        var followed = here.begin(schedule.seed())) {
      Thread.sleep(schedule.warmUp());
      var seen = followed.window(schedule.sample());
      var assessment = Advisor.assess(seen.older(), seen.newer());
      var done = new ArrayList<Done>();
      var notFollowed = new ArrayList<String>();
      for (var each : assessment.recommendations()) {
        if (isStatement(each)) {
          done.add(new Done(each, followed.run(each.sql().orElseThrow())));
        } else {
          notFollowed.add(each.title());
        }
      }
      followed.reload();
      var settling = schedule.settling(script);
      Thread.sleep(settling);
      control.restart();
      followed.restart();
      Thread.sleep(schedule.following(script).minus(settling).minus(schedule.sample()));
      var after = both(control, followed);
      return new Following(
          script,
          release,
          assessment.judgement().condition(),
          assessment.findings().stream().map(each -> each.id()).distinct().toList(),
          done.stream()
              .map(each -> each.promise(control, followed, after.control(), after.followed()))
              .toList(),
          notFollowed,
          assessment.notRecommended().stream()
              .map(each -> "%s: %s".formatted(each.what(), each.why()))
              .distinct()
              .toList(),
          control.measured(),
          followed.measured(),
          classes(seen),
          Optional.empty());
    }
  }

  /// A recommendation that was followed.
  private record Done(Recommendation recommendation, Optional<String> failure) {
    Promise promise(Side control, Side followed, Set<Said> there, Set<Said> here) {
      var expected = Expectation.of(recommendation);
      return new Promise(
          recommendation.sql().orElseThrow(),
          recommendation.because(),
          expected,
          expected.map(control.counters()::seen).orElse(Double.NaN),
          expected.map(followed.counters()::seen).orElse(Double.NaN),
          expected.map(followed.counters()::isWhole).orElse(false),
          answered(there, here),
          failure);
    }

    private Optional<Boolean> answered(Set<Said> there, Set<Said> here) {
      var asked =
          there.stream().filter(each -> recommendation.because().contains(each.id())).toList();
      return asked.isEmpty()
          ? Optional.empty()
          : Optional.of(asked.stream().noneMatch(here::contains));
    }
  }

  /// What was said of which thing.
  private record Said(String id, About subject) {
    static Set<Said> of(Assessment assessment) {
      return assessment.findings().stream()
          .map(each -> new Said(each.id(), About.of(each.subject())))
          .collect(Collectors.toSet());
    }
  }

  private record After(Set<Said> control, Set<Said> followed) {}

  /// Whether it is something to do, and not something to find out.
  static boolean isStatement(Recommendation each) {
    return each.sql().isPresent()
        && !(each.remedy() instanceof Remedy.Inquire)
        && !(each.remedy() instanceof Remedy.Ask)
        && !(each.remedy() instanceof Remedy.FindHolder);
  }

  /// Both servers judged at the same time.
  private After both(Side control, Side followed) throws SourceException, InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var there = threads.submit(() -> said(control.window(schedule.sample())));
      var here = threads.submit(() -> said(followed.window(schedule.sample())));
      return new After(there.get(), here.get());
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof SourceException explained) {
        throw explained;
      }
      throw new IllegalStateException(failure);
    }
  }

  private static Set<Said> said(Window seen) {
    return Said.of(Advisor.assess(seen.older(), seen.newer()));
  }

  private List<Classified> classes(Window seen) {
    var sampled = Workloads.between(seen.older(), seen.newer());
    var counted = Workloads.of(seen.newer());
    var tables =
        seen.newer()
            .userRelations()
            .flatMap(each ->
                Optional.ofNullable(script.classes().get(each.name().name())).stream()
                    .map(truth ->
                        new Classified(
                            each.name().name(),
                            truth,
                            sampled.of(each).kind(),
                            counted.of(each).kind())));
    return Stream.concat(tables, database(seen.newer(), sampled, counted)).toList();
  }

  private Stream<Classified> database(Survey survey, Workloads sampled, Workloads counted) {
    return script.judgesDatabase()
        ? survey.database("postgres").stream()
            .map(each ->
                new Classified(
                    "database",
                    script.database(),
                    sampled.of(each).kind(),
                    counted.of(each).kind()))
        : Stream.empty();
  }
}
