-- Sessions that hold a snapshot or a transaction ID, sit in a transaction, wait for a lock or are
-- waited for, and autovacuum's workers. Nobody's statements are read but autovacuum's own: of
-- others, which kind of command it is, behind comments, EXPLAIN, and what is set before it.
WITH waiting AS (
  SELECT l.pid, l.since, pg_catalog.pg_blocking_pids(l.pid) AS blockers
    -- waitstart since 14
    FROM (SELECT k.pid, pg_catalog.min(pg_catalog.jsonb_extract_path_text(pg_catalog.to_jsonb(k), 'waitstart')) AS since FROM pg_catalog.pg_locks k
           WHERE NOT k.granted AND k.pid IS NOT NULL GROUP BY k.pid LIMIT 200) l
  UNION ALL
  -- a standby's replay (shown since 13): it waits for the oldest snapshot of a database, or more
  SELECT r.pid, pg_catalog.pg_last_xact_replay_timestamp()::text,
         ARRAY(SELECT DISTINCT ON (o.datid) o.pid FROM pg_catalog.pg_stat_activity o
                WHERE o.backend_xmin IS NOT NULL AND o.pid <> pg_catalog.pg_backend_pid()
                ORDER BY o.datid, pg_catalog.age(o.backend_xmin) DESC)
    FROM pg_catalog.pg_stat_activity r WHERE r.wait_event = 'RecoveryConflictSnapshot'
  UNION ALL
  SELECT r.pid, pg_catalog.pg_last_xact_replay_timestamp()::text, '{}'
    FROM pg_catalog.pg_stat_activity r WHERE r.wait_event = 'RecoveryPause'),
-- everybody may see which process is at which kind of work; what a release does not know is an error
working AS (
  SELECT p.pid, pg_catalog.min(k.says) AS says
    FROM (SELECT v.*, pg_catalog.current_setting('server_version_num')::int BETWEEN v.since AND v.until AS is_known
            FROM (VALUES ('VACUUM', 'vacuum', 90600, 999999), ('CLUSTER', 'cluster', 120000, 189999), ('REPACK', 'repack', 190000, 999999),
                         ('CREATE INDEX', 'create index', 120000, 999999), ('ANALYZE', 'analyze', 130000, 999999),
                         ('BASEBACKUP', 'base_backup', 130000, 999999), ('COPY', 'copy', 140000, 999999)) v(name, says, since, until)) k
    CROSS JOIN LATERAL pg_catalog.pg_stat_get_progress_info(CASE WHEN k.is_known THEN k.name ELSE 'VACUUM' END) p
   WHERE k.is_known
   GROUP BY p.pid),
-- who has temporary tables: since 16 their schema tells it
temporary AS (
  SELECT pg_catalog.pg_stat_get_backend_pid(pg_catalog.substr(n.nspname, 9)::int) AS pid
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relpersistence = 't' AND c.relkind = 'r' AND n.nspname ~ '^pg_temp_[0-9]{1,9}$'
     AND pg_catalog.current_setting('server_version_num')::int >= 160000),
seen AS (
  SELECT a.*, p.says, b.backend_type AS type, b.leader_pid AS leader, w.blockers, w.since,
         a.query LIKE 'autovacuum: %' AND a.client_addr IS NULL AND a.client_port IS NULL AS autovacuums,
         pg_catalog.regexp_replace(a.query, '^([[:space:];(]|--[^
]*|/[*]([^*/]|[*]+[^*/]|/+[^*/]|/[*]([^*]|[*]+[^*/])*[*]+/)*[*]+/|(begin|start|set|reset)[[:>:]][^;]*;|explain[[:>:]]([[:space:]]*[(][^)]*[)]|[[:space:]]+(analy[sz]e|verbose)[[:>:]])*)*', '', 'i') AS bare
    FROM pg_catalog.pg_stat_activity a
    -- backend_type since 10, leader_pid since 13
    CROSS JOIN LATERAL pg_catalog.jsonb_to_record(pg_catalog.to_jsonb(a)) AS b(backend_type text, leader_pid int)
    LEFT JOIN waiting w ON w.pid = a.pid
    LEFT JOIN working p ON p.pid = a.pid
   WHERE a.pid <> pg_catalog.pg_backend_pid()
     AND (a.backend_xid IS NOT NULL
          OR a.backend_xmin IS NOT NULL
          OR a.state LIKE 'idle in transaction%'
          OR w.pid IS NOT NULL
          OR a.pid IN (SELECT pg_catalog.unnest(v.blockers) FROM waiting v)
          OR a.query LIKE 'autovacuum: %' AND a.client_addr IS NULL AND a.client_port IS NULL
          OR a.usesysid IS NULL AND a.datid IS NOT NULL
          OR a.pid IN (SELECT t.pid FROM temporary t)
          OR a.query ~* '[[:<:]]pg_stat_reset[[:>:]]'
          OR a.query ~* '[[:<:]]pg_logical_slot_peek_(binary_)?changes[[:>:]]'
          OR a.query ~* '[[:<:]]pg_(cancel|terminate)_backend[[:>:]].*[[:<:]]pg_stat_activity[[:>:]]'
          -- whose state may not be seen: a lock that keeps autovacuum away shows its transaction
          OR a.query = '<insufficient privilege>'
             AND a.pid IN (SELECT k.pid FROM pg_catalog.pg_locks k
                            WHERE k.granted AND k.locktype = 'relation' AND k.relation >= 16384
                              AND k.mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock'))))
SELECT a.pid, a.datname, a.usename, a.application_name, a.client_addr, a.backend_start,
       a.xact_start, a.state, a.state_change, a.wait_event_type, a.wait_event,
       CASE WHEN a.type IS NOT NULL THEN a.type
            -- only it has a database and no role, which everybody may see
            WHEN a.autovacuums OR a.usesysid IS NULL AND a.datid IS NOT NULL THEN 'autovacuum worker'
            WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_stat_replication r WHERE r.pid = a.pid) THEN 'walsender'
            WHEN a.client_port IS NOT NULL THEN 'client backend'
            WHEN a.query <> '<insufficient privilege>' THEN 'background worker' END AS backend_type,
       a.leader AS leader_pid,
       a.backend_xid, a.backend_xmin,
       a.backend_xid IS NOT NULL AS has_xid,
       pg_catalog.age(a.backend_xid) AS xid_age,
       pg_catalog.age(a.backend_xmin) AS xmin_age,
       a.query = '<insufficient privilege>' AS hidden,
       CASE WHEN a.autovacuums THEN a.query END AS task,
       CASE WHEN a.query = '<insufficient privilege>' THEN a.says
            WHEN a.bare ~* '^vacuum[[:space:](,a-z0-9]*[[:<:]](full|analyze)[[:>:]]' THEN 'vacuum full'
            WHEN a.bare ~* '^vacuum[[:>:]]' THEN 'vacuum'
            WHEN a.bare ~* '^copy[[:>:]].*[[:<:]]from[[:space:]]+(stdin|program|'')' THEN 'copy from stdin'
            WHEN a.bare ~* '^(set[[:space:]]+transaction[[:space:]]+snapshot[[:>:]]|select[[:>:]].*[[:<:]]pg_export_snapshot[[:>:]])' THEN 'set transaction snapshot'
            WHEN a.bare ~* '^(copy[[:>:]]|(declare|fetch)[[:>:]].*[[:<:]]_pg_dump_cursor[[:>:]]|execute[[:space:]]+(dump[a-z]+|get(columnacls|domainconstraints|attributestats))[[:>:]]|lock[[:>:]].*[[:<:]]in[[:space:]]+access[[:space:]]+share[[:space:]]+mode[[:>:]]|select[[:>:]].*[[:<:]]pg_(backup_start|start_backup)[[:>:]])' THEN 'copy to stdout'
            WHEN a.bare ~* '^select[[:>:]].*[[:<:]](bt_index_(parent_)?check|gin_index_check|verify_heapam)[[:>:]]' THEN 'select bt_index_check()'
            WHEN a.bare ~* '^(start_replication|base_backup)[[:>:]]' THEN 'start_replication'
            WHEN a.bare ~* '^(select|with)[[:>:]].*[[:<:]]pg_(cancel|terminate)_backend[[:>:]].*[[:<:]]pg_stat_activity[[:>:]]'
             AND (a.bare !~* '[[:<:]](backend_type|usename|usesysid|autovacuum)'
                  OR a.bare ~* '[[:<:]](backend_type[[:space:]]*=[[:space:]]*''autovacuum worker|query[[:space:]]+i?like[[:space:]]+''%?autovacuum)') THEN 'select pg_cancel_backend(pid) from pg_stat_activity'
            WHEN a.bare ~* '^(select|with)[[:>:]].*[[:<:]]pg_stat_reset[[:>:]]' THEN 'select pg_stat_reset()'
            WHEN a.bare ~* '^(select|with)[[:>:]].*[[:<:]]pg_logical_slot_peek_(binary_)?changes[[:>:]]' THEN 'select pg_logical_slot_peek_changes()'
            WHEN a.bare ~* '^repack[[:space:](,a-z0-9]*[[:<:]]concurrently[[:>:]]' THEN 'repack concurrently'
            WHEN a.bare ~* '^(cluster|repack|analy[sz]e|reindex|refresh|alter|drop|truncate|lock)[[:>:]]' THEN pg_catalog.lower(pg_catalog.substring(a.bare, '^[[:alpha:]]+'))
            WHEN a.bare ~* '^create[[:space:]]+(unique[[:space:]]+)?index[[:>:]]' THEN 'create index'
            WHEN a.bare ~* '^create[[:space:]]+(materialized|([a-z]+[[:space:]]+)*table[[:>:]].*[[:<:]]as)[[:>:]]' THEN 'create materialized'
            WHEN a.query IS NOT NULL THEN 'other' END AS command,
       a.says = 'vacuum' IS TRUE AS vacuuming,
       a.pid IN (SELECT t.pid FROM temporary t WHERE t.pid IS NOT NULL) AS has_temporary,
       pg_catalog.array_to_string(a.blockers, ' ') AS blockers,
       a.pid IN (SELECT pg_catalog.unnest(w.blockers) FROM waiting w) AS blocks,
       a.since::timestamptz AS waiting_since
  FROM seen a;
