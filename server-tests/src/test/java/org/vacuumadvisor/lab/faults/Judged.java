package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// What the advisor makes of a real server, and what is expected of that.
record Judged(Assessment assessment) {
  /// psql's command that runs what a query answers.
  private static final String GEXEC = " \\gexec";

  private static final int MOST_LOOKS = 10_000;

  private static final Duration STATISTICS_FILE_AGE = Duration.ofMillis(500);

  /// May stand beside any finding: it is not about vacuum but about the survey.
  private static final String MORE_DATA = "need-more-data";

  /// As the superuser sees the database.
  static Judged of(Bench bench) throws SourceException, InterruptedException {
    return as("postgres", bench);
  }

  static Judged as(String user, Bench bench) throws SourceException, InterruptedException {
    return new Judged(Advisor.assess(survey(user, bench.server(), bench.name())));
  }

  /// As the superuser would see the database some time later, if nobody did anything meanwhile.
  static Judged later(Duration time, Bench bench) throws SourceException, InterruptedException {
    return laterAs("postgres", time, bench);
  }

  static Judged laterAs(String user, Duration time, Bench bench)
      throws SourceException, InterruptedException {
    var survey = survey(user, bench.server(), bench.name());
    return new Judged(Advisor.assess(survey.takenAt(survey.takenAt().plus(time))));
  }

  static Judged of(PostgresServer server) throws SourceException, InterruptedException {
    return new Judged(Advisor.assess(survey("postgres", server, "postgres")));
  }

  static Judged between(Survey older, Survey newer) {
    return new Judged(Advisor.assess(older, newer));
  }

  static Survey survey(String user, PostgresServer server, String database)
      throws SourceException, InterruptedException {
    outliveStatisticsFile(server);
    var uri = server.uri(database).replace("//postgres@", "//" + user + "@");
    var parameters = ConnectionParameters.resolve(uri, Map.of(), Environment.ofProcess());
    return withoutTheBenchsNap(
        ServerSource.of(parameters, SessionLimits.standard())
            .survey(Databases.CURRENT, Progress.NONE));
  }

  /// The naptime by which [FaultyServers] keep autovacuum away is our doing, and not to be judged.
  private static Survey withoutTheBenchsNap(Survey survey) {
    var settings = survey.settings();
    boolean isOurs =
        settings.text(Setting.AUTOVACUUM_NAPTIME).filter(FaultyServers.NAPTIME::equals).isPresent();
    return isOurs
        ? new Survey(
            survey.server(),
            survey.takenAt(),
            settings.with(Setting.AUTOVACUUM_NAPTIME, "60"),
            survey.databases(),
            survey.relations(),
            survey.horizonHolders(),
            survey.machinery(),
            survey.coverage())
        : survey;
  }

  /// Before 15 a reader is content with a statistics file written up to half a second ago
  /// (`PGSTAT_STAT_INTERVAL` in `pgstat.c`), and nothing tells how old the one of its database is.
  private static void outliveStatisticsFile(PostgresServer server) throws InterruptedException {
    if (!Feature.SHARED_MEMORY_STATISTICS.isIn(server.release())) {
      Thread.sleep(STATISTICS_FILE_AGE);
    }
  }

  Finding first() {
    return assessment.findings().getFirst();
  }

  /// The leading finding has this id, and is about this; besides, only `allowed` ids occur.
  Judged leads(String id, String subject, String... allowed) {
    assertEquals(id + ": " + subject, first().id() + ": " + name(first().subject()), this::told);
    return hasNoneBut(id, allowed);
  }

  Judged hasNoneBut(String id, String... allowed) {
    var expected = new HashSet<>(List.of(allowed));
    expected.addAll(Set.of(id, MORE_DATA));
    assertTrue(
        assessment.findings().stream().allMatch(each -> expected.contains(each.id())), this::told);
    return this;
  }

  Judged isHealthy() {
    assertTrue(
        assessment.findings().stream().anyMatch(each -> each.id().equals("healthy")), this::told);
    return hasNoneBut("healthy");
  }

  /// What all findings of that id are about.
  Set<String> subjectsOf(String id) {
    return assessment.findings().stream()
        .filter(each -> each.id().equals(id))
        .map(each -> name(each.subject()))
        .collect(Collectors.toSet());
  }

  /// No statement that sets storage parameters is recommended, and one was withheld on purpose.
  Judged refusesToTune(String table) {
    assertTrue(
        assessment.recommendations().stream()
            .flatMap(each -> each.sql().stream())
            .noneMatch(sql -> sql.contains(" SET (") || sql.startsWith("VACUUM")),
        this::told);
    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each ->
                name(each.subject()).equals("table " + table)
                    || each.what().startsWith("lower vacuum thresholds")),
        this::told);
    return this;
  }

  /// No table is rewritten for what it would give back.
  Judged rewritesNothing() {
    assertTrue(
        assessment.recommendations().stream()
            .flatMap(each -> each.sql().stream())
            .noneMatch(sql -> sql.contains("FULL")),
        this::told);
    return this;
  }

  /// Runs every recommended statement as the superuser where it says.
  void obey(PostgresServer server) throws SQLException {
    for (var each : assessment.recommendations()) {
      if (each.sql().isPresent()) {
        run(each.sql().get(), each, server);
      }
    }
  }

  /// Does what the plan says, in its order, and what comes by itself as autovacuum would.
  void follow(PostgresServer server) throws SQLException {
    for (var step : assessment.plan().steps()) {
      switch (step.action()) {
        case Plan.Action.Follow(var all) -> {
          for (var each : all) {
            if (each.sql().isPresent() && Plan.Stage.of(each) != Plan.Stage.QUESTION) {
              run(each.sql().get(), each, server);
            }
          }
        }
        case Plan.Action.Reload _ -> server.execute(SettingSql.reload());
        case Plan.Action.Restart _ -> throw new AssertionError("a restart\n" + told());
        case Plan.Action.Autovacuum(_, var tables) -> autovacuum(server, tables);
      }
    }
  }

  /// Does what autovacuum does, which is kept away.
  static void autovacuum(PostgresServer server, List<Relation> tables) throws SQLException {
    for (var table : tables) {
      try (var connection = server.connect(table.name().database());
          var statement = connection.createStatement()) {
        statement.execute("VACUUM ANALYZE " + table.name().sql());
      }
    }
  }

  /// Runs the statement against the leading finding.
  void obeyFirst(PostgresServer server) throws SQLException {
    var first =
        assessment.recommendations().stream()
            .filter(each -> each.appliesTo().equals(first().subject()) && each.sql().isPresent())
            .findFirst()
            .orElseThrow(() -> new AssertionError("no statement\n" + told()));
    run(first.sql().orElseThrow(), first, server);
  }

  /// Runs every statement that takes a recommendation back, the last one first.
  void takeBack(PostgresServer server) throws SQLException {
    for (var each : assessment.recommendations().reversed()) {
      if (each.undo().isPresent()) {
        run(each.undo().get(), each, server);
      }
    }
  }

  private void run(String sql, Recommendation recommended, PostgresServer server)
      throws SQLException {
    try (var connection = server.connect(recommended.database().orElse("postgres"));
        var statement = connection.createStatement()) {
      if (sql.endsWith(GEXEC)) {
        for (var made : statements(sql.substring(0, sql.length() - GEXEC.length()), statement)) {
          statement.execute(made);
        }
      } else {
        // a session that was told to end is there for a moment: who reads this is slower
        int looks = sql.contains("pg_terminate_backend(") ? MOST_LOOKS : 1;
        while (looks > 0 && statement.execute(sql) && statement.getResultSet().next()) {
          looks--;
        }
      }
    } catch (SQLException e) {
      throw new SQLException("'%s': %s\n%s".formatted(sql, e.getMessage(), told()), e);
    }
  }

  private static List<String> statements(String query, Statement statement) throws SQLException {
    var made = new ArrayList<String>();
    try (var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        made.add(rows.getString(1));
      }
    }
    return made;
  }

  /// Everything, for the message of a failure.
  String told() {
    return assessment.findings().stream()
            .map(each ->
                "%s %s %s: %s %s"
                    .formatted(
                        each.severity(),
                        each.id(),
                        name(each.subject()),
                        each.headline(),
                        each.evidence().stream()
                            .map(fact -> fact.label() + "=" + fact.value())
                            .toList()))
            .collect(Collectors.joining("\n"))
        + assessment.recommendations().stream()
            .map(each -> "\n* " + each.title() + " " + each.sql())
            .collect(Collectors.joining())
        + assessment.notRecommended().stream()
            .map(each -> "\n- " + each.what() + ", " + name(each.subject()))
            .collect(Collectors.joining());
  }

  private String name(Subject subject) {
    return switch (subject) {
      case Subject.Cluster() -> "cluster";
      case Subject.OfDatabase(String name) -> "database " + name;
      case Subject.OfIndex(_, var index) -> "index " + Identifiers.quoted(index.name());
      case Subject.OfRelation(Relation relation) -> {
        var owner = assessment.evidence().owner(relation);
        yield owner.key().equals(relation.key())
            ? "table " + Identifiers.quoted(relation.name().name())
            : "toast of " + Identifiers.quoted(owner.name().name());
      }
    };
  }
}
