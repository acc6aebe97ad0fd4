-- Locks on tables that keep a vacuum away, or, in a transaction that idles for a minute, from cutting
-- off empty pages; who waits for a lock on a table, and for whom. Nobody's statement is read but
-- autovacuum's own. 16384 is the first object that people made.
SELECT l.pid, a.datname, l.relation, l.mode, l.granted, a.usename, a.application_name, a.xact_start,
       CASE WHEN a.query LIKE 'autovacuum: %' AND a.client_addr IS NULL AND a.client_port IS NULL THEN a.query
            -- only it has a database and no role, which everybody may see
            WHEN a.usesysid IS NULL AND a.datid IS NOT NULL THEN 'autovacuum: a task that is not shown to every role' END AS task,
       CASE WHEN NOT l.granted THEN pg_catalog.array_to_string(pg_catalog.pg_blocking_pids(l.pid), ' ') END AS blockers
  FROM pg_catalog.pg_locks l
  JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
 WHERE l.locktype = 'relation'
   AND l.relation >= 16384
   AND l.pid <> pg_catalog.pg_backend_pid()
   AND (NOT l.granted
        OR l.mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')
        OR a.state LIKE 'idle in transaction%' AND a.xact_start < pg_catalog.now() - interval '1 min')
 ORDER BY l.granted, l.mode IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock'), a.xact_start
 LIMIT 10000;
