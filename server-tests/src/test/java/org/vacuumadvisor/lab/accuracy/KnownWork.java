package org.vacuumadvisor.lab.accuracy;

import java.util.List;
import java.util.Map;
import org.vacuumadvisor.workload.WorkloadClass;

/// Work whose class is known by what its statements are.
///
/// @param tables made and filled before
/// @param times how often the statements are repeated, each a transaction of its own; `:i` in them
///   is the number of the round
/// @param truth the classes of the tables
record KnownWork(
    String name,
    List<String> tables,
    int times,
    List<String> statements,
    Map<String, WorkloadClass> truth) {

  private static final String ROWS = " SELECT i, 0 FROM generate_series(1, 1000) i";

  @Override
  public String toString() {
    return name;
  }

  static List<KnownWork> all() {
    return List.of(
        new KnownWork(
            "updates by key",
            List.of("CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t" + ROWS),
            150,
            List.of("UPDATE t SET n = n + 1 WHERE id = :i"),
            Map.of("t", WorkloadClass.TPC_C)),
        new KnownWork(
            "reads by key, some updates",
            List.of("CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t" + ROWS),
            30,
            List.of(
                "SELECT n FROM t WHERE id = :i",
                "SELECT n FROM t WHERE id = :i + 1",
                "SELECT n FROM t WHERE id = :i + 2",
                "SELECT n FROM t WHERE id = :i + 3",
                "SELECT n FROM t WHERE id = :i + 4",
                "UPDATE t SET n = n + 1 WHERE id = :i"),
            Map.of("t", WorkloadClass.READ_HEAVY)),
        new KnownWork(
            "rows that refer to others",
            List.of(
                "CREATE TABLE parent (id int PRIMARY KEY, n int)",
                "INSERT INTO parent" + ROWS,
                "CREATE TABLE child (id serial PRIMARY KEY, parent int REFERENCES parent)"),
            100,
            List.of(
                "UPDATE parent SET n = n + 1 WHERE id = :i",
                "INSERT INTO child (parent) SELECT :i FROM generate_series(1, 10)"),
            Map.of("parent", WorkloadClass.TPC_C, "child", WorkloadClass.INSERT_ONLY)),
        new KnownWork(
            "upserts of new rows",
            List.of("CREATE TABLE t (id int PRIMARY KEY, n int)"),
            150,
            List.of("INSERT INTO t VALUES (:i, 0) ON CONFLICT (id) DO NOTHING"),
            Map.of("t", WorkloadClass.INSERT_ONLY)),
        new KnownWork(
            "upserts of old rows",
            List.of("CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t" + ROWS),
            150,
            List.of("INSERT INTO t VALUES (:i, 0) ON CONFLICT (id) DO UPDATE SET n = t.n + 1"),
            Map.of("t", WorkloadClass.TPC_C)),
        new KnownWork(
            "a queue whose workers claim and delete",
            List.of("CREATE TABLE job (id serial PRIMARY KEY, state text DEFAULT 'new')"),
            100,
            List.of(
                "INSERT INTO job DEFAULT VALUES",
                """
                UPDATE job SET state = 'claimed'
                 WHERE id = (SELECT id FROM job WHERE state = 'new'
                              ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)\
                """,
                "DELETE FROM job WHERE state = 'claimed'"),
            Map.of("job", WorkloadClass.QUEUE_CHURN)),
        new KnownWork(
            "a queue that is asked more often than filled",
            List.of("CREATE TABLE job (id serial PRIMARY KEY)"),
            40,
            List.of(
                "INSERT INTO job DEFAULT VALUES",
                "DELETE FROM job WHERE id = (SELECT min(id) FROM job)",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"),
            Map.of("job", WorkloadClass.QUEUE_CHURN)),
        new KnownWork(
            "a queue that is truncated",
            List.of("CREATE TABLE job (id serial)"),
            20,
            List.of("INSERT INTO job SELECT FROM generate_series(1, 50)", "TRUNCATE job"),
            Map.of("job", WorkloadClass.QUEUE_CHURN)),
        new KnownWork(
            "a history with retention",
            List.of(
                "CREATE TABLE log (id serial, old bool DEFAULT false)",
                "INSERT INTO log (old) SELECT i <= 2000 FROM generate_series(1, 20000) i"),
            200,
            List.of(
                "INSERT INTO log SELECT FROM generate_series(1, 5)",
                "DELETE FROM log WHERE old AND :i = 100"),
            Map.of("log", WorkloadClass.INSERT_ONLY)),
        new KnownWork(
            "a materialized view",
            List.of("CREATE MATERIALIZED VIEW v AS SELECT i FROM generate_series(1, 500) i"),
            120,
            List.of("SELECT count(*) FROM v", "SELECT max(i) FROM v"),
            Map.of("v", WorkloadClass.READ_HEAVY)));
  }
}
