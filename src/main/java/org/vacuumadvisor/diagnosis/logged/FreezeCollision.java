package org.vacuumadvisor.diagnosis.logged;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums to prevent wraparound of several large tables that came at the same time.
final class FreezeCollision implements Rule {
  private static final int SEVERAL = 3;
  private static final double MUCH_SECONDS = 1800;
  private static final Duration NEAR = Duration.ofHours(1);

  @Override
  public String id() {
    return "freeze-collision";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    var forced =
        logs.tables()
            .flatMap(each -> each.milestones().forced().stream())
            .filter(run -> Moments.start(run).isPresent())
            .sorted(Comparator.comparing((Run run) -> Moments.start(run).orElse(Instant.EPOCH)))
            .toList();
    var together = together(forced);
    double seconds = together.stream().mapToDouble(Told::seconds).sum();
    return together.size() >= SEVERAL && seconds >= MUCH_SECONDS
        ? Stream.of(finding(together, seconds, logs))
        : Stream.empty();
  }

  /// The group of runs, each begun within an hour of the end of the ones before, that took longest.
  private static List<Run> together(List<Run> forced) {
    List<Run> best = List.of();
    var group = new ArrayList<Run>();
    Instant end = Instant.MIN;
    for (var run : forced) {
      var start = Moments.start(run).orElse(Instant.EPOCH);
      if (start.isAfter(end.equals(Instant.MIN) ? end : end.plus(NEAR))) {
        best = longer(best, group);
        group = new ArrayList<>();
      }
      group.add(run);
      var ended = Moments.end(run).orElse(start);
      end = ended.isAfter(end) ? ended : end;
    }
    return longer(best, group);
  }

  private static List<Run> longer(List<Run> one, List<Run> other) {
    return other.stream().mapToDouble(Told::seconds).sum()
            > one.stream().mapToDouble(Told::seconds).sum()
        ? other
        : one;
  }

  private Finding finding(List<Run> together, double seconds, LogCase logs) {
    var facts = new ArrayList<Fact>();
    together.stream()
        .sorted(Comparator.comparingDouble(Told::seconds).reversed())
        .limit(SEVERAL)
        .forEach(run -> {
          var name = run.heading().name();
          facts.add(Told.by(run, String.valueOf(name.table()), "took " + Told.elapsed(run)));
        });
    facts.add(
        Fact.threshold(
            "a collision",
            "%d tables and %s of work, within an hour of each other"
                .formatted(SEVERAL, Quantities.seconds(MUCH_SECONDS)),
            Provenance.CONVENTION,
            "ours: as many tables as there are workers by default"));
    var database = together.getFirst().heading().name().database();
    return new Finding(
        id(),
        Severity.ADVICE,
        database == null ? new Subject.Cluster() : new Subject.OfDatabase(database),
        "%s came due for freezing together, and kept autovacuum busy for %s"
            .formatted(Quantities.counted(together.size(), "table"), Quantities.seconds(seconds)),
        facts,
        "Tables that were loaded or restored together grow old together, and autovacuum is forced"
            + " to all of them at once, at an hour nobody chose. Meanwhile other tables wait."
            + " Freezing the oldest tables in quiet hours, a few at a time, before"
            + " autovacuum_freeze_max_age is reached, spreads the work. Raising that limit only"
            + " puts it off.",
        Confidence.HIGH,
        null,
        database == null
            ? List.of()
            : List.of(
                new Remedy.FreezeDatabase(
                    database,
                    Wraparound.TRANSACTIONS,
                    logs.evidence().survey().settings().freezeTableAge())));
  }
}
