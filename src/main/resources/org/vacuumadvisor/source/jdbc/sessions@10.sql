-- Sessions that hold a snapshot or a transaction ID, sit in a transaction, wait for a lock or are
-- waited for, and autovacuum's workers. Nobody's statements are read but autovacuum's own: of
-- others, which kind of command it is.
WITH waiting AS (
  SELECT l.pid, pg_catalog.pg_blocking_pids(l.pid) AS blockers
    FROM (SELECT DISTINCT k.pid FROM pg_catalog.pg_locks k
           WHERE NOT k.granted AND k.pid IS NOT NULL LIMIT 200) l)
SELECT a.pid, a.datname, a.usename, a.application_name, a.client_addr, a.backend_start,
       a.xact_start, a.state, a.state_change, a.wait_event_type, a.wait_event,
       a.backend_type,
       a.backend_xid, a.backend_xmin,
       a.backend_xid IS NOT NULL AS has_xid,
       pg_catalog.age(a.backend_xid) AS xid_age,
       pg_catalog.age(a.backend_xmin) AS xmin_age,
       a.query = '<insufficient privilege>' AS hidden,
       CASE WHEN a.backend_type = 'autovacuum worker' THEN a.query END AS task,
       CASE WHEN a.query = '<insufficient privilege>' THEN NULL
            WHEN a.query ~* '^[[:space:]]*vacuum[[:space:](,a-z0-9]*[[:<:]](full|analyze)[[:>:]]' THEN 'vacuum full'
            WHEN a.query ~* '^[[:space:]]*vacuum[[:>:]]' THEN 'vacuum'
            WHEN a.query ~* '^[[:space:]]*copy[[:>:]].*[[:<:]]to[[:space:]]+stdout[[:>:]]' THEN 'copy to stdout'
            WHEN a.query ~* '^[[:space:]]*(start_replication|base_backup)[[:>:]]' THEN 'start_replication'
            WHEN a.query ~* '^[[:space:]]*(analy[sz]e|cluster|repack|reindex|refresh|create[[:space:]]+(unique[[:space:]]+)?index)[[:>:]]' THEN 'reindex'
            WHEN a.query IS NOT NULL THEN 'other' END AS command,
       EXISTS (SELECT 1 FROM pg_catalog.pg_stat_progress_vacuum v
                WHERE v.pid = a.pid) AS vacuuming,
       pg_catalog.array_to_string(w.blockers, ' ') AS blockers
  FROM pg_catalog.pg_stat_activity a
  LEFT JOIN waiting w ON w.pid = a.pid
 WHERE a.pid <> pg_catalog.pg_backend_pid()
   AND (a.backend_xid IS NOT NULL
        OR a.backend_xmin IS NOT NULL
        OR a.state LIKE 'idle in transaction%'
        OR w.pid IS NOT NULL
        OR a.pid IN (SELECT pg_catalog.unnest(b.blockers) FROM waiting b)
        OR a.backend_type = 'autovacuum worker');
