package org.vacuumadvisor.fleet.series;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
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
  /// Hours are told apart, no less; and so many surveys at most.
  private static final int MOST = 400;

  /// `watch` writes every table once a day. One without a row for longer was not seen.
  private static final Duration LONGEST_UNCHANGED = Duration.ofHours(25);

  private final Archive archive;
  private final String cluster;
  private final Survey now;
  private final TableNames names;
  private final Map<RelationKey, Relation> seen = new HashMap<>();
  private final Map<RelationKey, Instant> seenAt = new HashMap<>();

  private ArchivedSurveys(Archive archive, String cluster, Survey now) {
    this.archive = archive;
    this.cluster = cluster;
    this.now = now;
    this.names = new TableNames(now);
  }

  /// The surveys before one of the same server, the oldest first; at most one each hour, and fewer
  /// of a long time.
  ///
  /// @param back from how long before on
  public static List<Survey> before(Archive archive, String cluster, Survey now, Duration back)
      throws SourceException {
    return new ArchivedSurveys(archive, cluster, now).surveys(back);
  }

  private List<Survey> surveys(Duration back) throws SourceException {
    var from = now.takenAt().minus(back);
    long hours = hours(from);
    var looks = looks(from, hours);
    if (looks.isEmpty()) {
      return List.of();
    }
    var pending = new ArrayList<>(looks.entrySet());
    var surveys = new ArrayList<Survey>();
    var past = new PastServer(now);
    var databases = databases(looks);
    archive.each(
        """
        WITH looks AS (SELECT DISTINCT time AS look FROM servers
                        WHERE cluster = ? AND database IS NULL AND state = 'surveyed' AND time >= ? AND time <= ?
                      QUALIFY row_number() OVER (PARTITION BY time_bucket(INTERVAL '%d hours', time) ORDER BY time) = 1)
        SELECT t.* FROM (SELECT * FROM tables WHERE cluster = ? AND time > ? AND time <= ?) t
          ASOF JOIN looks ON t.time <= looks.look
        QUALIFY row_number() OVER (PARTITION BY t.database, t.relation_oid, looks.look ORDER BY t.time DESC) = 1
         ORDER BY t.time\
        """
            .formatted(hours),
        List.of(
            cluster,
            pending.getFirst().getKey(),
            pending.getLast().getKey(),
            cluster,
            pending.getFirst().getKey().minus(LONGEST_UNCHANGED),
            pending.getLast().getKey()),
        row -> {
          var time = row.time("time").orElseThrow();
          while (!pending.isEmpty() && time.isAfter(pending.getFirst().getKey())) {
            surveys.add(survey(past, pending.removeFirst(), databases));
          }
          take(row, time);
        });
    for (var look : pending) {
      surveys.add(survey(past, look, databases));
    }
    return surveys;
  }

  /// The survey of a look, with what was seen of tables until then.
  private Survey survey(
      PastServer past,
      Map.Entry<Instant, ArchiveRow> look,
      Map<Instant, List<ArchiveRow>> databases) {
    var time = look.getKey();
    return past.survey(look.getValue(), databases.getOrDefault(time, List.of()), at(time));
  }

  /// How long a stretch is of which one survey is taken.
  private long hours(Instant from) throws SourceException {
    var first =
        archive
            .query(
                """
                SELECT min(time) AS first FROM servers
                 WHERE cluster = ? AND database IS NULL AND state = 'surveyed' AND time > ?\
                """,
                List.of(cluster, from))
            .getFirst()
            .time("first")
            .orElse(from);
    return Math.max(1, Math.ceilDiv(Duration.between(first, now.takenAt()).toHours(), MOST));
  }

  /// The first survey of each stretch of so many hours, by time.
  private NavigableMap<Instant, ArchiveRow> looks(Instant from, long hours) throws SourceException {
    var looks = new TreeMap<Instant, ArchiveRow>();
    for (var row :
        archive.query(
            """
            SELECT * FROM servers
             WHERE cluster = ? AND database IS NULL AND state = 'surveyed' AND time > ? AND time < ?
            QUALIFY row_number() OVER (PARTITION BY time_bucket(INTERVAL '%d hours', time) ORDER BY time) = 1\
            """
                .formatted(hours),
            List.of(cluster, from, now.takenAt()))) {
      looks.put(row.time("time").orElseThrow(), row);
    }
    return looks;
  }

  private Map<Instant, List<ArchiveRow>> databases(NavigableMap<Instant, ArchiveRow> looks)
      throws SourceException {
    var databases = new HashMap<Instant, List<ArchiveRow>>();
    archive.each(
        """
        SELECT * FROM servers
         WHERE cluster = ? AND database IS NOT NULL AND time >= ? AND time <= ?\
        """,
        List.of(cluster, looks.firstKey(), looks.lastKey()),
        row -> {
          var time = row.time("time").orElseThrow();
          if (looks.containsKey(time)) {
            databases.computeIfAbsent(time, _ -> new ArrayList<>()).add(row);
          }
        });
    return databases;
  }

  private void take(ArchiveRow row, Instant time) {
    names
        .of(row)
        .ifPresent(relation -> {
          seen.put(relation.key(), relation.with(TableColumns.readings(row)));
          seenAt.put(relation.key(), time);
        });
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
    return names.all().stream()
        .filter(each -> databases.contains(each.key().databaseOid()))
        .map(each ->
            seenAt.getOrDefault(each.key(), Instant.MIN).isAfter(from)
                ? seen.getOrDefault(each.key(), each)
                : each)
        .toList();
  }

  /// Finds the tables of now that rows of the archive are of, by database and oid. They come
  /// without indexes: what these were like then is not in the archive.
  private static final class TableNames {
    private record Named(String database, long oid) {}

    private final Map<Named, Relation> relations = new HashMap<>();

    TableNames(Survey now) {
      for (var each : now.relations()) {
        relations.put(
            new Named(each.name().database(), each.key().oid()),
            new Relation(
                each.key(),
                each.name(),
                each.kind(),
                each.persistence(),
                each.blockSize(),
                each.storage(),
                Readings.NONE,
                each.parent(),
                each.references(),
                List.of(),
                List.of()));
      }
    }

    /// All tables of now, with nothing known of them.
    Collection<Relation> all() {
      return relations.values();
    }

    /// The table; empty if it is there no longer.
    Optional<Relation> of(ArchiveRow row) {
      var oid = row.count("relation_oid");
      return row.text("database")
          .filter(_ -> oid.isPresent())
          .map(database -> new Named(database, oid.getAsLong()))
          .map(relations::get);
    }
  }
}
