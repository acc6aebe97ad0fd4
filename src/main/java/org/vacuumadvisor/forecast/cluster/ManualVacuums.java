package org.vacuumadvisor.forecast.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;

/// Tells from the counters of a series of surveys (`vacuum_count`, `last_vacuum`) which tables are
/// vacuumed by a job. A survey knows the last vacuum only: what came in between and was not the
/// last one is counted, but its time is not known, and then no job is told.
final class ManualVacuums {
  /// The part of the vacuums that came with an analyze, for a job that analyzes.
  private static final double MOSTLY = 0.75;

  private ManualVacuums() {}

  /// @param surveys the oldest first
  static Map<RelationKey, VacuumJob> jobs(List<Survey> surveys) {
    var byKey = surveys.stream().map(Survey::byKey).toList();
    var newest = surveys.getLast();
    var found = new HashMap<RelationKey, VacuumJob>();
    for (var table : newest.relations()) {
      if (table.counted(TableKeys.VACUUM_COUNT) > 0) {
        job(table.key(), byKey, newest.takenAt()).ifPresent(job -> found.put(table.key(), job));
      }
    }
    return found;
  }

  private static Optional<VacuumJob> job(
      RelationKey key, List<Map<RelationKey, Relation>> surveys, Instant now) {
    var looks = new ArrayList<Relation>();
    for (var survey : surveys) {
      var table = survey.get(key);
      if (table != null) {
        looks.add(table);
      }
    }
    var times = new TreeSet<Instant>();
    looks.forEach(each -> each.get(TableKeys.LAST_VACUUM).known().ifPresent(times::add));
    var first = looks.getFirst();
    var last = looks.getLast();
    long counted = last.counted(TableKeys.VACUUM_COUNT) - first.counted(TableKeys.VACUUM_COUNT);
    if (times.size() < counted) {
      return Optional.empty();
    }
    long analyzed = last.counted(TableKeys.ANALYZE_COUNT) - first.counted(TableKeys.ANALYZE_COUNT);
    return VacuumJob.of(times, now)
        .map(each -> each.analyzing((double) analyzed >= MOSTLY * (double) Math.max(1, counted)));
  }
}
