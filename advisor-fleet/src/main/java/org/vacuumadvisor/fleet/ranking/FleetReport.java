package org.vacuumadvisor.fleet.ranking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive, ranked by urgency, and the problems that several of them share.
public final class FleetReport {
  /// What was seen longer before is marked.
  private static final Duration STALE = Duration.ofHours(1);

  private static final int LINES_A_PROBLEM = 6;

  /// So many clusters are named for a problem.
  private static final int SHOWN = 5;

  private final Archive archive;
  private final Instant at;
  private final Duration back;
  private final int most;

  private FleetReport(Archive archive, Instant at, Duration back, int most) {
    this.archive = archive;
    this.at = at;
    this.back = back;
    this.most = most;
  }

  /// The report, and whether it holds something at or above a severity.
  ///
  /// @param worst of all clusters; empty where no survey found anything
  public record Ranking(Report report, Optional<Severity> worst) {}

  /// Ranks the clusters.
  ///
  /// @param back clusters that nobody looked at for longer are left out
  /// @param most how many clusters are listed
  public static Ranking of(Archive archive, Instant at, Duration back, int most)
      throws SourceException {
    return new FleetReport(archive, at, back, most).ranking();
  }

  private Ranking ranking() throws SourceException {
    var clusters = clusters();
    if (clusters.isEmpty()) {
      throw new SourceException(
          "The archive holds nothing of the %s before %s: no survey and no log."
              .formatted(Quantities.duration(back), Words.moment(at)));
    }
    var problems = problems();
    var parts = new ArrayList<Part>();
    var worst =
        problems.stream()
            .flatMap(row -> row.text("severity").stream())
            .map(each -> Severity.valueOf(each.toUpperCase(Locale.ROOT)))
            .min(Severity::compareTo);
    parts.add(new Part.Verdict(worst, summary(clusters)));
    archive.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    if (!problems.isEmpty()) {
      parts.add(new Part.Heading("Problems, those of most clusters first"));
      parts.add(
          new Part.ProblemList(
              problems.stream().map(FleetReport::problem).toList(),
              problems.size() * LINES_A_PROBLEM));
    }
    parts.add(new Part.Heading("Clusters, the most urgent first"));
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Verdict"),
                Column.number("Critical"),
                Column.number("Warnings"),
                Column.number("Days until writes stop"),
                Column.text("Seen")),
            clusters.stream().limit(most).map(this::cluster).toList()));
    if (clusters.size() > most) {
      parts.add(
          new Part.Paragraph(
              "%s more are not shown."
                  .formatted(Quantities.counted(clusters.size() - most, "cluster"))));
    }
    return new Ranking(
        new Report("VACUUM in %d clusters".formatted(clusters.size()), parts), worst);
  }

  private static String summary(List<ArchiveRow> clusters) {
    var verdicts =
        clusters.stream()
            .collect(
                Collectors.groupingBy(
                    FleetReport::verdict, LinkedHashMap::new, Collectors.counting()));
    return Quantities.counted(clusters.size(), "cluster")
        + verdicts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", ", ": ", "."));
  }

  private static String verdict(ArchiveRow row) {
    return row.text("state").filter("failed"::equals).isPresent()
        ? "could not be seen"
        : row.text("verdict")
            .map(each -> each.replace('_', ' '))
            .orElse("known from logs alone: cannot judge");
  }

  private List<ArchiveRow> clusters() throws SourceException {
    return archive.query(
        """
        WITH last AS (
          SELECT * FROM servers
           WHERE database IS NULL AND state IN ('surveyed', 'failed') AND time > ? AND time <= ?
         QUALIFY row_number() OVER (PARTITION BY cluster ORDER BY time DESC) = 1),
        -- Of a cluster that cannot be seen, what was found when it was seen last is still true as far as anybody knows.
        surveyed AS (
          SELECT cluster, max(time) AS time FROM servers
           WHERE database IS NULL AND state = 'surveyed' AND time > ? AND time <= ? GROUP BY cluster),
        found AS (
          SELECT f.cluster,
                 count(*) FILTER (role = 'cause' AND severity = 'critical') AS critical,
                 count(*) FILTER (role = 'cause' AND severity = 'warning') AS warnings,
                 arg_min(headline, problem) FILTER (role = 'cause') AS headline
            FROM findings f JOIN surveyed USING (cluster, time) GROUP BY f.cluster),
        pace AS (
          SELECT cluster, arg_max(stop_age - xid_age, time) AS until_stop,
                 CASE WHEN epoch(max(time)) - epoch(min(time)) >= 600
                      THEN (max(next_xid) - min(next_xid)) * 86400.0 / (epoch(max(time)) - epoch(min(time))) END AS per_day
            FROM servers WHERE database IS NULL AND xid_age IS NOT NULL AND time > ? AND time <= ? GROUP BY cluster),
        logged AS (SELECT cluster, max(time) AS time FROM runs WHERE time > ? AND time <= ? GROUP BY cluster)
        SELECT coalesce(last.cluster, logged.cluster) AS cluster, last.time AS time, state, reason, verdict,
               critical, warnings, headline, until_stop,
               CASE WHEN per_day > 0 THEN until_stop / per_day END AS days_left,
               surveyed.time AS surveyed_at, logged.time AS logged_at
          FROM last FULL JOIN logged USING (cluster) LEFT JOIN surveyed USING (cluster)
          LEFT JOIN found USING (cluster) LEFT JOIN pace USING (cluster)
         ORDER BY CASE WHEN state = 'failed' THEN 1 WHEN verdict = 'act_now' THEN 0
                       WHEN verdict = 'needs_attention' THEN 2 WHEN verdict = 'cannot_judge' THEN 3
                       WHEN verdict IS NULL THEN 4 ELSE 5 END,
                  critical DESC NULLS LAST, days_left NULLS LAST, warnings DESC NULLS LAST, cluster\
        """,
        parameters(4));
  }

  private List<ArchiveRow> problems() throws SourceException {
    return archive.query(
        """
        WITH surveyed AS (
          SELECT cluster, max(time) AS time FROM servers
           WHERE database IS NULL AND state = 'surveyed' AND time > ? AND time <= ? GROUP BY cluster)
        SELECT rule, first(severity ORDER BY array_position(['critical', 'warning', 'advice', 'info'], severity)) AS severity,
               count(DISTINCT cluster) AS clusters,
               first(cluster || ': ' || headline ORDER BY problem, cluster) AS example,
               first(action ORDER BY problem, cluster) AS action,
               array_to_string(list_sort(list(DISTINCT cluster))[1:5], ', ') AS some
          FROM findings JOIN surveyed USING (cluster, time)
         WHERE role = 'cause'
         GROUP BY rule
         ORDER BY min(array_position(['critical', 'warning', 'advice', 'info'], findings.severity)), clusters DESC, rule\
        """,
        parameters(1));
  }

  private List<Object> parameters(int times) {
    var all = new ArrayList<Object>();
    for (int each = 0; each < times; each++) {
      all.addAll(Arrays.asList(at.minus(back), at));
    }
    return all;
  }

  private static Part.ProblemCard problem(ArchiveRow row) {
    long clusters = row.count("clusters").orElse(0);
    return new Part.ProblemCard(
        Severity.valueOf(row.text("severity").orElseThrow().toUpperCase(Locale.ROOT)),
        "%s: %s".formatted(Quantities.counted(clusters, "cluster"), row.text("rule").orElse("")),
        List.of(
            row.text("some").orElse("") + (clusters > SHOWN ? ", …" : ""),
            "for example " + row.text("example").orElse("")),
        row.text("action").stream()
            .map(each -> new Part.Step(each, Optional.empty(), Optional.empty()))
            .toList());
  }

  private List<String> cluster(ArchiveRow row) {
    return List.of(
        row.text("cluster").orElse(""),
        verdict(row),
        count(row, "critical"),
        count(row, "warnings"),
        row.real("days_left").isPresent()
            ? Quantities.rounded(Math.round(row.real("days_left").getAsDouble()))
            : "not known",
        seen(row));
  }

  private String seen(ArchiveRow row) {
    var time = row.time("surveyed_at").or(() -> row.time("logged_at"));
    var age = time.map(each -> Duration.between(each, at).truncatedTo(ChronoUnit.SECONDS));
    return age.map(each ->
            Quantities.duration(each) + " before" + (each.compareTo(STALE) > 0 ? " (old)" : ""))
        .orElse("never");
  }

  private static String count(ArchiveRow row, String column) {
    var surveyed = row.time("surveyed_at").isPresent();
    var count = row.count(column);
    return surveyed ? String.valueOf(count.orElse(0)) : "not known";
  }
}
