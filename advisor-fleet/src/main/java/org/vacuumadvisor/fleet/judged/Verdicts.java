package org.vacuumadvisor.fleet.judged;

import java.time.Duration;
import java.time.Instant;
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
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Basis;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Told;
import org.vacuumadvisor.fleet.judged.FindingRows.JudgedBy;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Resource;

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

  /// How old evidence may be that a verdict rests on. What is older says nothing of now.
  ///
  /// @param looks the last look at a server that is watched
  /// @param logs the last that logs tell: a server at work vacuums something every day
  public record Freshness(Duration looks, Duration logs) {
    private static final Duration LOGS = Duration.ofDays(1);

    /// `watch` looks every few seconds, and surveys every minute: several rounds.
    public static final Freshness STANDARD = of(Duration.ofMinutes(15));

    /// A server of very many tables is surveyed every hour only, and looked at in between.
    static final Duration SURVEYS = Duration.ofHours(3);

    /// So old at most.
    ///
    /// @param limit of looks, and of logs where it is more than a day
    public static Freshness of(Duration limit) {
      return new Freshness(limit, limit.compareTo(LOGS) > 0 ? limit : LOGS);
    }
  }

  private final Archive archive;
  private final Question question;
  private final Freshness fresh;
  private final Map<String, ArchiveRow> known = new TreeMap<>();
  private final Map<String, Map<JudgedBy, Told>> told = new HashMap<>();

  private Verdicts(Archive archive, Question question, Freshness fresh) {
    this.archive = archive;
    this.question = question;
    this.fresh = fresh;
  }

  /// The verdicts in the order of the clusters' names.
  public static List<ClusterVerdict> of(Archive archive, Question question, Freshness fresh)
      throws SourceException {
    var verdicts = new Verdicts(archive, question, fresh);
    verdicts.readKnown();
    verdicts.readJudged();
    verdicts.judge(JudgedBy.LOGGED);
    verdicts.judge(JudgedBy.LOGGED_SINCE);
    return verdicts.known.values().stream().map(verdicts::verdict).toList();
  }

  /// A cluster of which a log was read is known, though the log may tell of no vacuum; one that was
  /// watched is known when the watch has ended.
  private void readKnown() throws SourceException {
    archive.each(
        Resource.text(Verdicts.class, "known.sql")
            .formatted(question.where(), question.whereCluster(), question.where(FORGOTTEN)),
        List.of(),
        row -> known.put(row.text("cluster").orElse(""), row));
  }

  /// What was said when surveys were made and logs were read: a row for each problem.
  private void readJudged() throws SourceException {
    archive.each(
        Resource.text(Verdicts.class, "judged.sql").formatted(question.where()),
        List.of(),
        row ->
            told.computeIfAbsent(row.text("cluster").orElse(""), _ -> new EnumMap<>(JudgedBy.class))
                .merge(
                    JudgedBy.valueOf(upper(row, "judged_by").orElseThrow()),
                    told(row),
                    Told::plus));
  }

  private static Told told(ArchiveRow row) {
    var condition = Condition.valueOf(upper(row, "verdict").orElseThrow());
    boolean isPart =
        condition == Condition.NOTHING_WRONG_SHOWN || condition == Condition.NOTHING_TO_JUDGE;
    var severity = upper(row, "severity").map(Severity::valueOf);
    return new Told(
        row.time("seen_at"),
        condition,
        row.text("reason").filter(each -> isPart && !each.isEmpty()),
        severity,
        severity
            .filter(_ -> row.text("because").isPresent() && row.count("problem").isPresent())
            .map(each -> problem(row, each))
            .stream()
            .toList());
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

  private static Optional<String> upper(ArchiveRow row, String column) {
    return row.text(column).map(word -> word.toUpperCase(Locale.ROOT));
  }

  /// Judges the logs of which something was read after their last judgement.
  private void judge(JudgedBy by) throws SourceException {
    var open = new HashMap<String, Archive.Span>();
    known.forEach((cluster, row) -> {
      var begin =
          by == JudgedBy.LOGGED ? question.from() : row.time("surveyed_at").orElse(Instant.MAX);
      var end = row.time("logged_at").orElse(Instant.MAX);
      boolean isJudged = told(cluster, by).time().filter(each -> !each.isBefore(end)).isPresent();
      if (isLogged(row) && !isJudged && (by == JudgedBy.LOGGED || isAfterSurvey(row))) {
        open.put(cluster, new Archive.Span(begin, question.at()));
      }
    });
    LoggedHistory.each(
        archive,
        open,
        (cluster, history) ->
            told.computeIfAbsent(cluster, _ -> new EnumMap<>(JudgedBy.class))
                .put(
                    by,
                    Told.of(
                        Advisor.assessLogs(history),
                        Objects.requireNonNull(known.get(cluster)).time("logged_at"))));
  }

  private static boolean isLogged(ArchiveRow row) {
    return row.flag("is_logged").orElse(false);
  }

  private static boolean isAfterSurvey(ArchiveRow row) {
    return row.time("logged_at")
        .filter(logged -> row.time("surveyed_at").filter(logged::isAfter).isPresent())
        .isPresent();
  }

  private Told told(String cluster, JudgedBy by) {
    return told.getOrDefault(cluster, Map.of()).getOrDefault(by, Told.NOTHING);
  }

  private ClusterVerdict verdict(ArchiveRow row) {
    var cluster = row.text("cluster").orElse("");
    var failure =
        row.text("state")
            .filter("failed"::equals)
            .map(_ -> row.text("reason").orElse("the reason is not known"));
    var logged = told(cluster, JudgedBy.LOGGED);
    if (row.time("surveyed_at").isEmpty()) {
      var basis = isLogged(row) ? Basis.LOGS : Basis.NOTHING;
      var all = isLogged(row) ? logged : nothing(row);
      return new ClusterVerdict(cluster, basis, failure, isOld(all.time(), fresh.logs()), all);
    }
    var survey = told(cluster, JudgedBy.SURVEYED);
    boolean isAfter = isAfterSurvey(row);
    var after = isAfter ? told(cluster, JudgedBy.LOGGED_SINCE) : Told.NOTHING;
    var more =
        Stream.concat(
                after.problems().stream(),
                logged.problems().stream().filter(each -> ONLY_IN_LOGS.contains(each.rule())))
            .toList();
    var surveys =
        fresh.looks().compareTo(Freshness.SURVEYS) > 0 ? fresh.looks() : Freshness.SURVEYS;
    return new ClusterVerdict(
        cluster,
        isAfter ? Basis.LOGS : Basis.SURVEY,
        failure,
        isOld(row.time("seen_at"), fresh.looks()) || isOld(survey.time(), surveys),
        new Told(
            isAfter ? after.time() : survey.time(),
            worse(survey.condition(), more),
            survey.notJudged(),
            survey.worst(),
            joined(Stream.concat(survey.problems().stream(), more.stream()))));
  }

  /// Of a cluster without a survey and without logs of that time.
  private Told nothing(ArchiveRow row) {
    var days = Quantities.duration(question.back());
    if (row.text("state").isPresent()) {
      return Told.nothing(Optional.empty(), "no survey and no log tells of it");
    }
    var ended = row.time("last_time");
    return Told.nothing(
        ended.or(() -> row.time("watched_at")),
        !row.flag("has_logs").orElse(false)
            ? "nobody looked in the %s before".formatted(days)
            : ended.isPresent()
                ? "its logs end before the %s that count".formatted(days)
                : "its logs tell of no vacuum");
  }

  private boolean isOld(Optional<Instant> time, Duration limit) {
    return time.filter(each -> Duration.between(each, question.at()).compareTo(limit) > 0)
        .isPresent();
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
}
