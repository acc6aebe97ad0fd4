package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// Files that are much larger than what is in them, and what gives the space back.
class BloatTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsATableAndItsIndexThatMostRowsHaveLeft(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "left").table("tidy")) {
      bench
          .run("CREATE TABLE \"l\"\"eft\" (id int, v text)", "CREATE INDEX ON \"l\"\"eft\" (id)")
          .run(
              "INSERT INTO \"l\"\"eft\" SELECT i, repeat('x', 80) FROM generate_series(1, 700000)"
                  + " i")
          .run("VACUUM \"l\"\"eft\"")
          .run("DELETE FROM \"l\"\"eft\" WHERE id % 5 > 0")
          .run("VACUUM \"l\"\"eft\"", "ANALYZE \"l\"\"eft\"");

      var judged = Judged.of(bench).leads("index-bloat", "index \"l\"\"eft_id_idx\"", "heap-bloat");
      assertEquals(Set.of("table \"l\"\"eft\""), judged.subjectsOf("heap-bloat"));

      judged.rewritesNothing();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAToastTable(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "toasted")) {
      bench
          .run("CREATE TABLE docs (id int PRIMARY KEY, v text)")
          .run("ALTER TABLE docs ALTER v SET STORAGE EXTERNAL")
          .run("INSERT INTO docs SELECT i, repeat('x', 8000) FROM generate_series(1, 5000) i")
          .run("VACUUM docs")
          .run("UPDATE docs SET v = 'short' WHERE id % 4 > 0")
          .run("VACUUM docs", "ANALYZE docs");

      Judged.of(bench).leads("toast-bloat", "toast of docs", "healthy").rewritesNothing();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsCatalogsFullOfTemporaryTables(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "busy")) {
      for (int round = 0; round < 3; round++) {
        bench.run(
            """
            DO $$BEGIN FOR i IN 1 .. 2000 LOOP
              EXECUTE 'CREATE TEMP TABLE t AS SELECT 1 a, 2 b, 3 c, 4 d, 5 e, 6 f, 7 g, 8 h, 9 i,
                10 j, 11 k, 12 l, 13 m, 14 n, 15 o, 16 p, 17 q, 18 r, 19 s';
              EXECUTE 'DROP TABLE t';
            END LOOP; END$$\
            """);
      }
      bench.run("CREATE TABLE last (x int)", "VACUUM pg_attribute", "ANALYZE pg_attribute");

      var judged = Judged.of(bench).leads("catalog-bloat", "database busy");
      assertTrue(judged.first().headline().contains("pg_attribute"), judged::told);
    }
  }
}
