package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// Transactions that hold the horizon are found in each shape, and nobody else is blamed.
class TransactionsTest {
  private static final String BY_TRANSACTION = "xmin-held-by-transaction";
  private static final String BY_PREPARED = "xmin-held-by-prepared";

  /// The threshold of a table among those that are held: to be seen, and to be left alone.
  private static final String TOO_HIGH = "threshold-too-high";

  private static final Map<Release, HeldServer> SERVERS = new HashMap<>();

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  /// All of them hold at the same time, and the time is waited for once.
  @BeforeAll
  static void holdOnAll() throws Exception {
    for (var release : releases()) {
      SERVERS.put(release, HeldServer.of(PostgresServer.start(FaultyServers.patient(release))));
    }
  }

  @AfterAll
  static void letGo() throws Exception {
    for (var server : SERVERS.values()) {
      server.close();
    }
  }

  /// Longer than any rule tolerates: as it would be if they stayed.
  private static final Duration LONG = Duration.ofMinutes(61);

  @ParameterizedTest
  @MethodSource("releases")
  void findsTheTransactionThatHoldsTheHorizon(Release release) throws Exception {
    var server = held(release);
    for (var shape : Shape.HARMFUL) {
      var bench = server.bench(shape);
      for (var user : privileged(release)) {
        var judged = Judged.laterAs(user, LONG, bench);

        judged.leads(id(shape), "database " + bench.name(), BY_TRANSACTION, BY_PREPARED, TOO_HIGH);
        judged.refusesToTune("raised");
      }
      if (shape != Shape.PREPARED) {
        endsNobody(Judged.laterAs(HeldServer.ORDINARY, LONG, bench));
      }
    }
    for (var shape : Shape.HARMLESS) {
      for (var user : users(release)) {
        blamesNobodyHere(Judged.laterAs(user, LONG, server.bench(shape)), shape);
      }
    }
    for (var shape : Shape.HARMFUL) {
      var bench = server.bench(shape);

      Judged.later(LONG, bench).obeyFirst(bench.server());

      server.awaitReleased(shape);
      blamesNobodyHere(Judged.later(LONG, bench), shape);
    }
  }

  /// What is hidden is asked for, once for all sessions.
  private static void endsNobody(Judged judged) {
    var grants =
        judged.assessment().recommendations().stream()
            .flatMap(each -> each.sql().stream())
            .filter(sql -> sql.startsWith("GRANT "))
            .toList();
    assertEquals(grants.stream().distinct().toList(), grants, judged::told);
    assertTrue(
        judged.assessment().recommendations().stream()
            .flatMap(each -> each.sql().stream())
            .noneMatch(sql -> sql.contains("pg_terminate_backend")),
        judged::told);
  }

  /// Holders in other databases may be named, but not for this one.
  private static void blamesNobodyHere(Judged judged, Shape shape) {
    for (var id : List.of(BY_TRANSACTION, BY_PREPARED, "xmin-held")) {
      assertFalse(
          judged.subjectsOf(id).contains("database " + shape.database())
              || judged.subjectsOf(id).contains("cluster"),
          judged::told);
    }
  }

  private static HeldServer held(Release release) throws Exception {
    var server = SERVERS.get(release);
    if (server == null) {
      throw new AssertionError("no server of " + release);
    }
    server.awaitHeldLong();
    return server;
  }

  private static Set<String> users(Release release) {
    return Feature.MONITORING_ROLES.isIn(release)
        ? Set.of("postgres", HeldServer.MONITOR, HeldServer.ORDINARY)
        : Set.of("postgres", HeldServer.ORDINARY);
  }

  private static Set<String> privileged(Release release) {
    return users(release).stream()
        .filter(each -> !each.equals(HeldServer.ORDINARY))
        .collect(Collectors.toSet());
  }

  private static String id(Shape shape) {
    return shape == Shape.PREPARED ? BY_PREPARED : BY_TRANSACTION;
  }
}
