package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.fleet.watch.HolderFacts;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.XidAge;

/// Who holds back the oldest xmin, by kind of holder and by whose rows it keeps.
final class HolderSamples {
  /// Kinds of which a server that was read whole has none if none was seen, and what they reach.
  private static final List<Kind> ALWAYS_LOOKED_FOR =
      List.of(
          new Kind("session", "database"),
          new Kind("prepared", "database"),
          new Kind("slot", "all"),
          new Kind("slot", "catalogs"),
          new Kind("standby", "all"));

  private HolderSamples() {}

  private record Kind(String name, String reach) {}

  static void add(Survey survey, Samples samples) {
    var kinds =
        survey.horizonHolders().stream()
            .map(HolderFacts::of)
            .collect(
                Collectors.groupingBy(
                    each -> new Kind(each.kind(), each.reach()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    kinds.forEach((kind, holders) -> add(kind, holders, survey, samples));
    if (isReadWhole(survey)) {
      ALWAYS_LOOKED_FOR.stream()
          .filter(kind -> !kinds.containsKey(kind))
          .forEach(kind -> samples.add("xmin_holders", 0, kind.name(), kind.reach()));
    }
  }

  /// Where something could not be read, what was not seen may be there.
  private static boolean isReadWhole(Survey survey) {
    return survey.coverage().gaps().stream()
        .map(Gap::kind)
        .noneMatch(each ->
            each == Gap.Kind.NO_PRIVILEGE || each == Gap.Kind.TIMED_OUT || each == Gap.Kind.FAILED);
  }

  private static void add(Kind kind, List<HolderFacts> holders, Survey survey, Samples samples) {
    samples.add("xmin_holders", holders.size(), kind.name(), kind.reach());
    var oldest =
        holders.stream()
            .max(Comparator.comparing(HolderFacts::holder, HorizonHolder.byAge()))
            .orElseThrow();
    if (oldest.holder().age() instanceof Reading.Known<XidAge>(XidAge age, _)) {
      samples.add("oldest_xmin_age_transactions", age.count(), kind.name(), kind.reach());
      oldest
          .since()
          .map(began -> Duration.between(began, survey.takenAt()))
          .filter(held -> !held.isNegative())
          .ifPresent(held ->
              samples.add("oldest_xmin_seconds", Samples.seconds(held), kind.name(), kind.reach()));
      samples.add(
          "oldest_xmin_holder_info",
          1,
          kind.name(),
          kind.reach(),
          database(oldest.holder().reach()),
          oldest.text("user_name"),
          oldest.text("application"),
          oldest.text("name"));
    }
  }

  private static String database(HorizonHolder.Reach reach) {
    return switch (reach) {
      case HorizonHolder.Reach.OneDatabase(String name) -> name;
      case HorizonHolder.Reach.Everything() -> "";
      case HorizonHolder.Reach.Catalogs(Reading<String> database) -> database.or("");
    };
  }
}
