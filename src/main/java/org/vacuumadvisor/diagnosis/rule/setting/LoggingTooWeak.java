package org.vacuumadvisor.diagnosis.rule.setting;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Spread;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// Autovacuum works a lot and leaves no trace in the log, or only that of long runs: whatever goes
/// wrong with it cannot be read anywhere.
public final class LoggingTooWeak extends ServerRule {
  /// Fewer have nothing to tell.
  private static final long MIN_VACUUMS = 1_000;

  /// Every server has small tables that are vacuumed in less.
  private static final double MIN_SHORTEST_SECONDS = 10;

  private static final long MIN_LOGGED_RUNS = 5;

  /// What a run may take and stay untold.
  private static final Duration WANTED = Duration.ofSeconds(1);

  @Override
  protected boolean concerns(Evidence evidence) {
    return !evidence.isStandby();
  }

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    return List.of(
        logged(server.all()).<Verdict>map(this::finding).orElseGet(() -> judged(server)));
  }

  private static Optional<Spread> logged(Evidence evidence) {
    return evidence
        .history()
        .map(told -> told.automaticSeconds())
        .filter(each -> each.count() >= MIN_LOGGED_RUNS)
        .filter(each -> each.least() >= MIN_SHORTEST_SECONDS);
  }

  private Verdict judged(ServerEvidence server) {
    server.need(Setting.LOG_AUTOVACUUM_MIN_DURATION);
    var least = server.all().settings().milliseconds(Setting.LOG_AUTOVACUUM_MIN_DURATION);
    if (least.filter(time -> time < 0).isEmpty()) {
      return clear(server);
    }
    long runs = server.need("vacuums by autovacuum", Question.TABLES, vacuums(server.all()));
    return runs < MIN_VACUUMS ? clear(server) : finding(server, runs);
  }

  /// Known as soon as one table shows them: the sum is then at least so many.
  private static Reading<Long> vacuums(Evidence evidence) {
    var counts =
        evidence.survey().relations().stream()
            .flatMap(each -> each.get(TableKeys.AUTOVACUUM_COUNT).known().stream())
            .toList();
    return counts.isEmpty()
        ? Reading.missing(Why.NOT_COLLECTED)
        : Reading.of(counts.stream().mapToLong(Long::longValue).sum(), TableKeys.AUTOVACUUM_COUNT);
  }

  private Finding finding(ServerEvidence server, long runs) {
    var setting = server.ask(Setting.LOG_AUTOVACUUM_MIN_DURATION);
    return withRemedy(
            advice("Autovacuum leaves no trace in the log")
                .shown("log_autovacuum_min_duration", setting.map(_ -> "-1, nothing is logged"))
                .observed("vacuums by autovacuum so far", runs, TableKeys.AUTOVACUUM_COUNT)
                .chosen("limit", MIN_VACUUMS, "fewer vacuums have nothing to tell")
                .explained("nothing-logged"),
            WANTED,
            "a few log lines for each run that takes a second and more")
        .build();
  }

  private Finding finding(Spread seconds) {
    return withRemedy(
            advice(
                    "The log leaves out short vacuums: none of these took less than "
                        + Quantities.seconds(seconds.least()))
                .observed(
                    "shortest of %s automatic vacuums".formatted(Quantities.count(seconds.count())),
                    Quantities.seconds(seconds.least()),
                    "these logs")
                .explained(
                    "short-left-out", Quantities.seconds(MIN_SHORTEST_SECONDS), MIN_LOGGED_RUNS),
            Duration.ZERO,
            "it changes what is logged, nothing else")
        .build();
  }

  private static FindingBuilder withRemedy(FindingBuilder finding, Duration time, String effect) {
    return finding.tune(
        Setting.LOG_AUTOVACUUM_MIN_DURATION, new Goal.Time(time, new Effect.NotPredicted(effect)));
  }
}
