package org.vacuumadvisor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How a statement is read; the server's own reading of the same ones is a test of the lab.
class CommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/* nightly */ copy t to stdout | DUMP",
        "/* a /* b */ c */ COPY public.t (a, b) TO STDOUT WITH CSV | DUMP",
        "-- job 7\\n-- again\\nCOPY (SELECT 1) TO PROGRAM 'gzip' | DUMP",
        "COPY t (a, very, long, list, of, colu | DUMP",
        "SET statement_timeout = 0; COPY t TO STDOUT | DUMP",
        "FETCH 100 FROM _pg_dump_cursor | DUMP",
        "EXECUTE dumpFunc('1255') | DUMP",
        "SET TRANSACTION SNAPSHOT '00000003-0000001B-1' | SHARED_SNAPSHOT",
        "SELECT pg_catalog.pg_export_snapshot() | SHARED_SNAPSHOT",
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE state = 'active' |"
            + " CANCELS_SESSIONS",
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE backend_type ~ 'client' |"
            + " LOOKS_AT_SESSIONS",
        "select pg_cancel_backend(pid) from pg_stat_activity where backend_type = 'autovacuum"
            + " worker' | CANCELS_SESSIONS",
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'autovacuum:%' |"
            + " CANCELS_SESSIONS",
        "select pg_cancel_backend(pid) from pg_stat_activity where query not like 'autovacuum:%' |"
            + " LOOKS_AT_SESSIONS",
        "SELECT pg_terminate_backend(7) | OTHER",
        "select * from pg_logical_slot_peek_changes('cdc', null, 10) | PEEKS",
        "SELECT count(*) FROM pg_logical_slot_peek_binary_changes('cdc', NULL, NULL) | PEEKS",
        "SELECT * FROM pg_logical_slot_get_changes('cdc', NULL, NULL) | OTHER",
        "LOCK TABLE public.t IN ACCESS SHARE MODE NOWAIT | DUMP",
        "COPY t FROM STDIN | LOAD",
        "select pg_catalog.pg_stat_reset() | RESETS_COUNTERS",
        "copy t (a) from '/tmp/x' | LOAD",
        "FETCH 100 FROM c | OTHER",
        "/*x*/ vacuum full t | VACUUM_WITH_SNAPSHOT",
        "--x\\nVACUUM t | VACUUM",
        "/* x */ CREATE INDEX CONCURRENTLY ON t (a) | INDEX_BUILD",
        "CREATE MATERIALIZED VIEW m AS SELECT 1 | MAINTENANCE",
        "EXPLAIN (ANALYZE, VERBOSE) CREATE TABLE x AS SELECT 1 | MAINTENANCE",
        "explain analyze create unlogged table x as select 1 | MAINTENANCE",
        "ANALYZE t | MAINTENANCE",
        "CREATE TABLE x (a int) | OTHER",
        "LOCK TABLE t IN EXCLUSIVE MODE | LOCK",
        "begin; alter table t add column a int | ALTER",
        "/* migration */ DO $$BEGIN END$$ | OTHER",
        "/* never closed copy t to stdout | OTHER",
      })
  void readsWhatStandsBehindComments(String statement, Command command) {
    assertEquals(command, Command.of(statement.replace("\\n", "\n")));
  }
}
