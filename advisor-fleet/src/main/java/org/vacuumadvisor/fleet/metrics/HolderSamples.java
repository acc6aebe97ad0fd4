package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.vacuumadvisor.fleet.watch.HolderWords;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
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

  private static final double NANOS = 1e9;

  private final Survey survey;
  private final Samples samples;

  private HolderSamples(Survey survey, Samples samples) {
    this.survey = survey;
    this.samples = samples;
  }

  private record Kind(String name, String reach) implements Comparable<Kind> {
    @Override
    public int compareTo(Kind other) {
      return Comparator.comparing(Kind::name).thenComparing(Kind::reach).compare(this, other);
    }
  }

  static void add(Survey survey, Samples samples) {
    new HolderSamples(survey, samples).add();
  }

  private void add() {
    Map<Kind, List<HorizonHolder>> kinds =
        survey.horizonHolders().stream()
            .collect(Collectors.groupingBy(HolderSamples::kind, TreeMap::new, Collectors.toList()));
    kinds.forEach(this::add);
    if (isReadWhole()) {
      for (var kind : ALWAYS_LOOKED_FOR) {
        if (!kinds.containsKey(kind)) {
          samples.add(Metric.XMIN_HOLDERS, 0, kind.name(), kind.reach());
        }
      }
    }
  }

  /// Where something could not be read, what was not seen may be there.
  private boolean isReadWhole() {
    return survey.coverage().gaps().stream()
        .map(Gap::kind)
        .noneMatch(each ->
            each == Gap.Kind.NO_PRIVILEGE || each == Gap.Kind.TIMED_OUT || each == Gap.Kind.FAILED);
  }

  private void add(Kind kind, List<HorizonHolder> holders) {
    samples.add(Metric.XMIN_HOLDERS, holders.size(), kind.name(), kind.reach());
    var oldest = holders.stream().max(HorizonHolder.byAge()).orElseThrow();
    if (oldest.age() instanceof Reading.Known<XidAge>(XidAge age, _)) {
      samples.add(Metric.OLDEST_XMIN_AGE_TRANSACTIONS, age.count(), kind.name(), kind.reach());
      since(oldest)
          .known()
          .map(began -> Duration.between(began, survey.takenAt()))
          .filter(held -> !held.isNegative())
          .ifPresent(held ->
              samples.add(
                  Metric.OLDEST_XMIN_SECONDS,
                  (double) held.toNanos() / NANOS,
                  kind.name(),
                  kind.reach()));
      who(kind, oldest);
    }
  }

  private void who(Kind kind, HorizonHolder holder) {
    var labels =
        switch (holder) {
          case HorizonHolder.Session it ->
              List.of(
                  database(it.reach()),
                  it.backend().user().or(""),
                  it.backend().application().or(""),
                  "");
          case HorizonHolder.PreparedTransaction it ->
              List.of(database(it.reach()), it.owner(), "", it.gid());
          case HorizonHolder.Slot it ->
              List.of(database(it.reach()), "", it.plugin().or(""), it.name());
          case HorizonHolder.Standby it ->
              List.of(database(it.reach()), "", it.sender().application().or(""), "");
          case HorizonHolder.DeferredCleanup _ -> List.of("", "", "", "");
        };
    samples.add(
        Metric.OLDEST_XMIN_HOLDER_INFO,
        1,
        kind.name(),
        kind.reach(),
        labels.get(0),
        labels.get(1),
        labels.get(2),
        labels.get(3));
  }

  private static Reading<Instant> since(HorizonHolder holder) {
    return switch (holder) {
      case HorizonHolder.Session it -> it.since();
      case HorizonHolder.PreparedTransaction it -> it.since();
      case HorizonHolder.Slot it -> it.consumer().goneSince();
      case HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ ->
          Reading.missing(Why.NOT_APPLICABLE);
    };
  }

  private static Kind kind(HorizonHolder holder) {
    return new Kind(HolderWords.kind(holder), HolderWords.reach(holder));
  }

  private static String database(HorizonHolder.Reach reach) {
    return switch (reach) {
      case HorizonHolder.Reach.OneDatabase(String name) -> name;
      case HorizonHolder.Reach.Everything() -> "";
      case HorizonHolder.Reach.Catalogs(Reading<String> database) -> database.or("");
    };
  }
}
