package org.vacuumadvisor.gui.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Survey;

/// The last surveys of one server, the newest last: as many as make a window that tells rates. A
/// few seconds are too short for that, they show the accidents of a moment.
///
/// @param surveys in the order of time
record RecentSurveys(List<Survey> surveys) {
  static final RecentSurveys NONE = new RecentSurveys(List.of());

  /// Rates over less are noise: a checkpoint or one vacuum makes them up.
  private static final Duration WINDOW = Duration.ofMinutes(1);

  RecentSurveys {
    surveys = List.copyOf(surveys);
  }

  /// Surveys nearer to each other are not kept: each of 10,000 tables takes some megabytes.
  private static final Duration APART = Duration.ofSeconds(20);

  /// The same with a newer one; those too old to be needed are gone, and the last one where it came
  /// soon after the one before.
  RecentSurveys with(Survey newest) {
    var kept = new ArrayList<>(surveys);
    while (kept.size() > 1 && isFar(kept.get(1), newest)) {
      kept.removeFirst();
    }
    if (kept.size() > 1 && isNear(kept.get(kept.size() - 2), kept.getLast())) {
      kept.removeLast();
    }
    kept.add(newest);
    return new RecentSurveys(kept);
  }

  /// Where a window begins that ends with that survey: the youngest far enough back, or else the
  /// oldest there is.
  Optional<Survey> before(Survey newest) {
    var earlier =
        surveys.stream().filter(each -> each.takenAt().isBefore(newest.takenAt())).toList();
    return earlier.reversed().stream()
        .filter(each -> isFar(each, newest))
        .findFirst()
        .or(() -> earlier.stream().findFirst());
  }

  private static boolean isNear(Survey older, Survey newer) {
    return Duration.between(older.takenAt(), newer.takenAt()).compareTo(APART) < 0;
  }

  private static boolean isFar(Survey older, Survey newer) {
    return Duration.between(older.takenAt(), newer.takenAt()).compareTo(WINDOW) >= 0;
  }
}
