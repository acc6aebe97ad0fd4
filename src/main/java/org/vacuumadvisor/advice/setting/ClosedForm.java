package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;

/// The values that reach a goal by PostgreSQL's own arithmetic: what the simulator judges, and what
/// stands where nothing can be simulated, as no load was measured.
public record ClosedForm(Evidence evidence) {

  /// The changes that reach the goal, all of them together; empty where it is reached, or where
  /// nobody could set them.
  public List<Proposal> of(Remedy.Tune tune) {
    var thresholds = new ThresholdNumbers(evidence);
    var table = tune.subject().onTable();
    return switch (tune.goal()) {
      case Goal.DeadRowsBetweenLooks goal -> new Naptimes(evidence).shorter(goal).stream().toList();
      case Goal.DeadRowsAtMost goal ->
          table.stream().map(each -> thresholds.deadRows(each, goal)).toList();
      case Goal.DeadRowsAtLeast goal ->
          table.stream().map(each -> thresholds.leastDeadRows(each, goal)).toList();
      case Goal.InsertsBetweenVacuums goal ->
          table.stream().map(each -> thresholds.insertedRows(each, goal)).toList();
      case Goal.ChangedBetweenAnalyzes goal ->
          table.stream().map(each -> thresholds.changedRows(each, goal)).toList();
      case Goal.RoomForUpdates goal ->
          table.flatMap(each -> Fillfactors.lower(each, goal)).stream().toList();
      case Goal.FrozenWithEachVacuum _ -> table.flatMap(this::frozenAtOnce).stream().toList();
      case Goal.OneIndexPass goal -> new MemoryNumbers(evidence).onePass(tune.setting(), goal);
      case Goal.AsleepAtMost goal -> new CostNumbers(evidence).awake(table, goal);
      case Goal.FairCostShare _ -> new CostNumbers(evidence).fairShare();
      case Goal.WaitAtMost _ -> sooner(tune.setting());
      case Goal.LookedAtEvery(var time) -> List.of(new Naptimes(evidence).every(time.toSeconds()));
      case Goal.ReleaseDefault(var effect) ->
          defaultOf(tune.setting()).map(each -> change(tune, each, effect)).stream().toList();
      case Goal.Switched(boolean on, var effect) ->
          List.of(change(tune, on ? "on" : "off", effect));
      case Goal.Count(long count, var effect) ->
          List.of(change(tune, Long.toString(count), effect));
      case Goal.Age(var age, var effect) ->
          List.of(change(tune, Long.toString(age.count()), effect));
      case Goal.Size(var size, var effect) -> List.of(change(tune, text(size), effect));
      case Goal.Time(var time, var effect) ->
          List.of(
              change(
                  tune,
                  time.toMillis() % 1_000 == 0
                      ? time.isZero() ? "0" : time.toSeconds() + "s"
                      : time.toMillis() + "ms",
                  effect));
    };
  }

  /// As `ALTER SYSTEM` takes it.
  static String text(Bytes size) {
    long gigabytes = size.count() / Bytes.ofGigabytes(1).count();
    return size.equals(Bytes.ofGigabytes(gigabytes))
        ? gigabytes + "GB"
        : size.count() / Bytes.ofMegabytes(1).count() + "MB";
  }

  /// A fixed value: of the table where the goal is one of a table, else of the server.
  private static Proposal change(Remedy.Tune tune, String value, Effect effect) {
    return tune.subject()
        .onTable()
        .flatMap(relation ->
            tune.setting().storageParameter().map(name -> ofTable(relation, name, value, effect)))
        .orElseGet(() -> new Proposal(new SettingChange.OfServer(tune.setting(), value), effect));
  }

  static Proposal ofTable(Relation relation, String name, String value, Effect effect) {
    var parameters = new TreeMap<String, String>();
    parameters.put(name, value);
    return new Proposal(new SettingChange.OfTable(relation, parameters), effect);
  }

  private Optional<String> defaultOf(Setting setting) {
    return setting
        .bootValue(evidence.release())
        .map(value ->
            value.startsWith("-") ? value : value + setting.unit(evidence.release()).orElse(""));
  }

  /// Faster workers where something slows them, else one more of them.
  private List<Proposal> sooner(Setting setting) {
    var faster =
        setting == Setting.AUTOVACUUM_MAX_WORKERS
            ? List.<Proposal>of()
            : new CostNumbers(evidence).faster();
    return faster.isEmpty() ? oneMoreWorker() : faster;
  }

  /// With a slot where all have their worker.
  private List<Proposal> oneMoreWorker() {
    var settings = evidence.settings();
    long now = settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    var wanted = Long.toString(now + 1);
    var effect =
        new Effect.Predicted(
            "tables vacuumed at once, at most",
            Long.toString(now),
            wanted,
            "no worker was seen asleep for the cost limit, so one more is not at the others'"
                + " expense");
    boolean needsSlot =
        Setting.AUTOVACUUM_WORKER_SLOTS.isIn(evidence.release())
            && settings.integerOrDefault(Setting.AUTOVACUUM_WORKER_SLOTS) <= now;
    var worker =
        new Proposal(new SettingChange.OfServer(Setting.AUTOVACUUM_MAX_WORKERS, wanted), effect);
    var slot =
        new Proposal(new SettingChange.OfServer(Setting.AUTOVACUUM_WORKER_SLOTS, wanted), effect);
    return needsSlot ? List.of(worker, slot) : List.of(worker);
  }

  /// From 19 on an ordinary vacuum passes by what queries have marked all-visible, and freezes none
  /// of it: an aggressive one reads what is not frozen, of a table that only grows its new pages.
  private Optional<Proposal> frozenAtOnce(Relation relation) {
    var options = evidence.options(relation);
    var now = options.freezeMinAge().value();
    var parameters = new TreeMap<String, String>();
    if (now.count() > 0) {
      parameters.put("autovacuum_freeze_min_age", "0");
    }
    if (Feature.READS_SET_VISIBILITY_MAP.isIn(evidence.release())
        && options.freezeTableAge().value().count() > 0) {
      parameters.put("autovacuum_freeze_table_age", "0");
    }
    return parameters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Proposal(
                new SettingChange.OfTable(relation, parameters),
                new Effect.Predicted(
                    "age at which a vacuum freezes a row",
                    now.count(),
                    "0",
                    parameters.size() > 1
                        ? "the server's own rule; each vacuum then reads what is not frozen yet,"
                            + " also pages that queries marked all-visible, and freezes it"
                        : "the server's own rule; from then on each vacuum freezes what was"
                            + " inserted since the last")));
  }
}
