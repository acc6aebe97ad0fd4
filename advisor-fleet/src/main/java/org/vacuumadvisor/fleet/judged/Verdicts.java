package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Basis;
import org.vacuumadvisor.source.SourceException;

/// Finds how the clusters of an archive were judged as of a moment: by the last survey before, or
/// else by what their logs tell, with the same rules as the command logs.
public final class Verdicts {
  private static final String SEVERITIES = "['critical', 'warning', 'advice', 'info']";

  private final Archive archive;
  private final Instant from;
  private final Instant at;
  private final Optional<String> cluster;
  private final Map<String, List<ToldProblem>> problems = new HashMap<>();
  private final Map<String, Severity> worst = new HashMap<>();

  private Verdicts(Archive archive, Instant from, Instant at, Optional<String> cluster) {
    this.archive = archive;
    this.from = from;
    this.at = at;
    this.cluster = cluster;
  }

  /// The verdicts in the order of the clusters' names.
  ///
  /// @param from what is older does not count
  /// @param cluster of this one alone; empty for all
  public static List<ClusterVerdict> of(
      Archive archive, Instant from, Instant at, Optional<String> cluster) throws SourceException {
    var verdicts = new Verdicts(archive, from, at, cluster);
    verdicts.readFindings();
    return verdicts.judged();
  }

  private List<ClusterVerdict> judged() throws SourceException {
    var rows = clusters();
    var logged = new TreeMap<String, ArchiveRow>();
    rows.stream().filter(Verdicts::isJudgedByLogs).forEach(each -> logged.put(name(each), each));
    var byLogs = new HashMap<String, ClusterVerdict>();
    LoggedHistory.each(
        archive,
        logged.keySet(),
        from,
        at,
        (name, history) -> {
          var failure = failure(Objects.requireNonNull(logged.get(name)));
          byLogs.put(name, ClusterVerdict.ofLogs(name, failure, Advisor.assessLogs(history)));
        });
    return rows.stream().map(row -> judged(row, byLogs.get(name(row)))).toList();
  }

  private static String name(ArchiveRow row) {
    return row.text("cluster").orElse("");
  }

  private static boolean isJudgedByLogs(ArchiveRow row) {
    return row.time("surveyed_at").isEmpty() && row.flag("is_logged").orElse(false);
  }

  private static Optional<String> failure(ArchiveRow row) {
    return row.text("state")
        .filter("failed"::equals)
        .map(_ -> row.text("reason").orElse("the reason is not known"));
  }

  private ClusterVerdict judged(ArchiveRow row, @Nullable ClusterVerdict byLogs) {
    if (byLogs != null) {
      return byLogs;
    }
    var name = name(row);
    var failure = failure(row);
    if (row.time("surveyed_at").isPresent()) {
      return new ClusterVerdict(
          name,
          Basis.SURVEY,
          failure,
          row.text("verdict").map(Verdicts::condition).orElse(Condition.CANNOT_JUDGE),
          row.text("not_judged"),
          row.time("surveyed_at"),
          Optional.ofNullable(worst.get(name)),
          problems.getOrDefault(name, List.of()));
    }
    return new ClusterVerdict(
        name,
        Basis.NOTHING,
        failure,
        Condition.CANNOT_JUDGE,
        Optional.of("no survey and no log tells of it"),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static Condition condition(String word) {
    return Condition.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /// A cluster of which a log was read is known, though the log may tell of no vacuum.
  private List<ArchiveRow> clusters() throws SourceException {
    return archive.query(
        """
        WITH last AS (
          SELECT cluster, state, reason FROM servers
           WHERE database IS NULL AND state IN ('surveyed', 'failed') AND %1$s
         QUALIFY row_number() OVER (PARTITION BY cluster ORDER BY time DESC) = 1),
        -- What was found when it was seen last still holds of a cluster that cannot be seen, as far as anybody knows.
        surveyed AS (
          SELECT cluster, max(time) AS surveyed_at, arg_max(verdict, time) AS verdict,
                 max_by(CASE WHEN verdict = 'cannot_judge' THEN coalesce(reason, '') ELSE '' END, time) AS why
            FROM servers
           WHERE database IS NULL AND state = 'surveyed' AND %1$s GROUP BY cluster),
        logged AS (
          SELECT DISTINCT cluster, true AS is_logged FROM (
            SELECT cluster FROM runs WHERE %2$s UNION ALL SELECT cluster FROM notices WHERE %2$s
            UNION ALL SELECT cluster FROM coverage WHERE kind = 'log' AND %1$s))
        SELECT coalesce(last.cluster, logged.cluster) AS cluster, state, reason, surveyed_at, verdict, nullif(why, '') AS not_judged, is_logged
          FROM last FULL JOIN logged ON logged.cluster = last.cluster
          LEFT JOIN surveyed ON surveyed.cluster = last.cluster
         ORDER BY 1\
        """
            .formatted(
                during("time > ? AND time <= ?"),
                during("(time IS NULL OR time > ? AND time <= ?)")),
        parameters(5));
  }

  private void readFindings() throws SourceException {
    var rows =
        archive.query(
            """
            WITH surveyed AS (
              SELECT cluster, max(time) AS time FROM servers
               WHERE database IS NULL AND state = 'surveyed' AND %1$s GROUP BY cluster)
            SELECT cluster, problem,
                   first(severity ORDER BY array_position(%2$s, severity)) AS severity,
                   first(rule) FILTER (role = 'cause') AS rule,
                   first(headline) FILTER (role = 'cause') AS headline,
                   first(action) FILTER (role = 'cause') AS action,
                   first(action_sql) FILTER (role = 'cause') AS action_sql
              FROM findings JOIN surveyed USING (cluster, time)
             GROUP BY cluster, problem ORDER BY cluster, problem\
            """
                .formatted(during("time > ? AND time <= ?"), SEVERITIES),
            parameters(1));
    for (var row : rows) {
      var name = row.text("cluster").orElse("");
      var severity = Severity.valueOf(row.text("severity").orElseThrow().toUpperCase(Locale.ROOT));
      worst.merge(name, severity, (one, other) -> one.compareTo(other) < 0 ? one : other);
      row.text("rule")
          .ifPresent(rule ->
              problems
                  .computeIfAbsent(name, _ -> new ArrayList<>())
                  .add(
                      new ToldProblem(
                          rule,
                          severity,
                          row.text("headline").orElse(""),
                          row.text("action"),
                          row.text("action_sql"))));
    }
  }

  private String during(String time) {
    return cluster.isPresent() ? time + " AND cluster = ?" : time;
  }

  private List<Object> parameters(int times) {
    var all = new ArrayList<Object>();
    for (int each = 0; each < times; each++) {
      all.addAll(Arrays.asList(from, at));
      cluster.ifPresent(all::add);
    }
    return all;
  }
}
