package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.history.WeekProfile;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.unit.Quantities;

/// Finds out what happens to single tables at which hours, from a series of surveys and from logs.
/// Where both tell of the hours of a table, those count that looked oftener.
final class TablePatterns {
  private static final int NAMED = 5;

  /// Two looks at each hour of a day: as much as [WeekShape] believes beforehand.
  private static final double LEAST_LOOKS = 48;

  private final ServerSettings settings;
  private final Map<RelationKey, WeekProfile> counted;
  private final Map<RelationKey, VacuumJob> jobs;
  private final Map<RelationName, TableHistory> logged = new HashMap<>();
  private final Instant logsEnd;

  private TablePatterns(ServerSettings settings, List<Survey> surveys, Optional<History> history) {
    this.settings = settings;
    counted = surveys.size() < 3 ? Map.of() : WrittenRows.ofTables(surveys);
    jobs = surveys.size() < 3 ? Map.of() : ManualVacuums.jobs(surveys);
    history.ifPresent(each -> each.tables().forEach(table -> logged.put(table.name(), table)));
    logsEnd = history.flatMap(History::to).orElse(Instant.EPOCH);
  }

  /// @param surveys the oldest first; of fewer than three nothing is told
  static TablePatterns of(
      ServerSettings settings, List<Survey> surveys, Optional<History> history) {
    return new TablePatterns(settings, surveys, history);
  }

  /// @param key of no table where only logs tell of it
  TablePattern of(RelationKey key, RelationName name) {
    return new TablePattern(hours(key, name), job(key, name), conflicts(name));
  }

  private Optional<Pace> hours(RelationKey key, RelationName name) {
    var ofSurveys = counted.getOrDefault(key, WeekProfile.NONE);
    var ofLogs = ofLogs(name);
    return hours(ofLogs.spells() > ofSurveys.spells() ? ofLogs : ofSurveys);
  }

  /// The hours at which a table was written; empty where it was not looked at often enough. Looks
  /// that found nothing count as much as others, but a table of few rows was not looked at oftener
  /// than rows were written.
  private static Optional<Pace> hours(WeekProfile written) {
    var grain = Grain.of(Duration.ofSeconds(Math.round(written.seconds())));
    if (Math.min((double) written.spells(), written.amount()) < LEAST_LOOKS
        || grain == Grain.NONE) {
      return Optional.empty();
    }
    var shape = new WeekShape();
    shape.add(written);
    return shape.isEmpty() ? Optional.empty() : shape.pace(grain);
  }

  private WeekProfile ofLogs(RelationName name) {
    var table = logged.get(name);
    return table == null ? WeekProfile.NONE : table.written();
  }

  private Optional<VacuumJob> job(RelationKey key, RelationName name) {
    var table = logged.get(name);
    var ofLogs =
        table == null
            ? Optional.<VacuumJob>empty()
            : VacuumJob.of(table.milestones().manual(), logsEnd);
    return Optional.ofNullable(jobs.get(key)).or(() -> ofLogs);
  }

  private LockConflicts conflicts(RelationName name) {
    var table = logged.get(name);
    return table == null ? LockConflicts.NONE : LockConflicts.of(table, settings);
  }

  /// What was found of these tables, for people.
  static List<String> words(List<TableStart> tables) {
    var said = new ArrayList<String>();
    named("Hours of their own were found for %s.", tables, each -> each.hours().isPresent())
        .ifPresent(said::add);
    tables.forEach(each ->
        each.pattern()
            .job()
            .ifPresent(job ->
                said.add(
                    "%s is vacuumed by a job every %s (seen %s): it is taken to go on."
                        .formatted(
                            each.name().sql(),
                            Quantities.duration(job.every()),
                            Quantities.counted(job.seen(), "time")))));
    named(
            "Other sessions' lock requests cancelled automatic vacuums of %s: taken to go on as"
                + " often.",
            tables, each -> each.conflicts().cancelsPerSecond() > 0)
        .ifPresent(said::add);
    named(
            "Vacuums of %s wait for the lock that truncation takes and do not get it: taken to go"
                + " on.",
            tables, each -> each.conflicts().truncateSeconds() > 0)
        .ifPresent(said::add);
    return said;
  }

  /// What is said of the tables of such a pattern, if there are any.
  private static Optional<String> named(
      String words, List<TableStart> tables, Predicate<TablePattern> seen) {
    var some = tables.stream().filter(each -> seen.test(each.pattern())).toList();
    return some.isEmpty() ? Optional.empty() : Optional.of(words.formatted(names(some)));
  }

  private static String names(List<TableStart> tables) {
    var first = tables.stream().limit(NAMED).map(each -> each.name().sql()).toList();
    return String.join(", ", first)
        + (tables.size() > NAMED
            ? " and %s more".formatted(Quantities.counted(tables.size() - NAMED, "table"))
            : "");
  }
}
