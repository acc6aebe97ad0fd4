package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.LAST_VACUUMED;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.model.TableKeys.AUTOVACUUM_COUNT;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.N_MOD_SINCE_ANALYZE;
import static org.vacuumadvisor.model.TableKeys.VACUUM_COUNT;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.rule.threshold.StatsLost;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;

/// A table past its vacuum threshold of which nobody shows who or what keeps its dead rows.
///
/// @param coming whether vacuum comes to it
record StayingDead(TableEvidence table, Coming coming) {

  /// How many times its threshold a table has where that is no matter of a moment. Our choice.
  private static final double FAR = 1.5;

  /// So many times its threshold a table has where vacuum does not keep up, or came very late. Our
  /// choice.
  private static final double VERY_FAR = 10;

  /// Fewer a little past the threshold are no matter. Our choice.
  private static final long MANY = 10_000;

  /// Fewer, where a vacuum has come, died since; half as many very far past the threshold. Our
  /// choice.
  private static final long MIN_DEAD = 2_000;

  /// The longest naptime in use is an hour. Our choice.
  private static final Duration LONG = Duration.ofDays(1);

  /// What the figures say of vacuums.
  enum Coming {
    /// One came, and there are dead rows far past the threshold all the same: where vacuum comes, a
    /// table is a little past it each time before.
    CAME(FAR, "came", " although vacuum comes: whether somebody keeps them is not shown"),
    /// One came, and none since for so long that it is not for rows kept: for these autovacuum
    /// comes in each naptime, in vain.
    CAME_LONG_AGO(FAR, "none-came", " and no autovacuum since %3$s: why none came is not shown"),
    /// A worker of autovacuum is at it, and came very late.
    AT_WORK(VERY_FAR, "at-work", ", and a vacuum is at work on it: how far it is is not shown"),
    /// None ever came since the counters began.
    NEVER(1, "none-came", " and no vacuum on record: why none came is not shown"),
    /// Autovacuum never came since then; whether somebody vacuums by hand is not shown.
    NEVER_BY_ITSELF(1, "none-came", " and no autovacuum on record: why none came is not shown"),
    /// The figures do not say.
    NOT_SHOWN(1, "coming-not-shown", ": whether vacuum comes to it is not shown");

    /// How many times its threshold the dead rows of a table are then a matter. Our choice.
    private final double times;

    private final String cause;
    private final String words;

    Coming(double times, String cause, String words) {
      this.times = times;
      this.cause = cause;
      this.words = words;
    }

    /// Which explanation it has.
    String cause() {
      return cause;
    }

    /// To follow how many dead rows there are, with a place for the last vacuum.
    String words() {
      return words;
    }
  }

  /// Empty where dead rows are explained, or not known to be past the threshold.
  static Optional<StayingDead> of(TableEvidence table) {
    boolean isYoung = isYoung(table);
    var coming =
        isBeingVacuumed(table) ? Coming.AT_WORK : isYoung ? Coming.NEVER_BY_ITSELF : coming(table);
    return isPast(table, coming)
            && (coming != Coming.CAME || isMore(table))
            && table.ask(AUTOVACUUM_STATE).is(state -> state.isOn())
            && !KeptRows.isHolderShown(table)
            && (!isYoung || isWithoutAutovacuum(table))
            && (!StatsLost.isYoungerThanItsRows(table)
                || table.need(DEAD_ROWS) >= OpenQuestions.MANY_DEAD)
        ? Optional.of(new StayingDead(table, coming))
        : Optional.empty();
  }

  /// Whether more are dead than died since a vacuum came.
  private static boolean isMore(TableEvidence table) {
    return table.need(DEAD_ROWS) >= (isPast(table, VERY_FAR) ? MIN_DEAD / 2 : MIN_DEAD);
  }

  /// Whether a worker of autovacuum is at it as the figures are taken.
  private static boolean isBeingVacuumed(TableEvidence table) {
    var name = table.relation().name();
    return table.all().workers().stream()
        .filter(each -> each.task().contains("VACUUM "))
        .map(Machinery.Worker::table)
        .anyMatch(each -> each.equals(name.name()) || each.endsWith("." + name.name()));
  }

  /// How long ago autovacuum came last, if nobody else has come since, as far as is shown.
  private static Optional<Duration> sinceLast(TableEvidence table) {
    var taken = table.all().takenAt();
    var last = table.relation().get(LAST_AUTOVACUUM).known();
    return last.equals(table.relation().vacuumedLast())
        ? last.map(each -> Duration.between(each, taken))
        : Optional.empty();
  }

  long dead() {
    return table.need(DEAD_ROWS);
  }

  private static boolean isPast(TableEvidence table, Coming coming) {
    return isPast(table, coming.times) && (isPast(table, FAR) || table.need(DEAD_ROWS) >= MANY);
  }

  private static boolean isPast(TableEvidence table, double times) {
    return table
        .ask(DEAD_ROWS)
        .is(dead -> table.ask(THRESHOLDS).is(each -> (double) dead > each.vacuum() * times));
  }

  /// Whether they are no matter of a small table.
  boolean isMany() {
    return dead() >= (coming == Coming.CAME ? MANY : MIN_DEAD);
  }

  /// Whether it is farther past its threshold than tables are for a moment.
  boolean isFar() {
    return isPast(table, FAR);
  }

  /// Whether changes since the last vacuum are shown to explain all its dead rows, or may do so: a
  /// single vacuum by hand may have come before them.
  private static boolean isYoung(TableEvidence table) {
    var of = table.relation();
    var vacuumed = of.vacuumedLast();
    long changed = of.get(N_MOD_SINCE_ANALYZE).or(-1L);
    boolean isTheFirst = of.get(VACUUM_COUNT).or(0L) == 1 && isWithoutAutovacuum(table);
    return changed >= 0
        && vacuumed.isPresent()
        && (HeldRows.mayHaveDiedAfterwards(of, vacuumed.get(), table.all())
            || (isTheFirst && table.ask(DEAD_ROWS).is(rows -> changed >= rows)));
  }

  private static Coming coming(TableEvidence table) {
    var relation = table.relation();
    if (sinceLast(table).filter(each -> each.compareTo(LONG) > 0).isPresent()) {
      return Coming.CAME_LONG_AGO;
    }
    return relation.get(VACUUM_COUNT).or(0L) + relation.get(AUTOVACUUM_COUNT).or(0L) > 0
        ? Coming.CAME
        : switch (table.ask(LAST_VACUUMED)) {
          case Reading.Known<Optional<Instant>>(var last, _) ->
              last.isPresent() ? Coming.CAME : Coming.NEVER;
          case Reading.Missing<Optional<Instant>> _ ->
              isWithoutAutovacuum(table) ? Coming.NEVER_BY_ITSELF : Coming.NOT_SHOWN;
        };
  }

  private static boolean isWithoutAutovacuum(TableEvidence table) {
    var relation = table.relation();
    return relation.get(AUTOVACUUM_COUNT).is(count -> count == 0)
        || relation.get(LAST_AUTOVACUUM).equals(Reading.missing(Reading.Why.NOT_APPLICABLE));
  }
}
