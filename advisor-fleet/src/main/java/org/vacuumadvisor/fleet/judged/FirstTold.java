package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.judged.FindingRows.JudgedBy;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.source.SourceException;

/// Since when findings hold without a break: each judgement is compared with the one before.
public final class FirstTold {
  private final Map<Judge, Map<What, Optional<Instant>>> last = new HashMap<>();

  private record Judge(String cluster, String by) {}

  private record What(
      String rule, Optional<String> database, Optional<String> schema, Optional<String> table) {
    static What of(String rule, Subject subject) {
      var about = About.of(subject);
      var relation = about.relation();
      return new What(
          rule,
          Optional.ofNullable(about.database()),
          relation.map(RelationName::schema),
          relation.map(RelationName::name));
    }
  }

  /// Goes on from the last judgement of each cluster that an archive has.
  public void read(Archive archive) throws SourceException {
    for (var row :
        archive.query(
            """
            WITH judged AS (
              SELECT cluster, state AS judged_by, max(judged_at) AS judged_at FROM servers
               WHERE database IS NULL AND verdict IS NOT NULL GROUP BY ALL)
            SELECT j.cluster, j.judged_by, rule, database, schema, table_name, since
              FROM judged j LEFT JOIN findings f
                ON f.cluster = j.cluster AND f.judged_by = j.judged_by AND f.judged_at = j.judged_at\
            """,
            List.of())) {
      var told =
          last.computeIfAbsent(
              new Judge(row.text("cluster").orElse(""), row.text("judged_by").orElse("")),
              _ -> new HashMap<>());
      row.text("rule")
          .ifPresent(rule ->
              told.put(
                  new What(rule, row.text("database"), row.text("schema"), row.text("table_name")),
                  row.time("since")));
    }
  }

  /// Since when findings hold. What the first judgement by logs tells may be older: then it is not
  /// known.
  ///
  /// @param time of what was judged
  Map<Finding, Optional<Instant>> since(
      String cluster, JudgedBy by, Instant time, List<Finding> findings) {
    var judge = new Judge(cluster, by.word());
    var before = last.get(judge);
    var first =
        before == null && by == JudgedBy.LOGGED ? Optional.<Instant>empty() : Optional.of(time);
    var now = new HashMap<What, Optional<Instant>>();
    var since = new HashMap<Finding, Optional<Instant>>();
    for (var finding : findings) {
      var what = What.of(finding.id(), finding.subject());
      var known = before == null ? first : before.getOrDefault(what, first);
      now.put(what, known);
      since.put(finding, known);
    }
    last.put(judge, now);
    return since;
  }
}
