package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.IdRates.IdRate.Basis;
import org.vacuumadvisor.freeze.IdRates.LogUse;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.IdTrail;
import org.vacuumadvisor.model.history.IdTrails;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// How fast the two kinds of ID are given out, each as far as it is known.
///
/// @param logs what became of the logs
public record IdRates(Optional<IdRate> transactions, Optional<IdRate> multixacts, LogUse logs) {

  /// What logs were good for.
  public enum LogUse {
    NOT_GIVEN,
    USED,
    /// No two reports of vacuums in them say which transaction ID came next.
    SAY_NOTHING,
    /// Their transaction IDs cannot be those of the server surveyed.
    OF_ANOTHER_SERVER
  }

  /// How many of one kind are given out between two moments; none where no rate is known.
  long between(Wraparound ids, Instant from, Instant to) {
    return of(ids).map(each -> each.between(from, to)).orElse(XidAge.NONE).count();
  }

  /// The rate of one kind.
  public Optional<IdRate> of(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> transactions;
      case MULTIXACTS -> multixacts;
    };
  }

  /// How fast IDs of one kind are given out.
  ///
  /// @param perSecond of an average hour
  /// @param rhythm how it goes up and down within a week
  /// @param over the time it was seen over
  /// @param source the views and columns it was read from
  public record IdRate(
      Wraparound ids, double perSecond, Rhythm rhythm, Basis basis, Duration over, String source) {
    /// What lies farther in the future than this has no date.
    private static final double FARTHEST_DAYS = 100 * 365.25;

    private static final double SECONDS_A_DAY = 86_400;

    /// A rate is good for so many times as long as it was measured: a convention of ours.
    private static final int FARTHEST = 100;

    /// What a rate is worth.
    public enum Basis {
      /// The difference of two surveys, or of two reports of vacuums.
      MEASURED,
      /// No more than this: from the age of what was vacuumed a known time ago. Dates that follow
      /// from it are the earliest possible.
      AT_MOST
    }

    /// IDs given out in a day.
    public double perDay() {
      return perSecond * SECONDS_A_DAY;
    }

    /// IDs given out between two moments, rounded up: a plan must not come late by one.
    public XidAge between(Instant from, Instant to) {
      return new XidAge((long) Math.ceil(perSecond * Math.max(0, rhythm.pace().load(from, to))));
    }

    /// When something `age` old at `now` will be `limit` old; empty if never, or not within what a
    /// calendar can hold.
    public Optional<Instant> reaches(XidAge limit, XidAge age, Instant now) {
      return Wraparound.daysTo(limit, age, perSecond)
          .filter(days -> days <= FARTHEST_DAYS)
          .map(days -> (long) (rhythm.pace().seconds(now, days * SECONDS_A_DAY) * 1000))
          .map(now::plusMillis);
    }

    /// Whether a date that follows from it can be named. One that lies too far beyond the time it
    /// was measured over cannot; an upper bound gives the earliest date, however far.
    public boolean dates(Instant when, Instant now) {
      return basis == Basis.AT_MOST
          || Duration.between(now, when).compareTo(over.multipliedBy(FARTHEST)) <= 0;
    }

    /// How long it would have to be measured to name that date, in whole days from two on.
    public Duration neededFor(Duration away) {
      var needed = away.dividedBy(FARTHEST);
      return needed.toDays() < 2
          ? Duration.ofMinutes(1 + needed.toMinutes())
          : Duration.ofDays(1 + needed.toDays());
    }

    /// `129.6 million transaction IDs a day, measured over 2 h`.
    public String words() {
      var noun = ids == Wraparound.TRANSACTIONS ? "transaction IDs" : "multixact IDs";
      return switch (basis) {
        case MEASURED ->
            "%s %s a day, measured over %s"
                .formatted(Quantities.count(perDay()), noun, Quantities.duration(over));
        case AT_MOST ->
            "at most %s %s a day, over the last %s"
                .formatted(Quantities.count(perDay()), noun, Quantities.duration(over));
      };
    }
  }

  /// Finds how fast IDs are given out.
  public static final class IdRateMeter {
    /// A rate over less says little about the hours of a day; taken only where there is no other.
    private static final Duration DAY = Duration.ofDays(1);

    private static final Duration LEAST = Duration.ofMinutes(1);

    /// IDs that were given out between two moments.
    ///
    /// @param source where that was read
    private record IdsUsed(Instant from, Instant to, long ids, String source) {

      /// Nothing where time or counter ran backwards.
      static Optional<IdsUsed> between(Survey older, Survey now, long ids, String source) {
        return older.takenAt().isBefore(now.takenAt()) && ids >= 0
            ? Optional.of(
                new IdsUsed(
                    older.takenAt(),
                    now.takenAt(),
                    ids,
                    source + (older.isArchived() ? ", the older from the archive" : "")))
            : Optional.empty();
      }

      Duration over() {
        return Duration.between(from, to);
      }

      /// The rate of an average hour: what was seen by day alone is more than the mean.
      IdRate rate(Wraparound kind, Rhythm rhythm) {
        double load = Math.max(1e-3, rhythm.pace().load(from, to));
        return new IdRate(kind, (double) ids / load, rhythm, Basis.MEASURED, over(), source);
      }
    }

    private IdRateMeter() {}

    public static IdRates of(Sources sources) {
      var now = sources.now();
      var use = sources.logUse();
      var trails =
          sources.history().filter(_ -> use == LogUse.USED).map(History::ids).orElse(IdTrails.NONE);
      var rhythm =
          trails
              .transactions()
              .map(Rhythm::of)
              .orElse(Rhythm.UNKNOWN)
              .or(Rhythm.of(sources.surveys(), "transaction IDs used", IdRateMeter::used));
      var older = sources.older().stream().findFirst();
      return new IdRates(
          rate(
              Wraparound.TRANSACTIONS,
              older.flatMap(each ->
                  used(each, now).isPresent()
                      ? counted(each, now)
                      : aged(each, now, Wraparound.TRANSACTIONS)),
              trails.transactions().map(each -> logged(each, now)),
              rhythm,
              now),
          rate(
              Wraparound.MULTIXACTS,
              older.flatMap(each -> aged(each, now, Wraparound.MULTIXACTS)),
              trails.multixacts().map(IdRateMeter::used),
              rhythm,
              now),
          use);
    }

    /// What was seen for longer says more.
    private static Optional<IdRate> rate(
        Wraparound ids,
        Optional<IdsUsed> ofSurveys,
        Optional<IdsUsed> ofLogs,
        Rhythm rhythm,
        Survey now) {
      return Stream.of(ofSurveys, ofLogs)
          .flatMap(Optional::stream)
          .max(Comparator.comparing(IdsUsed::over))
          .map(each -> each.rate(ids, rhythm))
          .or(() -> atMost(now, ids));
    }

    private static Optional<IdsUsed> counted(Survey older, Survey now) {
      return used(older, now)
          .flatMap(ids ->
              IdsUsed.between(
                  older,
                  now,
                  ids.longValue(),
                  "txid_snapshot_xmax(txid_current_snapshot()) of two surveys"));
    }

    /// What nobody froze in between has aged by as many IDs as were given out; what was frozen, by
    /// fewer.
    private static Optional<IdsUsed> aged(Survey older, Survey now, Wraparound ids) {
      var before = ages(older, ids);
      return ages(now, ids).entrySet().stream()
          .flatMap(each ->
              Stream.ofNullable(before.get(each.getKey())).map(then -> each.getValue() - then))
          .max(Comparator.naturalOrder())
          .flatMap(used -> IdsUsed.between(older, now, used, age(ids) + " of two surveys"));
    }

    /// Of tables by their keys, of databases by their OIDs.
    private static Map<Object, Long> ages(Survey survey, Wraparound ids) {
      var ages = new HashMap<Object, Long>();
      survey.relations().forEach(each -> age(each, ids).ifPresent(it -> ages.put(each.key(), it)));
      for (var each : survey.databases()) {
        var age = ids == Wraparound.TRANSACTIONS ? each.xidAge() : each.multixactAge();
        age.known().ifPresent(it -> ages.put(each.oid(), it.count()));
      }
      return ages;
    }

    private static Optional<Long> age(Relation relation, Wraparound ids) {
      return relation.ages().known().flatMap(it -> it.in(ids).known()).map(XidAge::count);
    }

    private static String age(Wraparound ids) {
      return switch (ids) {
        case TRANSACTIONS -> "age(relfrozenxid)";
        case MULTIXACTS -> "mxid_age(relminmxid)";
      };
    }

    /// A vacuum leaves no ID that is younger than itself. So at most as many were given out since
    /// as the table is old: the least such rate holds, of those over a day. Where there is none,
    /// half a day of nine vacuums says more than an hour of a thousand.
    private static Optional<IdRate> atMost(Survey now, Wraparound ids) {
      var vacuumed = age(ids) + " and the time of the last vacuum";
      var ofTables =
          now.relations().stream()
              .flatMap(each ->
                  age(each, ids).stream()
                      .flatMap(age -> bound(ids, age, each.vacuumedLast(), now, vacuumed)));
      var started = now.server().startedAt().known();
      var ofServer =
          now.server().nextXid().known().stream()
              .filter(_ -> ids == Wraparound.TRANSACTIONS)
              .flatMap(
                  next -> bound(ids, next, started, now, "txid_current_snapshot(), server start"));
      var bounds = Stream.concat(ofTables, ofServer).toList();
      var longest = bounds.stream().map(IdRate::over).max(Comparator.naturalOrder()).orElse(DAY);
      var enough = longest.compareTo(DAY) >= 0 ? DAY : longest.dividedBy(2);
      return bounds.stream()
          .filter(each -> each.over().compareTo(enough) >= 0)
          .min(Comparator.comparingDouble(IdRate::perSecond));
    }

    private static Stream<IdRate> bound(
        Wraparound ids, long most, Optional<Instant> since, Survey now, String source) {
      return since
          .map(from -> Duration.between(from, now.takenAt()))
          .filter(over -> over.compareTo(LEAST) >= 0 && most < Integer.MAX_VALUE)
          .map(over ->
              new IdRate(
                  ids, most * 1e3 / over.toMillis(), Rhythm.UNKNOWN, Basis.AT_MOST, over, source))
          .stream();
    }

    /// IDs that were given out while logs were written, up to the survey, where that is the later
    /// one and its counter is known.
    private static IdsUsed logged(IdTrail trail, Survey now) {
      var next = now.server().nextXid().known();
      return next.isPresent() && now.takenAt().isAfter(trail.to())
          ? new IdsUsed(
              trail.from(),
              now.takenAt(),
              trail.used() + IdTrail.ahead(trail.last(), next.get()),
              words(trail) + ", and txid_snapshot_xmax() of the survey")
          : used(trail);
    }

    private static IdsUsed used(IdTrail trail) {
      return new IdsUsed(trail.from(), trail.to(), trail.used(), words(trail));
    }

    private static String words(IdTrail trail) {
      return trail.source().words()
          + (trail.source() == IdTrail.Source.REMOVABLE_CUTOFF ? " and its age" : "")
          + " in the log";
    }

    private static Optional<Double> used(Survey older, Survey newer) {
      var to = newer.server().nextXid().known();
      return older.server().nextXid().known().flatMap(from -> to.map(it -> (double) (it - from)));
    }
  }
}
