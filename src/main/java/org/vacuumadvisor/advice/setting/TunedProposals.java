package org.vacuumadvisor.advice.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Effect.Alternative;
import org.vacuumadvisor.diagnosis.Effect.Band;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;
import org.vacuumadvisor.workload.WorkloadClass;

/// What a search found, as proposals that say what each change does and what else was tried.
record TunedProposals(Evidence evidence, Tuning tuning) {
  /// Less of a difference is none.
  private static final double NOTICED = 0.9;

  /// What is more than enough needs few examples.
  private static final int STRONGER_SHOWN = 2;

  /// `VACUUM_TRUNCATE_LOCK_TIMEOUT`.
  private static final double LOCK_SECONDS = 5;

  private static final double ROOM_DOUBT = 1.5;
  private static final double ROOM_LEAST = 0.02;

  /// The changes that help a concern; none where nothing does.
  List<Proposal> of(Concern concern) {
    return tuning.choices().stream()
        .flatMap(choice ->
            concern.targets().stream()
                .filter(target -> helps(choice, target.guard()))
                .limit(1)
                .flatMap(target -> proposals(choice, target)))
        .toList();
  }

  private boolean helps(Choice choice, Guard guard) {
    double with = tuning.found().value(guard);
    return with < NOTICED * choice.without().value(guard)
        && guard.excess(choice.without().value(guard)) > 0
        && isBeyondDoubt(guard);
  }

  /// Whether the gain of all changes is more than the simulator's range of either figure.
  private boolean isBeyondDoubt(Guard guard) {
    var today = tuning.today(guard);
    var found = tuning.found(guard);
    return found.likely() < today.low() && found.high() < today.likely();
  }

  /// Whether something is too much for a concern as it is, and no change is worth asking for.
  boolean isTooDear(Concern concern) {
    return concern.targets().stream()
        .map(Concern.Target::guard)
        .anyMatch(guard -> guard.excess(tuning.today().value(guard)) > 0);
  }

  private Stream<Proposal> proposals(Choice choice, Concern.Target target) {
    var effect = effect(choice, target);
    var values = choice.rung().values();
    return switch (choice.knob()) {
      case Knob.OfServer(var setting, _, _) ->
          values.entrySet().stream()
              .map(each ->
                  new Proposal(
                      new SettingChange.OfServer(
                          Setting.named(each.getKey()).orElse(setting), each.getValue()),
                      effect));
      case Knob.OfTable(var table, _, _) ->
          Stream.of(
              new Proposal(
                  new SettingChange.OfTable(
                      evidence.relation(table).orElse(target.relation()), values),
                  effect));
      case Knob.Spread spread ->
          IntStream.range(0, spread.tables().size() - 1)
              .boxed()
              .flatMap(at -> apart(spread, at, choice.rung(), effect).stream());
    };
  }

  private Optional<Proposal> apart(Knob.Spread spread, int at, Rung rung, Effect effect) {
    return evidence
        .relation(spread.tables().get(at))
        .map(relation ->
            ClosedForm.ofTable(
                relation, spread.parameter(), Long.toString(spread.value(at, rung)), effect));
  }

  private Effect effect(Choice choice, Concern.Target target) {
    var guard = target.guard();
    return new Effect.Simulated(
        figure(guard),
        target.relation().name().sql(),
        band(guard, tuning.today(guard)),
        withTruncation(band(guard, tuning.found(guard)), guard, target.relation()),
        price(choice),
        alternatives(choice, guard),
        basis() + besides(guard, target.relation()));
  }

  private static Effect.Figure figure(Guard guard) {
    return switch (guard) {
      case Guard.OfTable it ->
          switch (it.figure()) {
            case DEAD_ROWS -> Effect.Figure.DEAD_ROWS;
            case INSERTED_ROWS -> Effect.Figure.INSERTED_ROWS;
            case CHANGED_ROWS -> Effect.Figure.CHANGED_ROWS;
            case INDEX_PASSES -> Effect.Figure.INDEX_PASSES;
            case ASLEEP -> Effect.Figure.ASLEEP;
            case WAIT -> Effect.Figure.WAIT;
            case MOVED_UPDATES -> Effect.Figure.MOVED_UPDATES;
          };
      case Guard.OfServer it ->
          switch (it.figure()) {
            case BUSY_WORKERS -> Effect.Figure.BUSY_WORKERS;
            case CHANGED_BYTES -> Effect.Figure.CHANGED_BYTES;
            case FORCED_BYTES -> Effect.Figure.FORCED_BYTES;
          };
    };
  }

  /// How many updates find room does not depend on what a forecast varies: its range is that of the
  /// foreseen and seen shares in `docs/numbers.md`.
  private Band band(Guard guard, org.vacuumadvisor.forecast.Band it) {
    return figure(guard) == Effect.Figure.MOVED_UPDATES && it.likely() < tuning.today().value(guard)
        ? new Band(0, it.likely(), ROOM_DOUBT * it.likely() + ROOM_LEAST)
        : new Band(it.low(), it.likely(), it.high());
  }

  private Band withTruncation(Band it, Guard guard, Relation relation) {
    return new Band(it.low(), it.likely(), it.high() + rowsBehindTruncation(guard, relation));
  }

  /// What it costs.
  private String price(Choice choice) {
    if (choice.knob() instanceof Knob.OfTable(var table, var what, _)
        && what == TableFigure.MOVED_UPDATES) {
      return "the table takes %s instead of %s then"
          .formatted(heap(tuning.found(), table), heap(choice.without(), table));
    }
    var today = tuning.today().trajectory().figures();
    var found = tuning.found().trajectory().figures();
    return "workers busy %s of their time instead of %s; vacuums change %s a day instead of %s"
        .formatted(
            found.busy(),
            today.busy(),
            bytes(found.dirtiedBytesADay()),
            bytes(today.dirtiedBytesADay()));
  }

  private static Bytes heap(Trial trial, RelationKey table) {
    return bytes(
        trial.trajectory().table(table).map(each -> each.figures().heapBytes()).orElse(0.0));
  }

  private static Bytes bytes(double count) {
    return new Bytes(Math.round(count));
  }

  private List<Alternative> alternatives(Choice choice, Guard guard) {
    var all = new ArrayList<Alternative>();
    all.add(new Alternative("", "as it is", choice.without().value(guard), "without this change"));
    int stronger = 0;
    for (var trial : choice.tried()) {
      var rung = trial.setup().turned().get(choice.knob());
      boolean isChosen = choice.rung().equals(rung);
      if (stronger <= STRONGER_SHOWN) {
        all.add(
            alternative(
                rung,
                trial.value(guard),
                isChosen ? "chosen" : verdict(trial, guard, stronger > 0)));
      }
      stronger += isChosen || stronger > 0 ? 1 : 0;
    }
    tuning
        .idle()
        .forEach((knob, trial) -> {
          if (knob instanceof Knob.OfServer) {
            all.add(
                new Alternative(
                    "", strongest(knob) + " alone", trial.value(guard), "changes nothing here"));
          }
        });
    return all;
  }

  private static Alternative alternative(@Nullable Rung rung, double value, String verdict) {
    return rung != null && rung.values().size() == 1
        ? new Alternative(
            rung.values().firstKey(), rung.values().firstEntry().getValue(), value, verdict)
        : new Alternative("", rung == null ? "" : rung.toString(), value, verdict);
  }

  private static Rung strongest(Knob knob) {
    return knob.rungs().getLast();
  }

  private static String verdict(Trial trial, Guard guard, boolean isStronger) {
    return isStronger
        ? "more than is needed, or too dear"
        : trial.keeps(guard) ? "too weak elsewhere" : "too weak";
  }

  private String basis() {
    var unmet =
        tuning.unmet().isEmpty()
            ? ""
            : "; %s cannot be kept by any set of changes, this comes nearest"
                .formatted(
                    tuning.unmet().size() == 1
                        ? "a limit (%s)".formatted(tuning.unmet().getFirst().because())
                        : Quantities.counted(tuning.unmet().size(), "limit"));
    return "the simulator over %s of the load %s, with all changes recommended here together%s"
        .formatted(Quantities.duration(tuning.length()), measured(), unmet);
  }

  /// What the simulator does not know of, and the upper figure of the range has in it.
  private String besides(Guard guard, Relation relation) {
    double more = rowsBehindTruncation(guard, relation);
    return more > 0
        ? "; where sessions are at the table all the time, a vacuum asks up to 5 s for the lock"
            + " that"
            + " cutting the file off takes, and the upper figure has the %s rows more that may die"
                .formatted(Quantities.count(more))
        : "";
  }

  /// How many rows may die while a vacuum asks in vain for the lock that cutting off a queue's file
  /// takes: `lazy_truncate_heap()`, measured in `docs/experiments/queue-churn.md`.
  private double rowsBehindTruncation(Guard guard, Relation relation) {
    var workload = evidence.workload(relation);
    return figure(guard) == Effect.Figure.DEAD_ROWS
            && workload.kind() == WorkloadClass.QUEUE_CHURN
            && relation.parameters().bool(Setting.VACUUM_TRUNCATE).orElse(true)
        ? LOCK_SECONDS * workload.rates().deadRowsPerSecond().orElse(0)
        : 0;
  }

  private String measured() {
    var period = evidence.workloads().period();
    return switch (period) {
      case Period.Between _ -> "measured between two surveys";
      case Period.SinceReset _ -> "counted since the statistics were reset";
    };
  }
}
