package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// Everything is read on every release. The oracle is the server itself, asked another way.
@ResourceLock(Surveyor.SERVERS)
class EveryReleaseTest {
  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void readsEveryTopicAsSuperuser(Release release) throws Exception {
    var seen = new Seen();

    Surveyor.source(Surveyor.quiet(release), "postgres", "postgres")
        .read(Databases.CURRENT, seen, Progress.NONE);

    assertEquals(List.of(), seen.failures());
    assertEquals(expected(release), seen.topics);
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void readsEveryTopicAsAnOrdinaryUser(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    role(server, "ordinary");
    var seen = new Seen();

    Surveyor.source(server, "ordinary", "postgres").read(Databases.CURRENT, seen, Progress.NONE);

    assertEquals(List.of(), seen.failures());
    assertEquals(expected(release), seen.topics);
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void agreesWithTheServer(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    var database = Surveyor.database(server, "facts");
    Surveyor.execute(
        server,
        database,
        "CREATE TABLE customer (id int PRIMARY KEY)",
        """
        CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customer, note text)
        WITH (fillfactor = 70, autovacuum_enabled = off)
        """,
        "CREATE INDEX orders_lower ON orders (lower(note)) WHERE id > 5",
        "INSERT INTO customer SELECT generate_series(1, 10)",
        """
        INSERT INTO orders SELECT i, 1, CASE WHEN i > 1 THEN repeat('x', 100)
          ELSE (SELECT string_agg(md5(j::text), '') FROM generate_series(1, 300) j) END
        FROM generate_series(1, 20000) i
        """,
        "VACUUM ANALYZE orders",
        "DELETE FROM orders WHERE id <= 500");
    Surveyor.await(
        "the statistics of the deletion",
        () -> number(server, database, "n_dead_tup", "pg_stat_all_tables") == 500);

    var survey = Surveyor.survey(server, "postgres", database);

    var orders = table(survey, "orders");
    var customer = table(survey, "customer");
    assertEquals(release, survey.server().release());
    assertEquals(8192, survey.server().blockSize());
    assertFalse(survey.settings().bool(Setting.AUTOVACUUM).orElseThrow());
    assertEquals(
        number(server, database, "relpages", "pg_class"),
        orders.get(TableKeys.RELPAGES).known().orElseThrow().count());
    assertEquals(Reading.of(20000.0), orders.get(TableKeys.RELTUPLES));
    assertTrue(customer.get(TableKeys.RELTUPLES).known().isEmpty());
    assertEquals(500, orders.counted(TableKeys.N_DEAD_TUP));
    assertEquals(20000, orders.activity().inserted());
    assertEquals(500, orders.activity().deleted());
    assertEquals(1, orders.counted(TableKeys.VACUUM_COUNT));
    assertTrue(orders.get(TableKeys.LAST_VACUUM).known().isPresent());
    assertEquals(70, orders.parameters().fillfactor().orElseThrow());
    assertFalse(orders.parameters().bool(Setting.AUTOVACUUM).orElseThrow());
    assertEquals(List.of(customer.key().oid()), orders.references());
    assertEquals(2, orders.indexes().size());
    assertEquals(Reading.of(true), orders.indexes().getLast().partial());
    assertTrue(orders.indexes().getLast().keyColumns().known().orElseThrow().contains(0));
    assertEquals(3, orders.columns().size());
    assertEquals(Reading.of(4), orders.columns().getFirst().averageWidth());
    assertEquals(
        1,
        survey.relations().stream()
            .filter(each -> each.kind() == RelationKind.TOAST)
            .filter(each -> each.parent().equals(Optional.of(orders.key().oid())))
            .count());
    assertEquals(
        Feature.UNFROZEN_INSERT_TRIGGER.isIn(release),
        orders.get(TableKeys.RELALLFROZEN).known().isPresent());
    assertEquals(
        Feature.INSERT_TRIGGERED_VACUUM.isIn(release),
        orders.get(TableKeys.N_INS_SINCE_VACUUM).known().isPresent());
    long age = number(server, database, "age(relfrozenxid)", "pg_class");
    assertTrue(Math.abs(age - orders.ages().known().orElseThrow().xid().count()) < 100);
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void knowsPartitionsFromTheirParent(Release release) throws Exception {
    if (release == Release.V9_6) {
      return;
    }
    var server = Surveyor.quiet(release);
    var database = Surveyor.database(server, "partitions");
    Surveyor.execute(
        server,
        database,
        "CREATE TABLE whole (day date, n int) PARTITION BY RANGE (day)",
        "CREATE TABLE part PARTITION OF whole FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE MATERIALIZED VIEW summary AS SELECT 1 AS n",
        "INSERT INTO whole SELECT '2026-05-05', i FROM generate_series(1, 100) i",
        "ANALYZE");

    var survey = Surveyor.survey(server, "postgres", database);

    var whole = table(survey, "whole");
    assertEquals(RelationKind.PARTITIONED_TABLE, whole.kind());
    assertTrue(whole.get(TableKeys.RELPAGES).known().isEmpty());
    assertTrue(whole.ages().known().isEmpty());
    assertFalse(whole.isAutovacuumed());
    assertEquals(Optional.of(whole.key().oid()), table(survey, "part").parent());
    assertEquals(RelationKind.MATERIALIZED_VIEW, table(survey, "summary").kind());
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void tellsAnOrdinaryUserWhatIsHidden(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    role(server, "Or\"dinary");
    var database = Surveyor.database(server, "secrets");
    Surveyor.execute(
        server,
        database,
        "CREATE TABLE secret AS SELECT i, repeat('x', 500) t FROM generate_series(1, 5000) i",
        "ANALYZE secret");
    try (var writer = server.connect(database)) {
      writer.setAutoCommit(false);
      Surveyor.execute(writer, "INSERT INTO secret VALUES (1)");

      var survey = Surveyor.survey(server, "Or\"dinary", database);

      var secret = table(survey, "secret");
      assertEquals(Reading.missing(Why.NO_PRIVILEGE), secret.columns().getLast().averageWidth());
      // they have a database and no role, which everybody may see
      assertTrue(survey.machinery().workers().isKnown());
      assertTrue(survey.coverage().hiddenSessions() >= 1);
      assertEquals(1, survey.horizonHolders().size());
      var remedies =
          survey.coverage().gaps().stream()
              .map(gap -> String.valueOf(gap.remedy()))
              .collect(Collectors.joining("\n"));
      if (Feature.MONITORING_ROLES.isIn(release)) {
        assertTrue(remedies.contains("GRANT pg_monitor TO \"Or\"\"dinary\""), remedies);
        server.execute("GRANT pg_monitor TO \"Or\"\"dinary\"");
        var more = Surveyor.survey(server, "Or\"dinary", database);
        assertEquals(0, more.coverage().hiddenSessions());
        assertTrue(more.machinery().workers().known().isPresent());
      }
    } finally {
      server.execute("DROP ROLE \"Or\"\"dinary\"");
    }
  }

  private static void role(PostgresServer server, String name) throws SQLException {
    server.execute(
        "DROP ROLE IF EXISTS " + Surveyor.quoted(name),
        "CREATE ROLE " + Surveyor.quoted(name) + " LOGIN");
  }

  private static long number(PostgresServer server, String database, String column, String view)
      throws SQLException {
    return Long.parseLong(
        Surveyor.value(
            server, database, "SELECT " + column + " FROM " + view + " WHERE relname = 'orders'"));
  }

  static Relation table(Survey survey, String name) {
    return survey
        .userRelations()
        .filter(each -> each.name().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no relation " + name));
  }

  /// By the manual: which views and functions came with which release.
  private static Set<Topic> expected(Release release) {
    var topics = EnumSet.complementOf(EnumSet.of(Topic.TUPLES, Topic.LEAVES, Topic.UPDATES));
    if (!Feature.IO_STATISTICS.isIn(release)) {
      topics.remove(Topic.IO);
    }
    if (!Setting.VACUUM_FAILSAFE_AGE.isIn(release)) {
      topics.remove(Topic.WAL);
    }
    if (!Feature.SCORES.isIn(release)) {
      topics.removeAll(List.of(Topic.SCORES, Topic.MULTIXACTS));
    }
    return topics;
  }

  /// Notes which topics came, and what failed.
  private static final class Seen implements Sink {
    final Set<Topic> topics = EnumSet.noneOf(Topic.class);
    final List<Gap> gaps = new ArrayList<>();

    @Override
    public Consumer<List<@Nullable String>> open(
        Topic topic, @Nullable String database, Columns columns) {
      topics.add(topic);
      return _ -> {};
    }

    @Override
    public void gap(Gap gap) {
      gaps.add(gap);
    }

    /// Databases not asked for are no failure.
    List<Gap> failures() {
      return gaps.stream().filter(gap -> gap.kind() != Gap.Kind.DATABASE_NOT_VISITED).toList();
    }
  }
}
