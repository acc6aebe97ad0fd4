package org.vacuumadvisor.source.jdbc;

import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.SurveyBuilder;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Connector;
import org.vacuumadvisor.source.conninfo.SessionLimits;

/// A live server. It is read with short read-only statements, each a transaction of its own;
/// nothing is waited for, and nothing is held in between.
///
/// @param mask what rows of a survey pass through before they are taken
public record ServerSource(Opener opener, UnaryOperator<Sink> mask) {
  private static final Duration TICK = Duration.ofSeconds(1);

  /// The server that a user named.
  public static ServerSource of(ConnectionParameters parameters, SessionLimits limits) {
    var connector = new Connector(limits);
    return new ServerSource(
        database ->
            connector.connect(database == null ? parameters : parameters.withDatabase(database)),
        UnaryOperator.identity());
  }

  /// Reads everything into a sink.
  ///
  /// @throws SourceException if there is no connection, or it was lost
  public void read(Databases databases, Sink sink, Progress progress)
      throws SourceException, InterruptedException {
    new SurveyRun(opener, databases, mask.apply(sink), progress).run();
  }

  /// The server as it is now.
  ///
  /// @throws SourceException if there is no connection, or it was lost
  public Survey survey(Databases databases, Progress progress)
      throws SourceException, InterruptedException {
    return survey(databases, Optional.empty(), progress);
  }

  /// Who holds back the oldest xmin now, and how old the IDs of each database are: a light look,
  /// through one session, at no table.
  ///
  /// @throws SourceException if there is no connection, or it was lost
  public Survey glance() throws SourceException, InterruptedException {
    var builder = new SurveyBuilder();
    new SurveyRun(opener, Databases.CURRENT, builder, Progress.NONE).glance();
    return builder.build();
  }

  /// The server as it is now, with its largest files read whole if there is a budget for that.
  ///
  /// @throws SourceException if there is no connection, or it was lost
  public Survey survey(Databases databases, Optional<Budget> budget, Progress progress)
      throws SourceException, InterruptedException {
    var builder = new SurveyBuilder();
    read(databases, builder, progress);
    if (budget.isPresent()) {
      new Measurement(opener, budget.get(), builder, progress).of(builder.build());
    }
    return builder.build();
  }

  /// The server as it is now and as it is some time later. No connection is kept in between.
  ///
  /// @param apart from the beginning of the one survey to the beginning of the other
  /// @throws SourceException if there is no connection, or it was lost
  public Window sample(Databases databases, Duration apart, Progress progress)
      throws SourceException, InterruptedException {
    return switch (look(databases, apart, Optional.empty(), progress)) {
      case Looks.Twice(Window window) -> window;
      case Looks.Once(_, SourceException lost) -> throw lost;
    };
  }

  /// The same, with files read whole in the end if there is a budget for that. Where the server is
  /// lost in between, the first look is kept.
  ///
  /// @throws SourceException if the first look found no connection, or lost it
  public Looks look(Databases databases, Duration apart, Optional<Budget> budget, Progress progress)
      throws SourceException, InterruptedException {
    long start = System.nanoTime();
    var older = survey(databases, progress);
    waitUntil(start, apart, progress);
    try {
      return new Looks.Twice(new Window(older, survey(databases, budget, progress)));
    } catch (SourceException lost) {
      return Looks.Once.of(older, lost);
    }
  }

  /// A read-only session on a database, for what is no survey; null for the one the user named.
  ///
  /// @throws SourceException if there is no connection
  public Connection session(@Nullable String database) throws SourceException {
    return opener.open(database);
  }

  private static void waitUntil(long start, Duration apart, Progress progress)
      throws InterruptedException {
    for (var passed = since(start); passed.compareTo(apart) < 0; passed = since(start)) {
      progress.step("watching the server", passed.toSeconds(), apart.toSeconds());
      var left = apart.minus(passed);
      Thread.sleep(left.compareTo(TICK) < 0 ? left : TICK);
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
