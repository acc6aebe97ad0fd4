package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.model.Survey;

/// Tables that reach their limit together: autovacuum will take them one after the other and give
/// way to nobody.
public record Cohort(
    List<TableOutlook> tables, Optional<Instant> first, Optional<Instant> last, FreezeWork work) {
  /// Ours: tables whose time left differs by no more than this part of the limit are due together.
  private static final double TOGETHER = 0.05;

  public Cohort {
    tables = List.copyOf(tables);
  }

  /// Those of two and more of people's tables, the soonest first.
  public static List<Cohort> of(List<TableOutlook> tables, Survey survey) {
    double width = TOGETHER * (double) survey.settings().freezeMaxAge().count();
    var byTimeLeft =
        tables.stream()
            .filter(each -> !each.table().isSystem() && each.work().heap().count() > 0)
            .sorted(Comparator.comparingLong(Cohort::left))
            .toList();
    var cohorts = new ArrayList<Cohort>();
    var members = new ArrayList<TableOutlook>();
    for (var each : byTimeLeft) {
      if (!members.isEmpty() && (double) (left(each) - left(members.getFirst())) > width) {
        add(members, cohorts);
        members.clear();
      }
      members.add(each);
    }
    add(members, cohorts);
    return cohorts;
  }

  private static long left(TableOutlook table) {
    return table.deadline(Limit.FORCED).map(Deadline::margin).orElse(Long.MAX_VALUE);
  }

  private static void add(List<TableOutlook> members, List<Cohort> to) {
    if (members.size() < 2) {
      return;
    }
    to.add(
        new Cohort(
            members,
            members.stream().flatMap(each -> each.forced().stream()).min(Instant::compareTo),
            members.stream().flatMap(each -> each.forced().stream()).max(Instant::compareTo),
            FreezeWork.of(members.stream())));
  }
}
