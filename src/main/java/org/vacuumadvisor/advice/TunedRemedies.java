package org.vacuumadvisor.advice;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Effect.Alternative;
import org.vacuumadvisor.diagnosis.Effect.Band;
import org.vacuumadvisor.diagnosis.Effect.Unit;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.tuning.Choice;
import org.vacuumadvisor.tuning.Guard;
import org.vacuumadvisor.tuning.Knob;
import org.vacuumadvisor.tuning.Rung;
import org.vacuumadvisor.tuning.Trial;
import org.vacuumadvisor.tuning.Tuning;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// What a search found, as remedies that say what each change does and what else was tried.
record TunedRemedies(Situation situation, Tuning tuning) {
  /// Less of a difference is none.
  private static final double NOTICED = 0.9;

  /// The changes that help a concern; none where nothing does.
  List<Remedy> of(Concern concern) {
    return tuning.choices().stream()
        .flatMap(choice ->
            concern.targets().stream()
                .filter(target -> helps(choice, target.guard()))
                .limit(1)
                .map(target -> remedy(choice, target)))
        .toList();
  }

  private boolean helps(Choice choice, Guard guard) {
    double with = tuning.found().value(guard);
    return with < NOTICED * choice.without().value(guard)
        && guard.excess(choice.without().value(guard)) > 0;
  }

  private Remedy remedy(Choice choice, Concern.Target target) {
    var effect = effect(choice, target);
    return switch (choice.knob()) {
      case Knob.OfServer(var setting, _, _) ->
          new Remedy.TuneServer(setting, choice.rung().values().firstEntry().getValue(), effect);
      case Knob.OfTable(var table, _, _) ->
          new Remedy.TuneTable(
              situation.relation(table).orElse(target.relation()), choice.rung().values(), effect);
    };
  }

  private Effect effect(Choice choice, Concern.Target target) {
    var guard = target.guard();
    return new Effect.Simulated(
        what(guard.kind()) + " " + target.relation().name().sql(),
        unit(guard.kind()),
        band(tuning.today(guard)),
        band(tuning.found(guard)),
        price(),
        alternatives(choice, guard),
        basis());
  }

  private static String what(Guard.Kind kind) {
    return switch (kind) {
      case DEAD_ROWS -> "most dead rows at a time in";
      case INSERTED_ROWS -> "most rows inserted between two vacuums of";
      case INDEX_PASSES -> "passes over the indexes in a vacuum of";
      case ASLEEP -> "time asleep in vacuums of";
      case WAIT -> "longest wait for a worker of";
      case BUSY_WORKERS -> "time that workers are busy, for";
      case CHANGED_BYTES -> "bytes changed by vacuums, for";
    };
  }

  private static Unit unit(Guard.Kind kind) {
    return switch (kind) {
      case DEAD_ROWS, INSERTED_ROWS -> Unit.ROWS;
      case INDEX_PASSES -> Unit.PASSES;
      case WAIT -> Unit.SECONDS;
      case ASLEEP, BUSY_WORKERS -> Unit.SHARE;
      case CHANGED_BYTES -> Unit.ROWS;
    };
  }

  private static Band band(org.vacuumadvisor.forecast.Band it) {
    return new Band(it.low(), it.likely(), it.high());
  }

  /// What it costs.
  private String price() {
    var today = tuning.today().trajectory().figures();
    var found = tuning.found().trajectory().figures();
    return "workers busy %s of their time instead of %s; vacuums change %s a day instead of %s"
        .formatted(
            found.busy(),
            today.busy(),
            bytes(found.dirtiedBytesADay()),
            bytes(today.dirtiedBytesADay()));
  }

  private static Bytes bytes(double count) {
    return new Bytes(Math.round(count));
  }

  private List<Alternative> alternatives(Choice choice, Guard guard) {
    var all = new ArrayList<Alternative>();
    all.add(new Alternative("as it is", choice.without().value(guard), "without this change"));
    boolean isStronger = false;
    for (var trial : choice.tried()) {
      var rung = trial.setup().turned().get(choice.knob());
      boolean isChosen = choice.rung().equals(rung);
      all.add(
          new Alternative(
              rung == null ? "" : rung.toString(),
              trial.value(guard),
              isChosen ? "chosen" : verdict(trial, guard, isStronger)));
      isStronger |= isChosen;
    }
    tuning
        .idle()
        .forEach((knob, trial) ->
            all.add(
                new Alternative(
                    strongest(knob).toString() + " alone",
                    trial.value(guard),
                    "changes nothing here")));
    return all;
  }

  private static Rung strongest(Knob knob) {
    return knob.rungs().getLast();
  }

  private static String verdict(Trial trial, Guard guard, boolean isStronger) {
    return !trial.keeps(guard) && !isStronger
        ? "too weak"
        : isStronger ? "more than is needed, or too dear" : "as good, but more to change";
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

  private String measured() {
    var period = situation.workloads().period();
    return switch (period) {
      case Period.Between _ -> "measured between two surveys";
      case Period.SinceReset _ -> "counted since the statistics were reset";
    };
  }
}
