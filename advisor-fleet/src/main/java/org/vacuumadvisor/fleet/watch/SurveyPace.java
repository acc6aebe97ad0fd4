package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/// How often a server is surveyed: as often as asked for, but so rarely that a server with very
/// many tables spends at most a two-hundredth of a core on surveys. Who holds back the oldest xmin
/// is looked at as often as ever.
final class SurveyPace {
  /// Half a percent of a core; the light looks in between cost about as much.
  private static final int REST = 200;

  /// A survey has some three times as many statements as a light look; where the server hardly
  /// works on them, it takes so many times as long.
  private static final int GLANCES = 3;

  /// Rates by the hour of the week need a survey in each.
  private static final Duration LONGEST = Duration.ofHours(1);

  /// One that took long by accident, as our own machine was busy, does not make the next one late.
  private static final int REMEMBERED = 3;

  private final Duration every;
  private final Deque<Duration> surveys = new ArrayDeque<>();
  private final Deque<Duration> glances = new ArrayDeque<>();

  SurveyPace(Duration every) {
    this.every = every;
  }

  void surveyed(Duration took) {
    remember(surveys, took);
  }

  void glanced(Duration took) {
    remember(glances, took);
  }

  private static void remember(Deque<Duration> last, Duration took) {
    last.addLast(took);
    if (last.size() > REMEMBERED) {
      last.removeFirst();
    }
  }

  /// How long after the beginning of a survey the next one is due.
  Duration interval() {
    if (surveys.size() < 2) {
      return every;
    }
    var waited = glances.isEmpty() ? Duration.ZERO : Collections.min(glances);
    var worked = Collections.min(surveys).minus(waited.multipliedBy(GLANCES));
    var rare = worked.multipliedBy(REST);
    var bounded = rare.compareTo(LONGEST) > 0 ? LONGEST : rare;
    return bounded.compareTo(every) > 0 ? bounded : every;
  }
}
