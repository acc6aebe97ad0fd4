package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.archive.TableColumns;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// The surveys of a server that its archive holds, as far as rates need them: counters, sizes and
/// ages of tables, ages and counters of databases, and the next transaction ID. What they do not
/// hold, such as indexes and sessions, is not in them.
public final class ArchivedSurveys {
  private static final int MOST_SURVEYS = 400;

  /// `watch` writes every table once a day. One without a row for longer was not seen.
  private static final Duration LONGEST_UNCHANGED = Duration.ofHours(25);

  private final Archive archive;
  private final String cluster;
  private final Survey now;
  private final Map<Named, Relation> relations = new HashMap<>();
  private final Map<RelationKey, Relation> seen = new HashMap<>();
  private final Map<RelationKey, Instant> seenAt = new HashMap<>();

  /// A table as rows of the archive name it.
  private record Named(String database, long oid) {}

  private ArchivedSurveys(Archive archive, String cluster, Survey now) {
    this.archive = archive;
    this.cluster = cluster;
    this.now = now;
    now.relations()
        .forEach(each ->
            relations.put(new Named(each.name().database(), each.key().oid()), unknown(each)));
  }

  /// The surveys before one of the same server, the oldest first; fewer of a long time.
  ///
  /// @param back from how long before on
  /// @param apart of so long a time one survey at most; some minutes
  public static List<Survey> before(
      Archive archive, String cluster, Survey now, Duration back, Duration apart)
      throws SourceException {
    return new ArchivedSurveys(archive, cluster, now).surveys(back, apart);
  }

  private List<Survey> surveys(Duration back, Duration apart) throws SourceException {
    var chosen = chosen(now.takenAt().minus(back), apart);
    var looks = looks(chosen);
    if (looks.isEmpty()) {
      return List.of();
    }
    var first = looks.getFirst().getKey();
    var surveys = new ArrayList<Survey>();
    var past = new PastServer(now);
    archive.each(
        """
        WITH looks AS (%s)
        SELECT t.* FROM (SELECT * FROM tables WHERE cluster = ? AND time > ? AND time <= ?) t
          ASOF JOIN looks ON t.time <= looks.look
        QUALIFY row_number() OVER (PARTITION BY t.database, t.relation_oid, looks.look ORDER BY t.time DESC) = 1
         ORDER BY t.time\
        """
            .formatted(chosen),
        List.of(cluster, first.minus(LONGEST_UNCHANGED), looks.getLast().getKey()),
        row -> {
          var time = row.time("time").orElseThrow();
          while (!looks.isEmpty() && time.isAfter(looks.getFirst().getKey())) {
            surveys.add(survey(past, looks.removeFirst()));
          }
          take(row, time);
        });
    looks.forEach(look -> surveys.add(survey(past, look)));
    return surveys;
  }

  /// The survey of a look, with what was seen of tables until then.
  private Survey survey(PastServer past, Map.Entry<Instant, List<ArchiveRow>> look) {
    return past.survey(look.getValue(), at(look.getKey()));
  }

  /// A query for the moments of the first survey of each stretch of some minutes.
  private String chosen(Instant from, Duration apart) throws SourceException {
    var surveys =
        "SELECT time AS look FROM servers WHERE cluster = %s AND database IS NULL AND state = 'surveyed' AND time > %s AND time < %s"
            .formatted(
                Question.literal(cluster), Question.literal(from), Question.literal(now.takenAt()));
    var first =
        archive
            .query("SELECT min(look) AS first FROM (%s)".formatted(surveys), List.of())
            .getFirst()
            .time("first")
            .orElse(from);
    long least = apart.toMinutes();
    long span = Duration.between(first, now.takenAt()).toMinutes();
    return surveys
        + " QUALIFY row_number() OVER (PARTITION BY time_bucket(INTERVAL '%d minutes', time) ORDER BY time) = 1"
            .formatted(least * Math.max(1, Math.ceilDiv(span, least * MOST_SURVEYS)));
  }

  /// The rows of the chosen surveys, of the server and of its databases, in the order of time.
  private List<Map.Entry<Instant, List<ArchiveRow>>> looks(String chosen) throws SourceException {
    var looks = new TreeMap<Instant, List<ArchiveRow>>();
    archive.each(
        "SELECT s.* FROM servers s SEMI JOIN (%s) ON s.time = look WHERE s.cluster = ?"
            .formatted(chosen),
        List.of(cluster),
        row ->
            looks.computeIfAbsent(row.time("time").orElseThrow(), _ -> new ArrayList<>()).add(row));
    return new ArrayList<>(looks.entrySet());
  }

  private void take(ArchiveRow row, Instant time) {
    var named = new Named(row.text("database").orElse(""), row.count("relation_oid").orElse(0));
    var relation = relations.get(named);
    // One that is there no longer tells nothing of those of now.
    if (relation != null) {
      seen.put(relation.key(), relation.with(TableColumns.readings(row)));
      seenAt.put(relation.key(), time);
    }
  }

  /// The tables of now as they were then. Of one that was not seen nothing is known: it need not be
  /// new.
  private List<Relation> at(Instant time) {
    var from = time.minus(LONGEST_UNCHANGED);
    var databases = new HashSet<Long>();
    seenAt.forEach((key, last) -> {
      if (last.isAfter(from)) {
        databases.add(key.databaseOid());
      }
    });
    return relations.values().stream()
        .filter(each -> databases.contains(each.key().databaseOid()))
        .map(each ->
            seenAt.getOrDefault(each.key(), Instant.MIN).isAfter(from)
                ? seen.getOrDefault(each.key(), each)
                : each)
        .toList();
  }

  /// Without what the archive does not know of a table then: its figures, its indexes.
  private static Relation unknown(Relation table) {
    return new Relation(
        table.key(),
        table.name(),
        table.kind(),
        table.persistence(),
        table.blockSize(),
        table.storage(),
        Readings.NONE,
        table.parent(),
        table.references(),
        List.of(),
        List.of());
  }
}
