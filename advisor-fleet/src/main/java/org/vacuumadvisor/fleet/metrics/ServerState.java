package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.fleet.metrics.Samples.Sample;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.model.Survey;

/// What is known of one server: what the last looks gave, and what all of them cost. It changes by
/// becoming another one, so that it can be read at any time.
///
/// @param isUp whether the last look succeeded
/// @param seen the last look that did
/// @param holders what it gave
/// @param surveyed the last survey
/// @param survey what it gave
/// @param tally of the looks since this program started
record ServerState(
    boolean isUp,
    Optional<Moment> seen,
    List<Sample> holders,
    Optional<Moment> surveyed,
    List<Sample> survey,
    Tally tally) {
  private static final Duration LEAST_FRESH = Duration.ofMinutes(1);

  static final ServerState NONE =
      new ServerState(false, Optional.empty(), List.of(), Optional.empty(), List.of(), Tally.NONE);

  /// When a look ended, and how long it took.
  ///
  /// @param again after which time there is the next of its kind; zero where that is as usual
  record Moment(Instant time, Duration took, Duration again) {
    private boolean isFresh(Instant now, Duration every) {
      var longer = again.compareTo(every) > 0 ? again : every;
      var limit = longer.multipliedBy(3).plus(LEAST_FRESH).plus(took);
      return Duration.between(time, now).compareTo(limit) <= 0;
    }
  }

  /// How many looks at a server there were, and what they took. One that failed cost it nothing to
  /// speak of.
  record Tally(long surveyed, long seen, long failed, Duration all, Duration longest) {
    static final Tally NONE = new Tally(0, 0, 0, Duration.ZERO, Duration.ZERO);

    /// With one more.
    Tally plus(Look look) {
      if (look instanceof Look.Failed) {
        return new Tally(surveyed, seen, failed + 1, all, longest);
      }
      int surveys = look instanceof Look.Full ? 1 : 0;
      return new Tally(
          surveyed + surveys,
          seen + 1 - surveys,
          failed,
          all.plus(look.took()),
          longest.compareTo(look.took()) < 0 ? look.took() : longest);
    }
  }

  ServerState after(Look look, MetricsOptions options) {
    var tallied = tally.plus(look);
    var moment = Optional.of(new Moment(look.time(), look.took(), Duration.ZERO));
    return switch (look) {
      case Look.Failed _ -> new ServerState(false, seen, List.of(), surveyed, List.of(), tallied);
      case Look.Glance glance ->
          new ServerState(true, moment, holders(look, glance.survey()), surveyed, survey, tallied);
      case Look.Full full ->
          new ServerState(
              true,
              moment,
              holders(look, full.assessment().evidence().survey()),
              Optional.of(new Moment(full.time(), full.took(), full.again())),
              SurveySamples.of(full, options),
              tallied);
    };
  }

  private static List<Sample> holders(Look look, Survey survey) {
    var samples = new Samples(look.target().name());
    HolderSamples.add(survey, samples);
    return samples.list();
  }

  /// The values at a moment. What is stale has none.
  void addTo(List<Sample> all, String cluster, Instant now, Duration every) {
    var samples = new Samples(cluster);
    boolean isSeen = isUp && seen.filter(each -> each.isFresh(now, every)).isPresent();
    boolean isSurveyed =
        isSeen
            && !survey.isEmpty()
            && surveyed.filter(each -> each.isFresh(now, every)).isPresent();
    samples.add("up", isSeen ? 1 : 0);
    samples.add("survey_success", isSurveyed ? 1 : 0);
    seen.ifPresent(each -> samples.add("look_timestamp_seconds", Samples.seconds(each.time())));
    surveyed.ifPresent(each -> {
      samples.add("survey_timestamp_seconds", Samples.seconds(each.time()));
      samples.add("survey_age_seconds", Samples.seconds(Duration.between(each.time(), now)));
      samples.add("survey_duration_seconds", Samples.seconds(each.took()));
    });
    samples.add("looks_total", tally.surveyed(), "surveyed");
    samples.add("looks_total", tally.seen(), "seen");
    samples.add("looks_total", tally.failed(), "failed");
    samples.add("look_seconds_total", Samples.seconds(tally.all()));
    samples.add("longest_look_seconds", Samples.seconds(tally.longest()));
    all.addAll(samples.list());
    all.addAll(isSeen ? holders : List.of());
    all.addAll(isSurveyed ? survey : List.of());
  }
}
