package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// The naptimes worth a try on a server, and what looking for work that often costs it.
public record Naptimes(Evidence evidence) {
  /// Naps that people use, and those below, down to the shortest that there is. Measured in the lab
  /// on a queue, see docs/experiments/queue-churn.md: 1 s is well worth it after 10 s.
  private static final List<Long> SHORTER = List.of(30L, 15L, 10L, 5L, 2L, 1L);

  private static final long DEFAULT = 60;

  /// What a worker takes that finds nothing to do: measured on 14 and 18 with one core of a virtual
  /// machine, 7 ms with 100 tables, 38 ms with 10,000.
  private static final double SECONDS_A_LOOK = 0.007;

  private static final double SECONDS_A_TABLE = 3e-6;

  /// What looking for work may take of one processor: ours.
  private static final double LOOKING = 0.02;

  /// The launcher starts ten workers a second at most (`MIN_AUTOVAC_SLEEPTIME`).
  private static final double SHORTEST_NAP = 0.1;

  /// A naptime is every table's and every database's: below this one a table has to need it in
  /// which most of what dies on the server dies.
  private static final long SHORT_FOR_ALL = 10;

  /// Dead rows that may come together: plain pgbench has up to 12,410 in a table, and gains
  /// nothing.
  private static final double FEW_ROWS = 20_000;

  /// What is worth a nap of seconds is worth one that leaves a quarter of that: how many live ones
  /// a queue has changes from one moment to the next.
  private static final double FEW_IN_SECONDS = FEW_ROWS / 4;

  /// Shorter than today's and affordable, the longest first; seconds only where so many rows of a
  /// table die in one that ten of them are too long.
  List<Long> affordable(double perSecond) {
    double now = now();
    boolean isNeeded = needsSeconds(perSecond);
    return SHORTER.stream()
        .filter(each -> each < now && looking(each) <= LOOKING)
        .filter(each -> each >= SHORT_FOR_ALL || isNeeded)
        .toList();
  }

  /// Whether a nap of seconds is worth its price for so many rows of one table that die in a
  /// second.
  public boolean needsSeconds(double perSecond) {
    return perSecond * SHORT_FOR_ALL > FEW_ROWS && perSecond * 2 >= dying().sum();
  }

  /// Rows that die in a second in the table in which most do, those of HOT updates among them.
  private double most() {
    return dying().max().orElse(0);
  }

  private DoubleStream dying() {
    return evidence
        .tables()
        .mapToDouble(each -> evidence.workload(each).rates().deadRowsPerSecond().orElse(0.0));
  }

  private double looking(double nap) {
    double databases =
        Math.max(
            1, evidence.survey().databases().stream().filter(each -> !each.isClosed()).count());
    double tables = evidence.survey().relations().size();
    double looks = Math.min(1 / SHORTEST_NAP, databases / nap);
    return looks * (SECONDS_A_LOOK + SECONDS_A_TABLE * tables / databases);
  }

  /// The longest that is short enough, else the shortest that is affordable; where none is, the
  /// default instead of a longer one.
  Optional<Proposal> shorter(Goal.DeadRowsBetweenLooks goal) {
    double most = Math.max(goal.perSecond(), most());
    var possible = affordable(most);
    boolean isFast = needsSeconds(most);
    double rate = isFast ? most : goal.perSecond();
    double rows = isFast ? Math.min(FEW_IN_SECONDS, goal.rows()) : goal.rows();
    return possible.stream()
        .filter(each -> rate * (double) each <= rows)
        .findFirst()
        .or(() -> possible.isEmpty() ? Optional.empty() : Optional.of(possible.getLast()))
        .map(each ->
            proposal(
                each,
                new Effect.Predicted(
                    "dead rows from one look to the next",
                    Quantities.count(goal.perSecond() * now()),
                    Quantities.count(goal.perSecond() * (double) each),
                    Quantities.count(goal.perSecond() * now()),
                    "the same rows die in a shorter time; with many databases each is looked at"
                        + " less often")))
        .or(() -> now() > DEFAULT ? Optional.of(every(DEFAULT)) : Optional.empty());
  }

  Proposal every(long seconds) {
    double databases = evidence.survey().databases().size();
    double least = Math.max((double) seconds, SHORTEST_NAP * databases);
    return proposal(
        seconds,
        new Effect.Predicted(
            "time between two looks at a database",
            Quantities.seconds(now()),
            Quantities.seconds(least),
            "the launcher starts a worker every autovacuum_naptime / number of databases, at most"
                + " ten a second"));
  }

  private static Proposal proposal(long seconds, Effect effect) {
    return new Proposal(
        new SettingChange.OfServer(Setting.AUTOVACUUM_NAPTIME, seconds + "s"), effect);
  }

  private double now() {
    return evidence.settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
  }
}
