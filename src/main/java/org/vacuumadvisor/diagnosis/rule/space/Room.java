package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;

import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;

/// The free space that a table needs: as many rows as may die before autovacuum comes have to be
/// written somewhere, so a table in the best of order carries their room.
///
/// @param least what it needs for certain
/// @param most what it may need; the same where it is known how many rows die
record Room(Bytes least, Bytes most) {
  static final Room NONE = new Room(Bytes.NONE, Bytes.NONE);

  /// The part of the rows that may be dead when autovacuum comes, where its threshold is not known:
  /// PostgreSQL's default scale factor.
  private static final double DEFAULT_SCALE_FACTOR = 0.2;

  /// A table that comes due just after a visit of autovacuum waits for the next one, and is written
  /// to until the vacuum has ended.
  private static final double NAPS = 2;

  static Room of(TableEvidence table, Estimated space) {
    double needed = (double) space.most().bytes(space.blockSize()).count();
    var relation = table.relation();
    if (!(table.ask(ROWS) instanceof Known<Double>(Double rows, _))
        || !(table.ask(THRESHOLDS) instanceof Known<Thresholds>(var thresholds, _))) {
      return new Room(Bytes.NONE, new Bytes(Math.round(DEFAULT_SCALE_FACTOR * needed)));
    }
    double inNaps = inNaps(table);
    double waited = Math.max(thresholds.vacuum(), inNaps);
    boolean isKnown =
        relation.get(TableKeys.N_TUP_UPD).isKnown() && relation.get(TableKeys.N_TUP_DEL).isKnown();
    if (!isKnown) {
      return new Room(Bytes.NONE, room(Math.min(waited, rows), rows, needed));
    }
    var activity = table.workload().rates().activity();
    double died = Math.min((double) (activity.updated() + activity.deleted()), waited);
    var room = room(Math.min(died, Math.max(rows, inNaps)), rows, needed);
    return new Room(room, room);
  }

  /// How many rows die while autovacuum naps, where that was measured: of a queue many times as
  /// many as live.
  private static double inNaps(TableEvidence table) {
    return table.window().isPresent()
        ? NAPS
            * table.all().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME)
            * table.workload().rates().deadRowsPerSecond().orElse(0.0)
        : 0;
  }

  private static Bytes room(double some, double rows, double needed) {
    return new Bytes(Math.round(some / Math.max(1, rows) * needed));
  }
}
