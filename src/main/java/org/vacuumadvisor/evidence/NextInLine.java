package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Reason.Kind;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Period;

/// A table that autovacuum has reason to come to, or will have soonest.
///
/// @param reasons what has gathered, what is furthest first; at least one
/// @param score the server's own, since 19, where the table is due
/// @param dueIn when the leading reason is reached at the measured rate; zero where it is, empty
///   where nothing was measured
/// @param atWork whether a vacuum of it runs
public record NextInLine(
    Relation relation,
    List<Reason> reasons,
    Optional<Double> score,
    Optional<Duration> dueIn,
    boolean atWork) {
  /// Half of the way: what is less far is of no interest yet.
  private static final double HALF_WAY = 0.5;

  private static final double LONGEST_SECONDS = 1e9;

  public NextInLine {
    reasons = List.copyOf(reasons);
  }

  /// The tables that are due or near it: since 19 by the server's own scores, as autovacuum takes
  /// them; before, what wraparound forces, then the share of the threshold; none on a standby.
  public static List<NextInLine> of(Evidence evidence) {
    if (evidence.isStandby() || !evidence.isServerSeen()) {
      return List.of();
    }
    boolean isScored = !evidence.machinery().urgencies().isEmpty();
    var order =
        Comparator.comparing((NextInLine each) -> isScored ? !each.isDue() : !each.isForced())
            .thenComparingDouble(each -> -each.score.orElse(0.0))
            .thenComparingDouble(each -> -each.leading().share().fraction());
    return evidence.survey().relations().stream()
        .filter(Relation::isAutovacuumed)
        .flatMap(each -> of(each, evidence).stream())
        .sorted(order)
        .toList();
  }

  /// What has gathered at one relation, what is furthest first; empty where the counters or sizes
  /// are not known, or autovacuum is off for it.
  public static List<Reason> reasons(Relation relation, Evidence evidence) {
    var trigger = evidence.options(relation).trigger();
    var ages =
        Stream.of(
            reason(
                Kind.XID_AGE,
                relation.get(TableKeys.XID_AGE).map(XidAge::count),
                (double) trigger.freezeMaxAge().count()),
            reason(
                Kind.MULTIXACT_AGE,
                relation.get(TableKeys.MULTIXACT_AGE).map(XidAge::count),
                (double) trigger.multixactFreezeMaxAge().count()));
    return Stream.concat(ages, counted(relation, evidence))
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(Reason::share).reversed())
        .toList();
  }

  private static Stream<Optional<Reason>> counted(Relation relation, Evidence evidence) {
    boolean isSizeKnown =
        evidence.shows(relation, "reltuples") || evidence.shows(relation, "n_live_tup");
    if (!evidence.options(relation).state().isOn() || !isSizeKnown) {
      return Stream.empty();
    }
    var thresholds = evidence.thresholds(relation);
    return Stream.of(
        reason(Kind.DEAD_ROWS, relation.get(TableKeys.N_DEAD_TUP), thresholds.vacuum())
            .filter(_ -> evidence.shows(relation, "n_dead_tup")),
        reason(Kind.INSERTED_ROWS, relation.get(TableKeys.N_INS_SINCE_VACUUM), thresholds.insert())
            .filter(_ -> thresholds.hasInsert()),
        reason(Kind.CHANGED_ROWS, relation.get(TableKeys.N_MOD_SINCE_ANALYZE), thresholds.analyze())
            .filter(_ -> isAnalyzed(relation)));
  }

  private static Optional<Reason> reason(Kind kind, Reading<Long> count, double limit) {
    return count.known().map(each -> new Reason(kind, (double) each, limit));
  }

  private static boolean isAnalyzed(Relation relation) {
    return relation.kind() != RelationKind.TOAST
        && !(relation.isSystem() && relation.name().name().equals("pg_statistic"));
  }

  private static Optional<NextInLine> of(Relation relation, Evidence evidence) {
    var reasons = reasons(relation, evidence);
    if (reasons.isEmpty() || reasons.getFirst().share().fraction() < HALF_WAY) {
      return Optional.empty();
    }
    return Optional.of(
        new NextInLine(
            relation,
            reasons,
            Optional.ofNullable(evidence.machinery().urgencies().get(relation.key())),
            dueIn(relation, reasons, evidence),
            VacuumAtWork.on(relation, evidence).isPresent()));
  }

  private static Optional<Duration> dueIn(
      Relation relation, List<Reason> reasons, Evidence evidence) {
    if (reasons.getFirst().isReached()) {
      return Optional.of(Duration.ZERO);
    }
    return seconds(reasons.getFirst(), relation, evidence)
        .filter(each -> each < LONGEST_SECONDS)
        .map(each -> Duration.ofMillis(Math.round(each * 1000)));
  }

  /// Averages since a reset tell nothing of the next hour: only a measured window does.
  private static Optional<Double> seconds(Reason reason, Relation relation, Evidence evidence) {
    var rates = evidence.workload(relation).rates();
    if (!(rates.period() instanceof Period.Between)) {
      return Optional.empty();
    }
    var dead = rates.deadRowsPerSecond();
    var inserted = rates.insertsPerSecond();
    Optional<Double> perSecond =
        switch (reason.kind()) {
          case XID_AGE -> evidence.xidsPerSecond();
          case MULTIXACT_AGE -> Optional.empty();
          case DEAD_ROWS -> dead;
          case INSERTED_ROWS -> inserted;
          case CHANGED_ROWS -> dead.flatMap(died -> inserted.map(came -> died + came));
        };
    return perSecond.filter(each -> each > 0).map(each -> (reason.limit() - reason.count()) / each);
  }

  /// What is furthest.
  public Reason leading() {
    return reasons.getFirst();
  }

  /// Whether autovacuum has reason to come now.
  public boolean isDue() {
    return score.isPresent() || reasons.stream().anyMatch(Reason::isReached);
  }

  /// Whether the danger of wraparound is the reason.
  public boolean isForced() {
    return reasons.stream().filter(Reason::isReached).anyMatch(each -> each.kind().isForced());
  }

  /// The reasons that are reached, the graver first, or else the leading one.
  public List<Reason> telling() {
    var reached =
        reasons.stream()
            .filter(Reason::isReached)
            .sorted(Comparator.comparing(Reason::kind))
            .toList();
    return reached.isEmpty() ? List.of(leading()) : reached;
  }
}
