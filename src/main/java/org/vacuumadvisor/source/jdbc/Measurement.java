package org.vacuumadvisor.source.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;

/// Reads whole files with `pgstattuple()` and `pgstatindex()`, the largest first, until a budget is
/// used up. They take an ACCESS SHARE lock, and read through a small ring of buffers.
final class Measurement {
  /// Smaller files are of no concern.
  private static final Pages SMALLEST_FILE = new Pages(1_280);

  private static final String BTREE = "btree";

  private static final String EXTENSION =
      "SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid ="
          + " e.extnamespace WHERE e.extname = 'pgstattuple'";

  private final Opener opener;
  private final Budget budget;
  private final Sink sink;
  private final Progress progress;
  private final Map<String, Optional<Place>> places = new HashMap<>();
  private final Set<String> refused = new HashSet<>();

  /// A file that may be read.
  private record Candidate(Topic topic, String database, long oid, Bytes size) {}

  /// A database with the extension.
  private record Place(Session session, String schema) {}

  Measurement(Opener opener, Budget budget, Sink sink, Progress progress) {
    this.opener = opener;
    this.budget = budget;
    this.sink = sink;
    this.progress = progress;
  }

  void of(Survey survey) throws SourceException, InterruptedException {
    var candidates =
        survey.relations().stream()
            .flatMap(Measurement::candidates)
            .sorted(Comparator.comparing(Candidate::size).reversed())
            .toList();
    try {
      measure(candidates, survey.server().release());
    } finally {
      places.values().forEach(place -> place.ifPresent(each -> each.session().close()));
    }
  }

  private void measure(List<Candidate> candidates, Release release)
      throws SourceException, InterruptedException {
    long end = System.nanoTime() + budget.time().toNanos();
    var left = budget.size();
    int passedBy = 0;
    for (int done = 0; done < candidates.size(); done++) {
      var each = candidates.get(done);
      var time = Duration.ofNanos(end - System.nanoTime());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while reading whole files");
      }
      if (time.isNegative() || each.size().compareTo(left) > 0) {
        passedBy++;
      } else {
        progress.step("reading whole files", done, candidates.size());
        measure(each, time, release);
        left = left.minus(each.size());
      }
    }
    if (passedBy > 0) {
      sink.gap(
          new Gap(
              Gap.Kind.TIMED_OUT,
              "%s larger than the rest of %s or later than %s"
                  .formatted(Quantities.counted(passedBy, "file"), budget.size(), budget.time()),
              "their exact bloat",
              "a larger budget for whole files"));
    }
  }

  private void measure(Candidate candidate, Duration time, Release release) throws SourceException {
    var place = place(candidate.database());
    if (place.isEmpty() || refused.contains(candidate.topic() + candidate.database())) {
      return;
    }
    var session = place.get().session();
    try {
      session.limit(time);
    } catch (SQLException lost) {
      throw new SourceException(
          "The connection to the server was lost while reading whole files. Try again without"
              + " measuring bloat exactly.",
          lost);
    }
    var function =
        Identifiers.qualified(
            place.get().schema(),
            candidate.topic() == Topic.TUPLES ? "pgstattuple" : "pgstatindex");
    var text =
        "SELECT %1$d AS oid, s.* FROM %2$s(%1$d::pg_catalog.regclass) s"
            .formatted(candidate.oid(), function);
    if (!session.read(candidate.topic(), text, release, sink)) {
      refused.add(candidate.topic() + candidate.database());
    }
  }

  private Optional<Place> place(String database) throws SourceException {
    var known = places.get(database);
    if (known != null) {
      return known;
    }
    var session = new Session(opener.open(database), new ReentrantLock());
    session.enter(database);
    var place = schema(session).map(schema -> new Place(session, schema));
    if (place.isEmpty()) {
      session.close();
      sink.gap(
          new Gap(
              Gap.Kind.FAILED,
              "whole files of database %s: it lacks the extension pgstattuple"
                  .formatted(Identifiers.quoted(database)),
              "their exact bloat",
              "CREATE EXTENSION pgstattuple in it"));
    }
    places.put(database, place);
    return place;
  }

  private static Optional<String> schema(Session session) {
    try {
      return session.value(EXTENSION);
    } catch (SQLException _) {
      return Optional.empty();
    }
  }

  private static Stream<Candidate> candidates(Relation relation) {
    var database = relation.name().database();
    int block = relation.blockSize();
    var table =
        relation.kind() == RelationKind.PARTITIONED_TABLE || relation.isShared()
            ? Stream.<Candidate>empty()
            : Stream.of(
                new Candidate(
                    Topic.TUPLES,
                    database,
                    relation.key().oid(),
                    relation.heapSize().or(Bytes.NONE)));
    var indexes =
        relation.indexes().stream()
            .filter(index -> index.method().equals(BTREE) && !index.isInvalid())
            .map(index ->
                new Candidate(Topic.LEAVES, database, index.oid(), index.pages().bytes(block)));
    return Stream.concat(table, indexes)
        .filter(each -> each.size().compareTo(SMALLEST_FILE.bytes(block)) >= 0);
  }
}
