package org.vacuumadvisor.fleet.judged;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Basis;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Told;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// Finds how the clusters of an archive were judged as of a moment. The newest evidence of either
/// kind counts: the last survey, what logs told after it, and what only logs can tell of the days
/// before. What was judged when it was read is taken as it is; other logs are judged now.
public final class Verdicts {
  /// What no survey sees: it holds until the logs stop telling it.
  private static final Set<String> ONLY_IN_LOGS =
      Set.of(
          "autovacuum-cancelled",
          "corrupt-heap",
          "corrupt-index",
          "index-passes",
          "lock-blocked",
          "pinned-page-skipped",
          "standby-lock-conflict",
          "truncation-lock");

  /// A cluster of which nothing was seen or read for so long is taken for gone.
  private static final Duration FORGOTTEN = Duration.ofDays(28);

  private final Archive archive;
  private final Instant from;
  private final Instant at;
  private final Optional<String> only;
  private final Freshness fresh;
  private final Map<String, ArchiveRow> looks = new HashMap<>();
  private final Map<String, ArchiveRow> logs = new HashMap<>();
  private final Map<String, Map<JudgedBy, Told>> told = new TreeMap<>();

  private Verdicts(
      Archive archive, Instant from, Instant at, Optional<String> only, Freshness fresh) {
    this.archive = archive;
    this.from = from;
    this.at = at;
    this.only = only;
    this.fresh = fresh;
  }

  /// The verdicts in the order of the clusters' names.
  ///
  /// @param from what is older does not count
  /// @param only of this one alone; empty for all
  public static List<ClusterVerdict> of(
      Archive archive, Instant from, Instant at, Optional<String> only, Freshness fresh)
      throws SourceException {
    var verdicts = new Verdicts(archive, from, at, only, fresh);
    verdicts.readLooks();
    verdicts.readLogs();
    verdicts.readJudged();
    verdicts.judge(JudgedBy.LOGGED);
    verdicts.judge(JudgedBy.LOGGED_SINCE);
    return verdicts.told.keySet().stream().map(verdicts::verdict).toList();
  }

  private void readLooks() throws SourceException {
    for (var row :
        query(
            """
            SELECT cluster, max(time) FILTER (state <> 'failed') AS seen_at,
                   max(time) FILTER (state = 'surveyed') AS surveyed_at,
                   arg_max(state, time) AS state,
                   arg_max(reason, time) FILTER (state = 'failed') AS reason
              FROM servers WHERE database IS NULL AND state IN ('surveyed', 'seen', 'failed') AND %s
             GROUP BY cluster\
            """,
            from)) {
      looks.put(known(row), row);
    }
  }

  /// A cluster of which a log was read is known, though the log may tell of no vacuum; one that was
  /// watched is known when the watch has ended.
  private void readLogs() throws SourceException {
    for (var row :
        query(
            """
            SELECT cluster, max(time) AS logged_at FROM (
              SELECT cluster, time FROM runs UNION ALL SELECT cluster, time FROM notices)
             WHERE time IS NULL OR %s GROUP BY cluster\
            """,
            from)) {
      if (only.isEmpty() || only.equals(row.text("cluster"))) {
        logs.put(known(row), row);
      }
    }
    for (var row :
        query(
            """
            SELECT cluster, max(last_time) AS last_time,
                   max(time) FILTER (kind <> 'log') AS watched_at,
                   bool_or(kind = 'log') AS has_logs
              FROM (SELECT * FROM coverage
                    UNION ALL SELECT * REPLACE (last_time AS time) FROM coverage WHERE last_time IS NOT NULL)
             WHERE %s GROUP BY cluster\
            """,
            at.minus(FORGOTTEN))) {
      var cluster = known(row);
      if (!looks.containsKey(cluster) && !logs.containsKey(cluster)) {
        var last = row.time("last_time").or(() -> row.time("watched_at"));
        Objects.requireNonNull(told.get(cluster))
            .put(JudgedBy.LOGGED, Told.nothing(last, Optional.of(nothing(row))));
      }
    }
  }

  private String nothing(ArchiveRow row) {
    var days = Quantities.duration(Duration.between(from, at));
    if (!row.flag("has_logs").orElse(false)) {
      return "nobody looked in the %s before".formatted(days);
    }
    return row.time("last_time").isPresent()
        ? "its logs end before the %s that count".formatted(days)
        : "its logs tell of no vacuum";
  }

  private String known(ArchiveRow row) {
    var cluster = row.text("cluster").orElse("");
    var _ = told.computeIfAbsent(cluster, _ -> new EnumMap<>(JudgedBy.class));
    return cluster;
  }

  private record Judged(String cluster, String by) {}

  private void readJudged() throws SourceException {
    Map<Judged, List<ToldProblem>> problems = new HashMap<>();
    Map<Judged, Severity> worst = new HashMap<>();
    for (var row :
        query(
            """
            WITH judged AS (
              SELECT cluster, state AS judged_by, max(judged_at) AS judged_at FROM servers
               WHERE database IS NULL AND verdict IS NOT NULL AND %1$s GROUP BY ALL)
            SELECT cluster, judged_by, problem, arg_min(severity, severity_rank) AS severity,
                   arg_min(rule, role_rank) AS rule, arg_min(headline, role_rank) AS headline,
                   arg_min(since, role_rank) AS since,
                   first(headline) FILTER (role = 'cause') AS because,
                   bool_or(role = 'emergency') AS is_emergency,
                   first(action) FILTER (role = 'cause') AS action,
                   first(action_sql) FILTER (role = 'cause') AS action_sql,
                   first(saves) FILTER (role = 'cause') AS saves
              FROM (SELECT *, array_position(['critical', 'warning', 'advice', 'info'], severity) AS severity_rank,
                           array_position(['emergency', 'cause'], role) AS role_rank
                      FROM findings WHERE %1$s)
              JOIN judged USING (cluster, judged_by, judged_at)
             GROUP BY cluster, judged_by, problem ORDER BY cluster, judged_by, problem\
            """,
            from)) {
      var by = new Judged(row.text("cluster").orElse(""), row.text("judged_by").orElse(""));
      var severity = severity(row.text("severity").orElseThrow());
      worst.merge(by, severity, (one, other) -> one.compareTo(other) < 0 ? one : other);
      if (row.text("because").isPresent() && row.count("problem").isPresent()) {
        problems.computeIfAbsent(by, _ -> new ArrayList<>()).add(problem(row, severity));
      }
    }
    for (var row :
        query(
            """
            SELECT cluster, state, arg_max(time, judged_at) AS time, arg_max(verdict, judged_at) AS verdict,
                   arg_max(coalesce(reason, ''), judged_at) AS reason
              FROM servers WHERE database IS NULL AND verdict IS NOT NULL AND %s GROUP BY ALL\
            """,
            from)) {
      var by = new Judged(row.text("cluster").orElse(""), row.text("state").orElse(""));
      var condition = Condition.valueOf(upper(row.text("verdict").orElseThrow()));
      told.computeIfAbsent(by.cluster(), _ -> new EnumMap<>(JudgedBy.class))
          .put(
              JudgedBy.valueOf(upper(by.by())),
              new Told(
                  row.time("time"),
                  condition,
                  row.text("reason").filter(each -> isPart(condition) && !each.isEmpty()),
                  Optional.ofNullable(worst.get(by)),
                  problems.getOrDefault(by, List.of())));
    }
  }

  private static ToldProblem problem(ArchiveRow row, Severity severity) {
    return new ToldProblem(
        row.text("rule").orElse(""),
        severity,
        row.text("headline").orElse(""),
        row.text("because").filter(_ -> row.flag("is_emergency").orElse(false)),
        row.text("action"),
        row.text("action_sql"),
        row.time("since"),
        row.text("saves"));
  }

  private static Severity severity(String word) {
    return Severity.valueOf(upper(word));
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  /// Judges the logs of which something was read after their last judgement.
  private void judge(JudgedBy by) throws SourceException {
    var open = new HashMap<String, Archive.Span>();
    logs.forEach((cluster, row) -> {
      var begin = by == JudgedBy.LOGGED ? Optional.of(from) : surveyedAt(cluster);
      var end = row.time("logged_at");
      var judged = told(cluster, by).time();
      boolean isJudged = judged.isPresent() && end.isPresent() && !judged.get().isBefore(end.get());
      boolean isWanted = by == JudgedBy.LOGGED || isAfterSurvey(cluster);
      if (isWanted && !isJudged && begin.isPresent()) {
        open.put(cluster, new Archive.Span(begin.get(), at));
      }
    });
    LoggedHistory.each(
        archive,
        open,
        (cluster, history) ->
            Objects.requireNonNull(told.get(cluster))
                .put(
                    by,
                    Told.of(
                        Advisor.assessLogs(history),
                        Objects.requireNonNull(logs.get(cluster)).time("logged_at"))));
  }

  private Optional<Instant> surveyedAt(String cluster) {
    return Optional.ofNullable(looks.get(cluster)).flatMap(row -> row.time("surveyed_at"));
  }

  private boolean isAfterSurvey(String cluster) {
    var logged = Optional.ofNullable(logs.get(cluster)).flatMap(row -> row.time("logged_at"));
    return logged.isPresent() && surveyedAt(cluster).filter(logged.get()::isAfter).isPresent();
  }

  private Told told(String cluster, JudgedBy by) {
    return told.getOrDefault(cluster, Map.of()).getOrDefault(by, Told.NOTHING);
  }

  private ClusterVerdict verdict(String cluster) {
    var look = Optional.ofNullable(looks.get(cluster));
    var failure =
        look.filter(row -> row.text("state").filter("failed"::equals).isPresent())
            .map(row -> row.text("reason").orElse("the reason is not known"));
    var logged = told(cluster, JudgedBy.LOGGED);
    if (surveyedAt(cluster).isEmpty()) {
      boolean hasLogs = logs.containsKey(cluster);
      var why =
          hasLogs ? Optional.<String>empty() : Optional.of("no survey and no log tells of it");
      return new ClusterVerdict(
          cluster,
          hasLogs ? Basis.LOGS : Basis.NOTHING,
          failure,
          isOld(logged.time(), fresh.logs()),
          new Told(
              logged.time(),
              logged.condition(),
              logged.notJudged().or(() -> why),
              logged.worst(),
              logged.problems()));
    }
    var survey = told(cluster, JudgedBy.SURVEYED);
    boolean isAfter = isAfterSurvey(cluster);
    var after = isAfter ? told(cluster, JudgedBy.LOGGED_SINCE) : Told.NOTHING;
    var more =
        Stream.concat(
                after.problems().stream(),
                logged.problems().stream().filter(each -> ONLY_IN_LOGS.contains(each.rule())))
            .toList();
    boolean isStale =
        isOld(look.flatMap(row -> row.time("seen_at")), fresh.looks())
            || isOld(survey.time(), longer(fresh.looks(), Freshness.SURVEYS));
    return new ClusterVerdict(
        cluster,
        isAfter ? Basis.LOGS : Basis.SURVEY,
        failure,
        isStale,
        new Told(
            isAfter ? after.time() : survey.time(),
            worse(survey.condition(), more),
            survey.notJudged(),
            survey.worst(),
            joined(Stream.concat(survey.problems().stream(), more.stream()))));
  }

  private boolean isOld(Optional<Instant> time, Duration limit) {
    return time.filter(each -> Duration.between(each, at).compareTo(limit) > 0).isPresent();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /// Each problem once, the graver one of two, the worst first.
  private static List<ToldProblem> joined(Stream<ToldProblem> all) {
    var seen = new HashSet<String>();
    return all.sorted(ToldProblem.WORST_FIRST)
        .filter(each -> seen.add(each.rule() + each.headline()))
        .toList();
  }

  private static Condition worse(Condition condition, List<ToldProblem> more) {
    var worst =
        more.stream()
            .map(ToldProblem::severity)
            .filter(each -> each != Severity.INFO)
            .min(Severity::compareTo);
    if (worst.isEmpty() || condition == Condition.ACT_NOW) {
      return condition;
    }
    return worst.get() == Severity.CRITICAL ? Condition.ACT_NOW : Condition.NEEDS_ATTENTION;
  }

  private static Instant micros(Instant time) {
    return time.truncatedTo(ChronoUnit.MICROS);
  }

  /// @param sql with a place for which time counts
  private List<ArchiveRow> query(String sql, Instant since) throws SourceException {
    var time = "time > '%s' AND time <= '%s'".formatted(micros(since), micros(at));
    var asked = sql.formatted(only.isPresent() ? "(%s AND cluster = ?)".formatted(time) : time);
    int places = Math.toIntExact(asked.chars().filter(each -> each == '?').count());
    return archive.query(
        asked, only.map(name -> Collections.nCopies(places, name)).orElse(List.of()));
  }

  private static boolean isPart(Condition condition) {
    return condition == Condition.NOTHING_WRONG_SHOWN || condition == Condition.NOTHING_TO_JUDGE;
  }
}
