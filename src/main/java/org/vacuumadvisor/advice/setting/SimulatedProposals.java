package org.vacuumadvisor.advice.setting;

import java.util.List;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Effect.Band;
import org.vacuumadvisor.diagnosis.Effect.Figure;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;
import org.vacuumadvisor.workload.WorkloadClass;

/// Changes that the simulator found good, as proposals that say what each of them does.
record SimulatedProposals(Evidence evidence, Tuning tuning) {
  /// Less of a difference is none.
  private static final double NOTICED = 0.9;

  /// `VACUUM_TRUNCATE_LOCK_TIMEOUT`.
  private static final double LOCK_SECONDS = 5;

  private static final double ROOM_DOUBT = 1.5;
  private static final double ROOM_LEAST = 0.02;

  List<Proposal> of(Concern concern) {
    return tuning.without().entrySet().stream()
        .flatMap(each ->
            concern.targets().stream()
                .filter(target -> helps(each.getValue(), target.guard()))
                .limit(1)
                .map(target ->
                    new Proposal(each.getKey(), effect(each.getKey(), each.getValue(), target))))
        .toList();
  }

  boolean isTooMuch(Concern concern) {
    return concern.targets().stream().anyMatch(each -> !tuning.today().keeps(each.guard()));
  }

  private boolean helps(Trial without, Guard guard) {
    return tuning.with().value(guard) < NOTICED * without.value(guard)
        && !without.keeps(guard)
        && isBeyondDoubt(guard);
  }

  /// Whether the gain of all changes is more than the simulator's range of either figure.
  private boolean isBeyondDoubt(Guard guard) {
    var today = tuning.today(guard);
    var then = tuning.with(guard);
    return then.likely() < today.low() && then.high() < today.likely();
  }

  private Effect effect(SettingChange change, Trial without, Concern.Target target) {
    var guard = target.guard();
    return new Effect.Simulated(
        guard.figure(),
        target.relation().name().sql(),
        band(guard, tuning.today(guard)),
        withTruncation(band(guard, tuning.with(guard)), target),
        price(change, without, guard),
        basis(guard) + besides(target));
  }

  /// How many updates find room does not depend on what a forecast varies: its range is that of the
  /// foreseen and seen shares in `docs/numbers.md`.
  private Band band(Guard guard, org.vacuumadvisor.forecast.Band it) {
    return guard.figure() == Figure.MOVED_UPDATES && it.likely() < tuning.today().value(guard)
        ? new Band(0, it.likely(), ROOM_DOUBT * it.likely() + ROOM_LEAST)
        : new Band(it.low(), it.likely(), it.high());
  }

  private Band withTruncation(Band it, Concern.Target target) {
    return new Band(it.low(), it.likely(), it.high() + rowsBehindTruncation(target));
  }

  private String price(SettingChange change, Trial without, Guard guard) {
    if (change instanceof SettingChange.OfTable && guard.figure() == Figure.MOVED_UPDATES) {
      return "the table takes %s instead of %s then"
          .formatted(heap(tuning.with(), guard), heap(without, guard));
    }
    var today = tuning.today().trajectory();
    var then = tuning.with().trajectory();
    return "workers busy %s of their time instead of %s; vacuums change %s a day instead of %s"
        .formatted(
            then.busy(),
            today.busy(),
            bytes(then.sum(each -> each.dirtiedBytesADay())),
            bytes(today.sum(each -> each.dirtiedBytesADay())));
  }

  private static Bytes heap(Trial trial, Guard guard) {
    return bytes(
        trial
            .trajectory()
            .table(guard.table())
            .map(each -> each.figures().heapBytes())
            .orElse(0.0));
  }

  private static Bytes bytes(double count) {
    return new Bytes(Math.round(count));
  }

  private String basis(Guard guard) {
    return "the simulator over %s of the load %s, with all changes recommended here together%s"
        .formatted(
            Quantities.duration(tuning.length()),
            measured(),
            tuning.with().keeps(guard) ? "" : "; that is still more than wanted");
  }

  /// What the simulator does not know of, and the upper figure of the range has in it.
  private String besides(Concern.Target target) {
    double more = rowsBehindTruncation(target);
    return more > 0
        ? "; where sessions are at the table all the time, a vacuum asks up to 5 s for the lock"
            + " that"
            + " cutting the file off takes, and the upper figure has the %s rows more that may die"
                .formatted(Quantities.count(more))
        : "";
  }

  /// How many rows may die while a vacuum asks in vain for the lock that cutting off a queue's file
  /// takes: `lazy_truncate_heap()`, measured in `docs/experiments/queue-churn.md`.
  private double rowsBehindTruncation(Concern.Target target) {
    Relation relation = target.relation();
    var workload = evidence.workload(relation);
    return target.guard().figure() == Figure.DEAD_ROWS
            && workload.kind() == WorkloadClass.QUEUE_CHURN
            && relation.parameters().bool(Setting.VACUUM_TRUNCATE).orElse(true)
        ? LOCK_SECONDS * workload.rates().deadRowsPerSecond().orElse(0.0)
        : 0;
  }

  private String measured() {
    return switch (evidence.workloads().period()) {
      case Period.Between _ -> "measured between two surveys";
      case Period.SinceReset _ -> "counted since the statistics were reset";
    };
  }
}
