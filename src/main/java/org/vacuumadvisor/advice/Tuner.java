package org.vacuumadvisor.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.tuning.Guard;
import org.vacuumadvisor.tuning.Knob;
import org.vacuumadvisor.tuning.Search;

/// Puts the numbers that a search over the simulator finds in the place of those that rules
/// propose: as one set that fits together. Where the load was not measured, or the simulator sees
/// nothing wrong, a rule's own arithmetic stands.
final class Tuner {
  /// Tables that pass their threshold within this and those that take longer are looked at apart:
  /// what settles the one goes unnoticed in the time of the other.
  private static final Duration FAST = Duration.ofMinutes(30);

  private static final Duration LEAST = Duration.ofMinutes(30);
  private static final Duration MOST = Duration.ofDays(60);
  private static final int ROUNDS = 6;

  /// Concerns and neighbours beyond these change the numbers no more.
  private static final int CONCERNS = 8;

  private static final int NEIGHBOURS = 40;

  /// Workers that are busy all the time have no room for a bad day: ours, after the half to two
  /// thirds that queueing theory leaves a server with random arrivals.
  private static final double BUSY = 0.6;

  /// What the default cost limit lets all workers change, as a mean.
  private static final double CHANGED_BYTES = 39.1 * 1024 * 1024;

  private final Situation situation;
  private final List<Asked> asked;
  private final Knobs knobs;
  private final List<Asked> tuned = new ArrayList<>();
  private final Set<Asked> replaced = new HashSet<>();
  private final Set<Setting> settled = new LinkedHashSet<>();

  private Tuner(Situation situation, List<Asked> asked, Predicate<Remedy> allowed) {
    this.situation = situation;
    this.asked = asked;
    knobs = new Knobs(situation, allowed);
  }

  /// What is asked for, with the numbers found.
  ///
  /// @param allowed whether nothing speaks against a change
  static List<Asked> tuned(Situation situation, List<Asked> asked, Predicate<Remedy> allowed) {
    boolean isMeasured =
        situation.isServerSeen()
            && !situation.survey().server().standby()
            && situation.survey().coverage().excerpt().isEmpty();
    return isMeasured ? new Tuner(situation, asked, allowed).tuned() : asked;
  }

  private List<Asked> tuned() {
    var concerns =
        asked.stream().flatMap(each -> Concern.of(each, situation)).limit(CONCERNS).toList();
    if (concerns.isEmpty()) {
      return asked;
    }
    var cluster =
        situation
            .older()
            .map(older -> Cluster.between(older, situation.survey(), situation.history()))
            .orElseGet(() -> Cluster.of(situation.survey(), situation.history()));
    var bySpeed =
        concerns.stream()
            .collect(Collectors.partitioningBy(each -> each.pace().compareTo(FAST) < 0));
    cluster = settle(bySpeed.getOrDefault(true, List.of()), cluster);
    settle(bySpeed.getOrDefault(false, List.of()), without(bySpeed, cluster));
    return Stream.concat(asked.stream().filter(each -> !isSettled(each)), tuned.stream())
        .sorted(Comparator.comparingInt(each -> rank(each)))
        .toList();
  }

  /// The place of the finding among all.
  private int rank(Asked each) {
    for (int at = 0; at < asked.size(); at++) {
      if (asked.get(at).finding().equals(each.finding())) {
        return at;
      }
    }
    return asked.size();
  }

  /// The search decides a setting for the whole server: what a rule proposed for it is void.
  private boolean isSettled(Asked each) {
    return replaced.contains(each)
        || (each.remedy() instanceof Remedy.TuneServer(Setting setting, _, _)
            && settled.contains(setting));
  }

  /// The cluster without the tables that were settled already.
  private static Cluster without(Map<Boolean, List<Concern>> bySpeed, Cluster cluster) {
    var fast = keys(bySpeed.getOrDefault(true, List.of()));
    return cluster.withTables(
        cluster.tables().stream().filter(each -> !fast.contains(each.key())).toList());
  }

  private static Set<RelationKey> keys(List<Concern> concerns) {
    return concerns.stream()
        .flatMap(each -> each.targets().stream())
        .map(each -> each.relation().key())
        .collect(Collectors.toSet());
  }

  /// Searches for these concerns, and takes the set if it helps.
  ///
  /// @return the cluster with it
  private Cluster settle(List<Concern> concerns, Cluster cluster) {
    var known = cluster.tables().stream().map(TableStart::key).collect(Collectors.toSet());
    var targets =
        concerns.stream()
            .flatMap(each -> each.targets().stream())
            .filter(each -> known.contains(each.relation().key()))
            .distinct()
            .toList();
    if (targets.isEmpty()) {
      return cluster;
    }
    var guards = targets.stream().map(Concern.Target::guard).distinct().toList();
    var tuning =
        Search.run(
            neighbourhood(cluster, keys(concerns)),
            guards,
            kept(),
            knobs(targets),
            length(concerns));
    var contracts = new TunedRemedies(situation, tuning);
    for (var concern : concerns) {
      var remedies = contracts.of(concern);
      if (!remedies.isEmpty()) {
        replaced.add(concern.asked());
        remedies.forEach(each -> tuned.add(concern.asked().with(each)));
      }
    }
    tuning
        .choices()
        .forEach(each -> {
          if (each.knob() instanceof Knob.OfServer server) {
            settled.add(server.setting());
          }
        });
    return tuning.found().setup().changes().on(cluster);
  }

  /// What no change may break.
  private static List<Guard> kept() {
    return List.of(
        Guard.ofServer(Guard.Kind.BUSY_WORKERS, BUSY, "room for a bad day"),
        Guard.ofServer(
            Guard.Kind.CHANGED_BYTES,
            CHANGED_BYTES,
            "what the default cost limit lets all workers change"));
  }

  private List<Knob> knobs(List<Concern.Target> targets) {
    var all = new ArrayList<Knob>();
    for (var target : targets) {
      var guard = target.guard();
      var knob =
          guard.kind() == Guard.Kind.INSERTED_ROWS
              ? knobs.insertedRows(target.relation(), target.given(), guard.limit())
              : knobs.deadRows(target.relation(), target.given());
      knob.filter(each -> all.stream().noneMatch(other -> isTwin(each, other))).ifPresent(all::add);
    }
    all.addAll(knobs.ofServer());
    return all;
  }

  private static boolean isTwin(Knob one, Knob other) {
    return one instanceof Knob.OfTable(var table, var what, _)
        && other instanceof Knob.OfTable(var otherTable, var otherWhat, _)
        && table.equals(otherTable)
        && what == otherWhat;
  }

  /// Long enough to see autovacuum come several times.
  private static Duration length(List<Concern> concerns) {
    var wanted =
        concerns.stream()
            .map(Concern::pace)
            .max(Comparator.naturalOrder())
            .orElse(LEAST)
            .multipliedBy(ROUNDS);
    return wanted.compareTo(LEAST) < 0 ? LEAST : wanted.compareTo(MOST) > 0 ? MOST : wanted;
  }

  /// The tables of concern with those that workers are busiest with.
  private static Cluster neighbourhood(Cluster cluster, Set<RelationKey> concerned) {
    var busiest =
        cluster.tables().stream()
            .filter(each -> !concerned.contains(each.key()))
            .filter(each -> each.arrivals().modified() > 0)
            .sorted(
                Comparator.comparingDouble((TableStart each) -> each.arrivals().modified())
                    .reversed())
            .limit(NEIGHBOURS)
            .map(TableStart::key)
            .collect(Collectors.toSet());
    return cluster.withTables(
        cluster.tables().stream()
            .filter(each -> concerned.contains(each.key()) || busiest.contains(each.key()))
            .toList());
  }
}
