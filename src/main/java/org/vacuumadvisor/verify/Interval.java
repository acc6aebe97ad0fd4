package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationKey;

/// What was counted of one table between two looks that follow each other.
///
/// @param from null where the counters began at a moment that nobody knows
/// @param older null where the counters began in between: then all that is counted is of it
record Interval(
    @Nullable Instant from, @Nullable TableLook older, TableLook newer, Look before, Look after) {

  /// Those of a table, the oldest first; between two looks that both have it.
  static List<Interval> of(RelationKey table, List<Look> looks) {
    var intervals = new ArrayList<Interval>();
    Look last = null;
    for (var look : looks) {
      if (look.table(table).isPresent()) {
        if (last != null) {
          intervals.add(
              new Interval(
                  last.at(), last.table(table).orElseThrow(), look.table(table).get(), last, look));
        }
        last = look;
      }
    }
    return intervals;
  }

  /// All that was counted until a look: of counters that nobody looked at before.
  static Optional<Interval> sinceReset(RelationKey table, Look look) {
    return look.table(table).map(each -> new Interval(each.resetAt(), null, each, look, look));
  }

  Instant to() {
    return after.at();
  }

  /// How long it is; none where the begin is not known.
  Duration length() {
    return from == null ? Duration.ZERO : Duration.between(from, to());
  }

  /// Whether a counter fell, or the server says that they were reset in between.
  boolean isReset() {
    if (older == null) {
      return false;
    }
    var reset = newer.resetAt();
    return (reset != null && from != null && reset.isAfter(from) && !reset.isAfter(to()))
        || fell(older.inserted(), newer.inserted())
        || fell(older.updated(), newer.updated())
        || fell(older.deleted(), newer.deleted())
        || fell(older.vacuums(), newer.vacuums());
  }

  /// Whether vacuum came and the dead rows did not go.
  boolean isBlocked() {
    var then = older == null ? null : older.dead();
    var now = newer.dead();
    var ended = ended();
    return then != null
        && now != null
        && vacuums() > 0
        && ended >= LEAST_ENDED
        && now >= then + NEARLY_ALL * ended;
  }

  private static final double LEAST_ENDED = 1_000;
  private static final double NEARLY_ALL = 0.8;

  double written() {
    return between(older == null ? null : older.written(), newer.written());
  }

  double ended() {
    return between(older == null ? null : older.ended(), newer.ended());
  }

  double inserted() {
    return between(older == null ? null : older.inserted(), newer.inserted());
  }

  double updated() {
    return between(older == null ? null : older.updated(), newer.updated());
  }

  double moved() {
    return between(older == null ? null : older.moved(), newer.moved());
  }

  double vacuums() {
    return between(older == null ? null : older.vacuums(), newer.vacuums());
  }

  double analyzes() {
    return between(older == null ? null : older.analyzes(), newer.analyzes());
  }

  double vacuumSeconds() {
    return between(older == null ? null : older.vacuumSeconds(), newer.vacuumSeconds());
  }

  /// `NaN` where it is not known.
  private double between(@Nullable Number then, @Nullable Number now) {
    return now == null || (older != null && then == null)
        ? Double.NaN
        : now.doubleValue() - (then == null ? 0 : then.doubleValue());
  }

  private static boolean fell(@Nullable Long then, @Nullable Long now) {
    return then != null && now != null && now < then;
  }
}
