package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Resource;

/// What an archive tells of the server at hand over weeks: figures of the whole server at a few
/// hundred moments, how its tables grew, and figures of one table.
public final class ArchivedServer {
  private static final int MOST_MOMENTS = 300;

  /// `watch` writes every table at the first survey of a day. What is summed up begins before.
  private static final Duration A_DAY_OF_TABLES = Duration.ofHours(25);

  private final Archive archive;
  private final String cluster;
  private final Instant from;
  private final Instant to;
  private final int blockSize;

  /// @param cluster its name in the archive
  /// @param back how long before the survey at hand to begin
  public ArchivedServer(Archive archive, String cluster, Survey now, Duration back) {
    this.archive = archive;
    this.cluster = cluster;
    this.from = now.takenAt().minus(back);
    this.to = now.takenAt();
    this.blockSize = now.server().blockSize();
  }

  /// The whole server at one moment. What is not known is empty.
  ///
  /// @param deadRows of all tables
  /// @param oldestXmin the age of the oldest xmin that somebody held; 0 where nobody did
  /// @param databaseAge of the oldest database
  /// @param slotWal bytes of WAL that all slots kept
  public record Moment(
      Instant at,
      OptionalLong deadRows,
      OptionalLong oldestXmin,
      OptionalLong databaseAge,
      OptionalLong slotWal) {}

  /// A table at one moment. What is not known is empty.
  ///
  /// @param bytes of its main fork
  /// @param age of its oldest unfrozen row, in transaction IDs
  public record TableMoment(
      Instant at, OptionalLong deadRows, OptionalLong bytes, OptionalLong age) {}

  /// Says that the archive's surveys cannot be of the server at hand.
  ///
  /// @throws SourceException if so, or if there are none
  public void check(Survey now) throws SourceException {
    var last =
        archive.query(
            """
             SELECT * FROM servers WHERE cluster = ? AND state = 'surveyed' AND time < ?
            QUALIFY time = max(time) OVER ()\
            """,
            List.of(cluster, to));
    var surveys =
        last.isEmpty() ? List.<Survey>of() : List.of(new PastServer(now).survey(last, List.of()));
    ArchivedClusters.check(cluster, surveys, now);
  }

  /// In the order of time, at most [#MOST_MOMENTS]; of each stretch the highest figures.
  public List<Moment> moments() throws SourceException {
    var looks =
        """
        SELECT time, xid_age FROM servers
         WHERE cluster = ? AND database IS NULL AND state <> 'failed' AND time > ? AND time <= ?\
        """;
    boolean seesAll = seesAll();
    return archive
        .query(
            Resource.text(ArchivedServer.class, "moments.sql").formatted(looks, stretch()),
            List.of(cluster, from, to, cluster, from, to, cluster, from.minus(A_DAY_OF_TABLES), to))
        .stream()
        .map(row -> moment(row, seesAll))
        .toList();
  }

  private static Moment moment(ArchiveRow row, boolean seesAll) {
    var xmin = row.count("xmin");
    return new Moment(
        row.time("at").orElseThrow(),
        row.count("dead"),
        xmin.isEmpty() && seesAll ? OptionalLong.of(0) : xmin,
        row.count("age"),
        row.count("wal"));
  }

  /// Whether no survey lacked rights: only then is nobody seen the same as nobody there.
  private boolean seesAll() throws SourceException {
    return archive
        .query(
            "SELECT 1 FROM coverage WHERE cluster = ? AND kind = 'gap' AND time > ? LIMIT 1",
            List.of(cluster, from))
        .isEmpty();
  }

  /// How long a stretch is of which one moment is taken, in seconds.
  private long stretch() throws SourceException {
    var first =
        archive
            .query(
                "SELECT min(time) AS first FROM servers WHERE cluster = ? AND time > ?",
                List.of(cluster, from))
            .getFirst()
            .time("first")
            .orElse(from);
    return Math.max(1, Duration.between(first, to).toSeconds() / MOST_MOMENTS);
  }

  /// By how many bytes each table grew since the archive saw it first in that time; without those
  /// that it saw only once.
  public Map<RelationName, Long> growth() throws SourceException {
    var growth = new HashMap<RelationName, Long>();
    archive.each(
        """
        SELECT database, schema, table_name,
               (arg_max(bytes, time) - arg_min(bytes, time))::BIGINT AS grown
          FROM (SELECT *, coalesce(main_bytes, relpages * %d) AS bytes FROM tables
                 WHERE cluster = ? AND time > ? AND time <= ? AND kind <> 'dropped')
         WHERE bytes IS NOT NULL GROUP BY ALL HAVING count(*) > 1\
        """
            .formatted(blockSize),
        List.of(cluster, from, to),
        row ->
            row.count("grown")
                .ifPresent(grown ->
                    growth.put(
                        new RelationName(
                            row.text("database").orElse(""),
                            row.text("schema").orElse(""),
                            row.text("table_name").orElse("")),
                        grown)));
    return growth;
  }

  /// What is known of a table, in the order of time, at most [#MOST_MOMENTS].
  public List<TableMoment> moments(RelationName table) throws SourceException {
    var moments = new ArrayList<TableMoment>();
    archive.each(
        """
        SELECT max(time) AS at, max(n_dead_tup) AS dead, arg_max(main_bytes, time) AS bytes,
               max(xid_age) AS age, arg_max(relpages * %d, time) AS pages
          FROM tables
         WHERE cluster = ? AND time > ? AND time <= ?
           AND database = ? AND schema = ? AND table_name = ? AND kind <> 'dropped'
         GROUP BY time_bucket(INTERVAL '%d seconds', time) ORDER BY 1\
        """
            .formatted(blockSize, stretch()),
        List.of(cluster, from, to, table.database(), table.schema(), table.name()),
        row ->
            moments.add(
                new TableMoment(
                    row.time("at").orElseThrow(),
                    row.count("dead"),
                    row.count("bytes").isPresent() ? row.count("bytes") : row.count("pages"),
                    row.count("age"))));
    return List.copyOf(moments);
  }
}
