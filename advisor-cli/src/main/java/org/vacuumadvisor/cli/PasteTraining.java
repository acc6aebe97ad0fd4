package org.vacuumadvisor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;

/// Results of psql to train on: a table with dead rows, and a session that keeps them. Judging it
/// loads what a server with a problem loads, too.
final class PasteTraining {
  private static final String RESULTS =
      """
      =# SELECT now(), version();
                    now              |     version
      -------------------------------+------------------
       2026-11-21 10:52:11.123456+00 | PostgreSQL 18.6
      (1 row)

      =# SELECT relid, schemaname, relname, n_live_tup, n_dead_tup, n_tup_upd, last_autovacuum FROM pg_stat_user_tables;
       relid | schemaname | relname | n_live_tup | n_dead_tup | n_tup_upd |        last_autovacuum
      -------+------------+---------+------------+------------+-----------+-------------------------------
       16385 | public     | orders  |     100000 |      50000 |    150000 | 2026-11-21 10:52:01.123456+00
      (1 row)

      =# SELECT pid, datname, usename, application_name, state, backend_start, xact_start, age(backend_xmin) AS xmin_age FROM pg_stat_activity;
       pid  | datname | usename | application_name |        state        |        backend_start         |          xact_start          | xmin_age
      ------+---------+---------+------------------+---------------------+------------------------------+------------------------------+----------
       8899 | shop    | web     | report           | idle in transaction | 2026-11-21 10:00:00.00001+00 | 2026-11-21 10:01:00.00001+00 |   160005
      (1 row)

      =# SELECT name, setting, unit FROM pg_settings WHERE name ~ 'vacuum';
                    name              | setting | unit
      --------------------------------+---------+------
       autovacuum                     | on      |
       autovacuum_naptime             | 60      | s
       autovacuum_vacuum_scale_factor | 0.2     |
       autovacuum_vacuum_threshold    | 50      |
      (4 rows)
      """;

  private PasteTraining() {}

  /// Lends the name of a file. Where none can be written, there is no training on one.
  static void onPaste(Consumer<String> training) {
    try {
      var file = Files.createTempFile("vacuum-advisor", ".txt");
      try {
        Files.writeString(file, RESULTS);
        training.accept(file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException _) {
      return;
    }
  }
}
