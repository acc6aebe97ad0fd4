package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

/// Puts the numbers that a search over the simulator finds in the place of those of the closed
/// form: as one set that fits together. Where the load was not measured, or the simulator sees
/// nothing wrong, the closed form stands.
public final class Tuner {
  private static final Duration LEAST = Duration.ofMinutes(30);
  private static final Duration MOST = Duration.ofDays(60);
  private static final int ROUNDS = 6;

  /// Ages grow for years, and come to a limit once in a while.
  private static final Duration LONGEST = Duration.ofDays(3_000);

  private static final int TWICE = 2;

  /// Concerns and neighbours beyond these change the numbers no more.
  private static final int CONCERNS = 60;

  private static final int NEIGHBOURS = 40;

  /// Workers that are busy all the time have no room for a bad day: ours, after the half to two
  /// thirds that queueing theory leaves a server with random arrivals.
  private static final double BUSY = 0.6;

  /// What the default cost limit lets all workers change, as a mean.
  private static final double CHANGED_BYTES = 39.1 * 1024 * 1024;

  private final Evidence evidence;
  private final List<Asked> asked;
  private final KnobSet knobs;
  private final List<Asked> tuned = new ArrayList<>();
  private final Set<Asked> replaced = new HashSet<>();
  private final Set<Setting> settled = new LinkedHashSet<>();

  private Tuner(Evidence evidence, List<Asked> asked, Predicate<SettingChange> allowed) {
    this.evidence = evidence;
    this.asked = asked;
    knobs = new KnobSet(evidence, allowed);
  }

  /// What is asked for, with the numbers found.
  ///
  /// @param allowed whether nothing speaks against a change
  public static List<Asked> tuned(
      Evidence evidence, List<Asked> asked, Predicate<SettingChange> allowed) {
    boolean isMeasured =
        evidence.isServerSeen()
            && !evidence.survey().server().standby()
            && evidence.survey().coverage().excerpt().isEmpty();
    return isMeasured ? new Tuner(evidence, asked, allowed).tuned() : asked;
  }

  private List<Asked> tuned() {
    if (asked.stream().noneMatch(Tuner::mayBeNumber)) {
      return asked;
    }
    var cluster = Cluster.of(evidence.older(), evidence.survey(), evidence.history());
    var known = cluster;
    var concerns =
        asked.stream()
            .flatMap(each -> Concern.of(each, evidence, known))
            .limit(CONCERNS)
            .collect(Collectors.groupingBy(Concern::tempo));
    for (var tempo : Concern.Tempo.values()) {
      var together = concerns.getOrDefault(tempo, List.of());
      if (!together.isEmpty()) {
        cluster = without(together, settle(together, cluster).on(cluster));
      }
    }
    var served = new ServerThresholds(evidence, found());
    var rest =
        asked.stream()
            .filter(each -> !isSettled(each))
            .map(each -> each.change().flatMap(served::by).map(each::with).orElse(each));
    return Stream.concat(rest, tuned.stream())
        .sorted(Comparator.comparingInt(each -> rank(each)))
        .toList();
  }

  /// What the search found for the server.
  private List<Proposal> found() {
    return tuned.stream().flatMap(each -> each.proposal().stream()).toList();
  }

  private static boolean mayBeNumber(Asked each) {
    return each.change().isPresent() || each.remedy() instanceof Remedy.FreezeApart;
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
        || each.change()
            .filter(change ->
                change instanceof SettingChange.OfServer server
                    && settled.contains(server.setting()))
            .isPresent();
  }

  /// The cluster without the tables that were settled already.
  private static Cluster without(List<Concern> settled, Cluster cluster) {
    var keys = keys(settled);
    return cluster.withTables(
        cluster.tables().stream().filter(each -> !keys.contains(each.key())).toList());
  }

  private static Set<RelationKey> keys(List<Concern> concerns) {
    return concerns.stream()
        .flatMap(each -> each.targets().stream())
        .map(each -> each.relation().key())
        .collect(Collectors.toSet());
  }

  /// Searches for these concerns, and takes the set if it helps.
  ///
  /// @return what is to change for the concerns that come after
  private Changes settle(List<Concern> concerns, Cluster cluster) {
    var known = cluster.tables().stream().map(TableStart::key).collect(Collectors.toSet());
    var targets =
        concerns.stream()
            .flatMap(each -> each.targets().stream())
            .filter(each -> known.contains(each.relation().key()))
            .distinct()
            .toList();
    if (targets.isEmpty()) {
      return Changes.NONE;
    }
    var guards = targets.stream().map(Concern.Target::guard).distinct().toList();
    var tuning =
        Search.run(
            neighbourhood(cluster, concerns),
            guards,
            kept(),
            knobs.of(targets, cluster),
            length(concerns));
    var contracts = new TunedProposals(evidence, tuning);
    for (var concern : concerns) {
      var proposals = contracts.of(concern);
      if (!proposals.isEmpty()) {
        replaced.add(concern.asked());
        proposals.forEach(each -> tuned.add(concern.asked().with(each)));
      } else if (isOfServer(concern.asked()) && contracts.isTooDear(concern)) {
        replaced.add(concern.asked());
      }
    }
    tuning
        .choices()
        .forEach(each -> {
          if (each.knob() instanceof Knob.OfServer server) {
            server.settings().forEach(settled::add);
          }
        });
    return tuning.found().setup().changes();
  }

  /// A change of one table costs little, a change of the server concerns all of them.
  private static boolean isOfServer(Asked asked) {
    return asked.change().orElse(null) instanceof SettingChange.OfServer;
  }

  /// What no change may break.
  private static List<Guard> kept() {
    return List.of(
        new Guard.OfServer(ServerFigure.BUSY_WORKERS, BUSY, "room for a bad day"),
        new Guard.OfServer(
            ServerFigure.CHANGED_BYTES,
            CHANGED_BYTES,
            "what the default cost limit lets all workers change"));
  }

  /// Long enough to see autovacuum come several times; ages, to their limit and as far again.
  private static Duration length(List<Concern> concerns) {
    boolean isOfAges = concerns.getFirst().tempo() == Concern.Tempo.AGES;
    var wanted =
        concerns.stream()
            .map(Concern::pace)
            .max(Comparator.naturalOrder())
            .orElse(LEAST)
            .multipliedBy(isOfAges ? TWICE : ROUNDS);
    var most = isOfAges ? LONGEST : MOST;
    return wanted.compareTo(LEAST) < 0 ? LEAST : wanted.compareTo(most) > 0 ? most : wanted;
  }

  /// The tables of concern with those that workers are busiest with; for years, them alone.
  private static Cluster neighbourhood(Cluster cluster, List<Concern> concerns) {
    var concerned = keys(concerns);
    var busiest =
        cluster.tables().stream()
            .filter(_ -> concerns.getFirst().tempo() != Concern.Tempo.AGES)
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
