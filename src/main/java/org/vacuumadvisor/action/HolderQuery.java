package org.vacuumadvisor.action;

/// Asks a server of any release who holds back the horizon, without vacuums, whose snapshots others
/// ignore, and slots that lost their WAL. Pasted, its answer is read (`results.txt`).
public final class HolderQuery {
  public static final String SQL =
      """
      SELECT 'session ' || pid AS holder, datname AS database,
             concat_ws(', ', usename, application_name, state) AS details, xact_start AS since,
             greatest(age(backend_xid), age(backend_xmin)) AS age
        FROM pg_stat_activity a
       WHERE coalesce(backend_xid, backend_xmin) IS NOT NULL AND pid <> pg_backend_pid()
         AND NOT EXISTS (SELECT FROM pg_stat_progress_vacuum v WHERE v.pid = a.pid)
       UNION ALL
      SELECT 'prepared transaction ' || gid, database, owner, prepared, age(transaction)
        FROM pg_prepared_xacts
       UNION ALL
      SELECT slot_type || ' replication slot ' || slot_name, database,
             CASE WHEN active THEN 'active' ELSE 'not active' END, NULL,
             greatest(age(xmin), age(catalog_xmin))
        FROM pg_replication_slots WHERE coalesce(xmin, catalog_xmin) IS NOT NULL
       UNION ALL
      SELECT 'standby ' || application_name, NULL, state, NULL, age(backend_xmin)
        FROM pg_stat_replication WHERE backend_xmin IS NOT NULL
       ORDER BY age DESC;\
      """;

  private HolderQuery() {}
}
