package org.vacuumadvisor.advice.setting;

import java.util.List;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The memory with which a vacuum makes one pass over the indexes.
record MemoryNumbers(Evidence evidence) {
  private static final double RESERVE = 1.25;
  private static final Bytes SMALLEST_MEMORY = Bytes.ofMegabytes(128);

  /// What is needed, with a reserve, in whole powers of two, and at least twice what is set; up to
  /// 16 no more than vacuum uses.
  List<Proposal> onePass(Setting setting, Goal.OneIndexPass goal) {
    var settings = evidence.settings();
    var now = settings.autovacuumWorkMem().value();
    boolean isKnown = settings.value(Setting.MAINTENANCE_WORK_MEM).isPresent();
    double twice = isKnown ? 2.0 * (double) now.count() : 0;
    double needed = Math.max((double) goal.needed().count() * RESERVE, twice);
    var wanted = SMALLEST_MEMORY;
    while ((double) wanted.count() < needed) {
      wanted = wanted.plus(wanted);
    }
    var most = DeadRowMemory.usefulMost(settings.release());
    boolean isEnough = most.isEmpty() || wanted.compareTo(most.get()) <= 0;
    var given = isEnough ? wanted : most.get();
    return isKnown && given.compareTo(now) <= 0
        ? List.of()
        : List.of(
            new Proposal(
                new SettingChange.OfServer(setting, ClosedForm.text(given)),
                new Effect.Predicted(
                    "passes over the indexes of such a vacuum",
                    Quantities.count(goal.passes()),
                    "1",
                    isEnough ? "1" : Quantities.count(goal.passes()),
                    "%s for the IDs of dead rows; each autovacuum worker may take as much at once"
                        .formatted(given))));
  }
}
