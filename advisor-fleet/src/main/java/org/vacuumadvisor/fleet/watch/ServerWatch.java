package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.Connector;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Quantities;

/// Watches one server. It looks, and is gone; no connection is kept in between.
final class ServerWatch {
  /// The survey before is kept to see what changed, but not of a server with more tables.
  private static final int MOST_KEPT = 5_000;

  /// Between two surveys there must be so much time for rates to mean something.
  private static final Duration LEAST_WINDOW = Duration.ofSeconds(30);

  /// A server that answers at once, or refuses, needs less.
  private static final Duration USUAL_WAIT = Duration.ofSeconds(2);

  /// So many times as long as a server let us wait in vain it is left alone.
  private static final int REST = 60;

  /// Bounds how many servers are looked at at once. Servers that failed the last time have few
  /// places of their own: while they make others wait for a timeout, no healthy one stands in their
  /// queue.
  record Turns(Semaphore healthy, Semaphore failing) {
    static Turns of(int atOnce) {
      return new Turns(new Semaphore(atOnce), new Semaphore(Math.max(1, atOnce / 4)));
    }
  }

  private final Target target;
  private final WatchOptions options;
  private final Turns turns;
  private final ServerSource source;
  private final Consumer<Look> looks;
  private final SurveyPace pace;
  private @Nullable Survey earlier;
  private int failures;

  ServerWatch(Target target, WatchOptions options, Turns turns, Consumer<Look> looks) {
    this.target = target;
    this.options = options;
    this.turns = turns;
    this.looks = looks;
    this.pace = new SurveyPace(options.every());
    var usual = SessionLimits.standard();
    this.source =
        ServerSource.of(
            target.parameters(),
            new SessionLimits(options.statement(), usual.lock(), usual.idleInTransaction()));
  }

  /// Surveys it once.
  void once() throws InterruptedException {
    looks.accept(survey());
  }

  /// Looks again and again, until interrupted. Servers begin at different moments, so that they are
  /// not all looked at in the same one.
  void run() throws InterruptedException {
    Thread.sleep(part(options.glance()));
    long surveyed = 0;
    boolean isFirst = true;
    while (true) {
      long begin = System.nanoTime();
      boolean isDue = isFirst || begin - surveyed >= pace.interval().toNanos();
      var look = isDue ? survey() : glance();
      looks.accept(look);
      if (look instanceof Look.Failed failed) {
        Thread.sleep(failed.again().orElse(options.every()));
        continue;
      }
      if (isDue) {
        surveyed = begin;
        isFirst = false;
      }
      var passed = Duration.ofNanos(System.nanoTime() - begin);
      var rest = options.glance().minus(passed);
      Thread.sleep(rest.isPositive() ? rest : options.glance());
    }
  }

  /// A random part of a time.
  private static Duration part(Duration of) {
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(of.toMillis() + 1));
  }

  private Look survey() throws InterruptedException {
    return look(took -> {
      var now = source.survey(options.databases(), Progress.NONE);
      var before = earlier;
      boolean isWindow =
          before != null
              && Duration.between(before.takenAt(), now.takenAt()).compareTo(LEAST_WINDOW) >= 0;
      if (before == null || isWindow) {
        earlier = now.relations().size() <= MOST_KEPT ? now : null;
      }
      var assessment =
          isWindow && before != null ? Advisor.assess(before, now) : Advisor.assess(now);
      var passed = took.get();
      pace.surveyed(passed);
      return new Look.Full(target, Instant.now(), passed, pace.interval(), assessment);
    });
  }

  private Look glance() throws InterruptedException {
    return look(took -> {
      var survey = source.glance();
      var passed = took.get();
      pace.glanced(passed);
      return new Look.Glance(target, Instant.now(), passed, survey);
    });
  }

  private interface Reading {
    Look of(Supplier<Duration> took) throws SourceException, InterruptedException;
  }

  private Look look(Reading reading) throws InterruptedException {
    var places = failures > 0 ? turns.failing() : turns.healthy();
    places.acquire();
    long begin = System.nanoTime();
    Supplier<Duration> took = () -> Duration.ofNanos(System.nanoTime() - begin);
    try {
      var look = reading.of(took);
      failures = 0;
      return look;
    } catch (SourceException failed) {
      failures++;
      return failed(failed, took.get());
    } finally {
      places.release();
    }
  }

  private Look failed(SourceException failed, Duration passed) {
    boolean wasRefused = Connector.passwordWouldHelp(failed) || Connector.wasRefused(failed);
    var pause = backOff(options.glance(), failures, passed);
    var again = wasRefused ? WatchOptions.LONGEST_BACK_OFF : pause.plus(part(options.glance()));
    var reason =
        isLong(passed)
            ? "%s It is asked again after %s: each try may leave a process waiting there."
                .formatted(failed.explanation(), Quantities.duration(pause))
            : failed.explanation();
    return new Look.Failed(target, Instant.now(), passed, reason, Optional.of(again));
  }

  private static boolean isLong(Duration passed) {
    return passed.compareTo(USUAL_WAIT) >= 0;
  }

  /// Twice as long after each failure, and many times as long as the server let us wait: where
  /// somebody has locked its catalogs, a connection that we gave up goes on waiting there.
  static Duration backOff(Duration glance, int failures, Duration passed) {
    var doubled = glance.multipliedBy(1L << Math.min(failures, 10));
    var waited = isLong(passed) ? passed.multipliedBy(REST) : Duration.ZERO;
    var wait = doubled.compareTo(waited) > 0 ? doubled : waited;
    return wait.compareTo(WatchOptions.LONGEST_BACK_OFF) > 0 ? WatchOptions.LONGEST_BACK_OFF : wait;
  }
}
