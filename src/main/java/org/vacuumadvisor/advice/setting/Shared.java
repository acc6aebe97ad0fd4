package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Quantities;

/// Settings of the server that many tables want, in the place of one for each of them.
///
/// @param ofServer at most one of a setting
/// @param restored thresholds of the server that are put back, which findings of their own ask for
record Shared(Evidence evidence, List<Proposal> ofServer, List<Proposal> restored) {
  /// So many tables that want the same make it a matter of the server: ours, about what people
  /// still keep in mind.
  private static final int EXCEPTIONS = 5;

  private static final double HALF = 0.5;

  private static final Predicate<String> THRESHOLD =
      Pattern.compile("_(threshold|scale_factor)$").asPredicate();

  private static final Map<String, Setting> THRESHOLDS =
      Map.of(
          "autovacuum_vacuum_scale_factor", Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          "autovacuum_vacuum_insert_threshold", Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR,
          "autovacuum_analyze_scale_factor", Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR);

  /// The first is PostgreSQL's own, for who has a larger one.
  private static final List<Double> SCALE_FACTORS =
      List.of(0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001);

  /// A threshold up to a quarter above the one asked for is accepted.
  private static final float ACCEPTED_EXCESS = 1.25f;

  /// What more than five tables want, or half of those that change: so much that the one in their
  /// middle is served.
  ///
  /// @param allowed whether nothing speaks against a change
  static Shared of(Evidence evidence, List<Proposal> proposals, Predicate<SettingChange> allowed) {
    var changes = proposals.stream().map(Proposal::change).toList();
    return new Shared(
        evidence,
        THRESHOLDS.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .flatMap(
                each -> shared(evidence, each.getValue(), shares(each.getKey(), changes)).stream())
            .filter(each -> allowed.test(each.change()))
            .toList(),
        proposals.stream()
            .filter(each ->
                each.change() instanceof SettingChange.OfServer server
                    && THRESHOLD.test(server.setting().parameter())
                    && allowed.test(server))
            .toList());
  }

  /// The change of the server that replaces one of a table; empty where the table needs its own.
  Optional<Proposal> by(SettingChange change) {
    return change instanceof SettingChange.OfTable(Relation relation, var parameters)
        ? restoring(relation, parameters)
            .or(() ->
                ofServer.stream()
                    .filter(each ->
                        each.change() instanceof SettingChange.OfServer server
                            && concerns(server, relation, parameters)
                            && (isIdle(relation) || isEnough(server, relation, parameters)))
                    .findFirst())
        : Optional.empty();
  }

  /// One that is put back and counts what these parameters count, if autovacuum comes to the table
  /// once all that somebody raised is put back.
  private Optional<Proposal> restoring(Relation relation, SortedMap<String, String> parameters) {
    var kind = kind(parameters.firstKey());
    return restored.stream()
        .filter(_ -> parameters.keySet().stream().allMatch(THRESHOLD))
        .filter(each ->
            each.change() instanceof SettingChange.OfServer server
                && kind(server.setting().parameter()).equals(kind))
        .findFirst()
        .filter(_ -> comes(kind, relation, thresholds(restoredSettings(), relation)));
  }

  private ServerSettings restoredSettings() {
    var settings = evidence.settings();
    for (var each : restored) {
      if (each.change() instanceof SettingChange.OfServer(var setting, var value)) {
        settings = settings.with(setting, value);
      }
    }
    return settings;
  }

  private static boolean comes(String kind, Relation relation, Thresholds at) {
    return switch (kind) {
      case "insert" -> relation.counted(TableKeys.N_INS_SINCE_VACUUM) > at.insert();
      case "analyze" -> relation.counted(TableKeys.N_MOD_SINCE_ANALYZE) > at.analyze();
      default -> relation.counted(TableKeys.N_DEAD_TUP) > at.vacuum();
    };
  }

  private static String kind(String parameter) {
    return Stream.of("insert", "analyze").filter(parameter::contains).findFirst().orElse("dead");
  }

  /// Which part of itself each table wants to change until autovacuum comes, the smallest first.
  private static List<Double> shares(String parameter, List<SettingChange> changes) {
    return changes.stream()
        .flatMap(each -> each instanceof SettingChange.OfTable it ? Stream.of(it) : Stream.empty())
        .filter(each -> !each.relation().parameters().has(parameter))
        .flatMap(each ->
            Optional.ofNullable(each.parameters().get(parameter))
                .map(Double::parseDouble)
                .flatMap(value -> share(value, each.relation()))
                .stream())
        .sorted()
        .toList();
  }

  /// A part as it is, a number of rows as its part; none of a table without rows.
  private static Optional<Double> share(double value, Relation relation) {
    return value <= 1
        ? Optional.of(value)
        : relation.get(TableKeys.RELTUPLES).known().filter(all -> all > 0).map(all -> value / all);
  }

  private static Optional<Proposal> shared(
      Evidence evidence, Setting setting, List<Double> shares) {
    long changing =
        evidence
            .tables()
            .filter(each -> evidence.workload(each).rates().activity().written() > 0)
            .count();
    if (!(shares.size() > EXCEPTIONS
        || (shares.size() > 1 && (double) shares.size() > HALF * (double) changing))) {
      return Optional.empty();
    }
    double middle = shares.get(shares.size() / 2);
    double now = evidence.settings().realOrDefault(setting);
    return SCALE_FACTORS.stream()
        .filter(each -> middle < now && each < now && each <= ACCEPTED_EXCESS * middle)
        .findFirst()
        .map(Quantities::number)
        .map(value ->
            new Proposal(
                new SettingChange.OfServer(setting, value),
                new Effect.Predicted(
                    "part of each table that changes until autovacuum comes",
                    Quantities.number(now),
                    value,
                    "the middle of what %d tables need".formatted(shares.size()))));
  }

  private static boolean concerns(
      SettingChange.OfServer server, Relation relation, SortedMap<String, String> parameters) {
    return parameters.keySet().stream()
        .anyMatch(
            each -> server.setting() == THRESHOLDS.get(each) && !relation.parameters().has(each));
  }

  /// No rows are written to it, so it needs no threshold other than the server's.
  private boolean isIdle(Relation relation) {
    return evidence.workload(relation).rates().activity().written() == 0;
  }

  private boolean isEnough(
      SettingChange.OfServer tune, Relation relation, SortedMap<String, String> parameters) {
    var wanted = evidence.thresholds(relation, parameters);
    var served = thresholds(evidence.settings().with(tune.setting(), tune.value()), relation);
    return Stream.of(
            served.vacuum() - ACCEPTED_EXCESS * wanted.vacuum(),
            served.insert() - ACCEPTED_EXCESS * wanted.insert(),
            served.analyze() - ACCEPTED_EXCESS * wanted.analyze())
        .allMatch(beyond -> !(beyond > 0));
  }

  private static Thresholds thresholds(ServerSettings settings, Relation relation) {
    return AutovacuumOptions.of(settings.release(), settings, relation.parameters())
        .trigger()
        .at(Evidence.sizeOf(relation));
  }
}
