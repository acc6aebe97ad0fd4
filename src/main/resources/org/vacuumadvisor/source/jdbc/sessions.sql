-- Sessions that hold a snapshot or a transaction ID, or sit in a transaction, and autovacuum's
-- workers. Nobody's statements are read but autovacuum's own.
SELECT a.pid, a.datname, a.usename, a.application_name, a.client_addr, a.xact_start,
       a.state, a.state_change, a.wait_event_type, a.wait_event,
       a.backend_xid IS NOT NULL AS has_xid,
       pg_catalog.age(a.backend_xid) AS xid_age,
       pg_catalog.age(a.backend_xmin) AS xmin_age,
       a.query = '<insufficient privilege>' AS hidden,
       CASE WHEN a.query LIKE 'autovacuum: %' AND a.client_addr IS NULL AND a.client_port IS NULL THEN a.query END AS task,
       EXISTS (SELECT 1 FROM pg_catalog.pg_stat_progress_vacuum v
                WHERE v.pid = a.pid) AS vacuuming
  FROM pg_catalog.pg_stat_activity a
 WHERE a.pid <> pg_catalog.pg_backend_pid()
   AND (a.backend_xid IS NOT NULL
        OR a.backend_xmin IS NOT NULL
        OR a.state LIKE 'idle in transaction%'
        OR a.query LIKE 'autovacuum: %' AND a.client_addr IS NULL AND a.client_port IS NULL);
