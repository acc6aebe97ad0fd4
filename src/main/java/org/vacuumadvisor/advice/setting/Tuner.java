package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

/// Lets the simulator judge what the closed form proposes: as one set that fits together, with what
/// it comes to. Where the load was not measured, or the simulator sees nothing wrong, the closed
/// form stands.
public final class Tuner {
  private static final Duration LEAST = Duration.ofMinutes(30);
  private static final Duration MOST = Duration.ofDays(60);
  private static final int ROUNDS = 6;

  /// Concerns and neighbours beyond these change the figures no more.
  private static final int CONCERNS = 60;

  private static final int NEIGHBOURS = 40;

  private final Evidence evidence;
  private final List<Asked> asked;
  private final Shared shared;
  private final Map<Asked, List<Proposal>> judged = new HashMap<>();
  private final Set<Setting> settled = new HashSet<>();
  private final Set<SettingChange> inVain = new HashSet<>();

  private Tuner(Evidence evidence, List<Asked> asked, Predicate<SettingChange> allowed) {
    this.evidence = evidence;
    this.asked = asked;
    shared =
        Shared.of(
            evidence, asked.stream().flatMap(each -> each.proposal().stream()).toList(), allowed);
  }

  /// What is asked for, as far as the simulator does not speak against it.
  ///
  /// @param allowed whether nothing else speaks against a change
  public static List<Asked> tuned(
      Evidence evidence, List<Asked> asked, Predicate<SettingChange> allowed) {
    boolean isMeasured =
        evidence.isServerSeen()
            && !evidence.isStandby()
            && evidence.survey().coverage().excerpt().isEmpty()
            && asked.stream().anyMatch(each -> each.change().isPresent());
    return isMeasured ? new Tuner(evidence, asked, allowed).tuned() : asked;
  }

  private List<Asked> tuned() {
    var cluster = Cluster.of(evidence.older(), evidence.survey(), evidence.history());
    var concerns =
        asked.stream()
            .flatMap(each ->
                change(each).stream()
                    .flatMap(change -> Concern.of(each, change, evidence, cluster)))
            .limit(CONCERNS)
            .toList();
    var fast = concerns.stream().filter(Concern::isFast).toList();
    judge(fast, cluster);
    judge(
        concerns.stream().filter(each -> !each.isFast()).toList(),
        cluster.withTables(others(cluster, fast)));
    return asked.stream().flatMap(this::answered).toList();
  }

  private Optional<SettingChange> change(Asked each) {
    return each.change().map(own -> shared.by(own).map(Proposal::change).orElse(own));
  }

  /// What came of it; as it was asked for where nobody judged it.
  private Stream<Asked> answered(Asked each) {
    var proposals = judged.get(each);
    if (proposals != null) {
      return proposals.stream().map(each::with);
    }
    return isVoid(each)
        ? Stream.empty()
        : Stream.of(
            each.change()
                .flatMap(shared::by)
                .filter(of -> !inVain.contains(of.change()))
                .map(each::with)
                .orElse(each));
  }

  /// A setting of the server that was found good has its value, and one that was found to gain too
  /// little is not to be set.
  private boolean isVoid(Asked each) {
    return each.change()
        .filter(change ->
            inVain.contains(change)
                || (change instanceof SettingChange.OfServer server
                    && settled.contains(server.setting())))
        .isPresent();
  }

  private static List<TableStart> others(Cluster cluster, List<Concern> concerns) {
    var keys = keys(concerns);
    return cluster.tables().stream().filter(each -> !keys.contains(each.key())).toList();
  }

  private static Set<RelationKey> keys(List<Concern> concerns) {
    return concerns.stream()
        .flatMap(each -> each.targets().stream())
        .map(each -> each.relation().key())
        .collect(Collectors.toSet());
  }

  /// Simulates what is proposed for these concerns. What nothing came of is void where it is a
  /// setting of the server; of a table, the closed form stands.
  private void judge(List<Concern> all, Cluster cluster) {
    var concerns = all.stream().filter(each -> Trial.takes(each.change(), cluster)).toList();
    if (concerns.isEmpty()) {
      return;
    }
    var guards =
        concerns.stream()
            .flatMap(each -> each.targets().stream().map(Concern.Target::guard))
            .distinct()
            .toList();
    var tuning =
        new Judge(neighbourhood(cluster, concerns), guards, length(concerns)).of(oneEach(concerns));
    var contracts = new SimulatedProposals(evidence, tuning);
    for (var concern : concerns) {
      var proposals = contracts.of(concern);
      if (!proposals.isEmpty()) {
        judged.put(concern.asked(), proposals);
      } else if (concern.change() instanceof SettingChange.OfServer
          && !tuning.without().containsKey(concern.change())
          && contracts.isTooMuch(concern)) {
        inVain.add(concern.change());
      }
    }
    for (var each : tuning.without().keySet()) {
      if (each instanceof SettingChange.OfServer(var setting, _)) {
        settled.add(setting);
      }
    }
  }

  /// One value for each setting and table: that of the worst finding, which comes first.
  private static Collection<SettingChange> oneEach(List<Concern> concerns) {
    var bySubject = new LinkedHashMap<Object, SettingChange>();
    concerns.forEach(each -> bySubject.putIfAbsent(each.change().subject(), each.change()));
    return bySubject.values();
  }

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
  private static Cluster neighbourhood(Cluster cluster, List<Concern> concerns) {
    var busiest =
        others(cluster, concerns).stream()
            .filter(each -> each.arrivals().modified() > 0)
            .sorted(
                Comparator.comparingDouble((TableStart each) -> each.arrivals().modified())
                    .reversed())
            .limit(NEIGHBOURS);
    var keys = keys(concerns);
    var concerned = cluster.tables().stream().filter(each -> keys.contains(each.key()));
    return cluster.withTables(Stream.concat(concerned, busiest).toList());
  }
}
