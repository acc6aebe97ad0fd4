package org.vacuumadvisor.source.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.Topic.Scope;

/// One reading of a server, from the first connection to the last row.
final class SurveyRun {
  private static final int SHOWN = 5;

  /// How many databases are read at once: the server should hardly notice us.
  private static final int AT_ONCE = 4;

  /// The first three tell how to go on.
  private static final List<Topic> CLUSTER_TOPICS =
      Arrays.stream(Topic.values())
          .filter(each -> each.scope() == Scope.CLUSTER)
          .filter(each -> each != Topic.SERVER && each != Topic.SETTINGS && each != Topic.DATABASES)
          .toList();

  private static final List<Topic> DATABASE_TOPICS =
      Arrays.stream(Topic.values())
          .filter(each -> each.scope() == Scope.DATABASE)
          .filter(each -> each != Topic.TUPLES && each != Topic.LEAVES)
          .toList();

  /// Of which rows tell who holds back the horizon.
  private static final List<Topic> HOLDERS =
      List.of(Topic.SESSIONS, Topic.PREPARED_TRANSACTIONS, Topic.REPLICATION_SLOTS, Topic.STANDBYS);

  /// Half the work of a database each.
  private static final List<Topic> BESIDE =
      List.of(Topic.INDEXES, Topic.SIZES, Topic.COLUMNS, Topic.FOREIGN_KEYS);

  private static final List<Topic> IN_FRONT =
      DATABASE_TOPICS.stream().filter(each -> !BESIDE.contains(each)).toList();

  private final Opener opener;
  private final Databases databases;
  private final Sink sink;
  private final Steps steps;
  private final ReentrantLock sinkInUse = new ReentrantLock();

  SurveyRun(Opener opener, Databases databases, Sink sink, Progress progress) {
    this.opener = opener;
    this.databases = databases;
    this.sink = sink;
    this.steps = new Steps(progress);
  }

  void run() throws SourceException, InterruptedException {
    var probe = new ServerProbe();
    steps.expect(3 + CLUSTER_TOPICS.size() + DATABASE_TOPICS.size());
    try (var session = session(null)) {
      var listening = Sink.tee(sink, probe);
      steps.next(Topic.SERVER.what());
      session.readEssential(Topic.SERVER, Release.newest(), listening);
      var release = probe.release();
      steps.next(Topic.SETTINGS.what());
      session.readEssential(Topic.SETTINGS, release, sink);
      steps.next(Topic.DATABASES.what());
      session.read(Topic.DATABASES, release, listening);
      read(session, CLUSTER_TOPICS, release, "");
      session.enter(probe.current());
      readCurrent(session, probe);
    }
    notVisited(probe.closed(), "datallowconn is false", "ALTER DATABASE … ALLOW_CONNECTIONS true");
    switch (databases) {
      case CURRENT -> passBy(probe);
      case ALL -> visitOthers(probe);
    }
    steps.done();
  }

  /// Reads who holds back the horizon, and the ages of databases.
  void glance() throws SourceException, InterruptedException {
    var probe = new ServerProbe();
    steps.expect(HOLDERS.size());
    try (var session = session(null)) {
      session.readEssential(Topic.SERVER, Release.newest(), Sink.tee(sink, probe));
      var release = probe.release();
      session.readEssential(Topic.SETTINGS, release, sink);
      session.read(Topic.DATABASES, release, sink);
      read(session, HOLDERS, release, "");
    }
    steps.done();
  }

  private void read(Session session, List<Topic> topics, Release release, String where)
      throws SourceException, InterruptedException {
    for (var topic : topics) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while reading a server");
      }
      steps.next(topic.what() + where);
      session.read(topic, release, sink);
    }
  }

  /// A large database is read through a second session besides, so that the server works on one
  /// topic while we take the rows of another.
  private void readCurrent(Session session, ServerProbe probe)
      throws SourceException, InterruptedException {
    var release = probe.release();
    if (!probe.hasManyRelations()) {
      read(session, DATABASE_TOPICS, release, "");
      return;
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var beside = threads.submit(() -> readBeside(probe.current(), release));
      try {
        read(session, IN_FRONT, release, "");
        if (!beside.get()) {
          read(session, BESIDE, release, "");
        }
      } catch (InterruptedException interrupted) {
        threads.shutdownNow();
        throw interrupted;
      }
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof SourceException lost) {
        throw lost;
      }
      throw new IllegalStateException("a database could not be read", failed.getCause());
    }
  }

  /// Whether there was a second session to be had.
  private boolean readBeside(String database, Release release)
      throws SourceException, InterruptedException {
    Session second;
    try {
      second = session(null);
    } catch (SourceException _) {
      return false;
    }
    try (second) {
      second.enter(database);
      read(second, BESIDE, release, "");
      return true;
    }
  }

  private void passBy(ServerProbe probe) throws SourceException {
    notVisited(
        probe.others().stream().filter(each -> !each.template()).toList(),
        "not asked for",
        "a survey of all databases");
  }

  private void visitOthers(ServerProbe probe) throws SourceException, InterruptedException {
    var others = probe.others();
    notVisited(
        others.stream().filter(each -> !each.permitted()).toList(),
        "no CONNECT privilege",
        "GRANT CONNECT on them");
    var permitted = others.stream().filter(ServerProbe.Place::permitted).toList();
    var release = probe.release();
    steps.expect(permitted.size() * DATABASE_TOPICS.size());
    var places = new Semaphore(AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var visits =
          permitted.stream()
              .map(each -> threads.submit(() -> visitOne(each.name(), release, places)))
              .toList();
      try {
        for (var visit : visits) {
          outcome(visit);
        }
      } catch (InterruptedException interrupted) {
        threads.shutdownNow();
        throw interrupted;
      }
    }
  }

  private @Nullable Void visitOne(String database, Release release, Semaphore places)
      throws InterruptedException {
    places.acquire();
    try (var session = session(database)) {
      session.enter(database);
      read(session, DATABASE_TOPICS, release, " of " + Identifiers.quoted(database));
    } catch (SourceException failed) {
      Session.report(
          new Gap(
              Gap.Kind.DATABASE_NOT_VISITED,
              "tables of database %s: %s"
                  .formatted(Identifiers.quoted(database), failed.explanation()),
              "everything about them",
              null),
          sink,
          sinkInUse);
    } finally {
      places.release();
    }
    return null;
  }

  private static void outcome(Future<?> visit) throws InterruptedException {
    try {
      visit.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a database could not be read", failed.getCause());
    }
  }

  private void notVisited(List<ServerProbe.Place> places, String reason, String remedy) {
    if (!places.isEmpty()) {
      Session.report(
          new Gap(
              Gap.Kind.DATABASE_NOT_VISITED,
              "tables of %s (%s)".formatted(named(places), reason),
              "everything about them but how old their transaction IDs are",
              remedy),
          sink,
          sinkInUse);
    }
  }

  private Session session(@Nullable String database) throws SourceException {
    return new Session(opener.open(database), sinkInUse);
  }

  /// A list of databases as a phrase: a server may have thousands.
  private static String named(List<ServerProbe.Place> places) {
    var names =
        places.stream()
            .limit(SHOWN)
            .map(each -> Identifiers.quoted(each.name()))
            .collect(Collectors.joining(", "));
    int more = places.size() - SHOWN;
    return (places.size() == 1 ? "database " : places.size() + " databases: ")
        + names
        + (more > 0 ? " and " + more + " more" : "");
  }

  /// Counts the steps of a visit for whoever watches; several sessions may be at it.
  private static final class Steps {
    private final Progress progress;
    private int done;
    private int expected;

    Steps(Progress progress) {
      this.progress = progress;
    }

    synchronized void expect(int more) {
      expected += more;
    }

    synchronized void next(String what) {
      progress.step("reading " + what, done++, expected);
    }

    synchronized void done() {
      progress.step("read", expected, expected);
    }
  }
}
