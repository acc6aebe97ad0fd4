-- Settings that decide what vacuum does, what it costs and what is logged of it, and those whose
-- mere presence tells a managed service.
WITH files AS (
  -- only who may read the files has it: others read a relation without rows instead; one line
  -- that is no setting has all of them refused, and nothing applied
  SELECT DISTINCT ON (f.name) f.name, f.setting
    FROM pg_catalog.pg_file_settings f
   WHERE f.applied OR (f.error IS NULL
                       AND NOT EXISTS (SELECT FROM pg_catalog.pg_file_settings a WHERE a.applied))
   ORDER BY f.name, f.seqno DESC)
SELECT s.name, s.setting, s.unit, s.context, s.source, s.boot_val, s.reset_val, s.pending_restart,
       s.sourcefile,
       coalesce(f.setting, CASE WHEN s.source = 'configuration file' AND EXISTS (SELECT FROM files)
                                 AND (s.context = 'postmaster'
                                      OR NOT EXISTS (SELECT FROM pg_catalog.pg_file_settings e
                                                      WHERE e.name = s.name AND e.error IS NOT NULL))
                                THEN s.boot_val END) AS written
  FROM pg_catalog.pg_settings s
  LEFT JOIN files f ON f.name = s.name
 WHERE s.name ~ 'vacuum|freeze|^track_|^maintenance_|checkpoint|_timeout$|^log_auto|_slot'
    OR s.name ~ ('^(rds|apg|aurora|cloudsql|azure|alloydb|google_columnar_engine|neon|supautils'
                 '|supabase)[._]')
       AND s.name !~ 'conn|token|password|secret|key|url'
    OR s.name IN ('block_size', 'data_checksums', 'default_statistics_target',
                  'effective_cache_size', 'effective_io_concurrency', 'fsync', 'full_page_writes',
                  'hot_standby', 'hot_standby_feedback', 'ignore_checksum_failure', 'io_method',
                  'lc_messages',
                  'log_destination', 'log_line_prefix', 'log_lock_waits', 'log_min_messages',
                  'log_timezone', 'logging_collector', 'max_connections',
                  'max_parallel_maintenance_workers',
                  'max_parallel_workers', 'max_prepared_transactions', 'max_standby_archive_delay',
                  'max_standby_streaming_delay', 'max_wal_size', 'max_worker_processes',
                  'min_parallel_index_scan_size', 'min_wal_size', 'old_snapshot_threshold',
                  'recovery_min_apply_delay', 'server_version', 'server_version_num', 'shared_buffers', 'synchronous_commit', 'synchronous_standby_names',
                  'wal_compression', 'wal_level', 'zero_damaged_pages')
UNION ALL
-- what a worker of autovacuum gets for itself: of its database, or of the first role, which it is of
(SELECT DISTINCT ON (c.name) 'pg_db_role_setting.' || c.name, pg_catalog.rtrim(c.value, 'ms'),
        NULL, NULL, NULL, NULL, NULL, false,
        pg_catalog.concat_ws(' ', 'ALTER', 'ROLE ' || pg_catalog.quote_ident(r.rolname),
                             CASE WHEN r.oid > 0 AND d.oid > 0 THEN 'IN' END,
                             'DATABASE ' || pg_catalog.quote_ident(d.datname),
                             'RESET ' || c.name), NULL
   FROM pg_catalog.pg_db_role_setting a
  CROSS JOIN LATERAL (SELECT pg_catalog.split_part(one, '=', 1), pg_catalog.split_part(one, '=', 2)
                        FROM pg_catalog.unnest(a.setconfig) AS one) AS c(name, value)
   LEFT JOIN pg_catalog.pg_database d ON d.oid = a.setdatabase
   LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.setrole
  WHERE c.name IN ('vacuum_cost_limit', 'vacuum_cost_delay') AND c.value ~ '^[0-9.]+(ms)?$'
    AND (r.oid = 10 OR a.setrole = 0 AND d.oid > 0)
     -- what other sessions get for themselves: their writes are not counted
     OR c.name = 'track_counts' AND c.value ~* '^(of|f|n|0)'
  ORDER BY c.name, a.setrole DESC, a.setdatabase DESC)
UNION ALL
(SELECT 'pg_file_settings.error', pg_catalog.concat(f.sourcefile, ' line ', f.sourceline, ': ',
                                                    f.error),
        NULL, NULL, NULL, NULL, NULL, false, NULL, NULL
   FROM pg_catalog.pg_file_settings f
  WHERE f.error IS NOT NULL AND NOT EXISTS (SELECT FROM pg_catalog.pg_file_settings a WHERE a.applied)
  ORDER BY f.seqno
  LIMIT 1)
UNION ALL
-- a value that is none has only its own line refused; so has one that takes a restart. The value is
-- not read: it may be a connection with its password
(SELECT 'pg_file_settings.refused', pg_catalog.concat(f.sourcefile, ' line ', f.sourceline, ', ', f.name),
        NULL, NULL, NULL, NULL, NULL, false, NULL, NULL
   FROM pg_catalog.pg_file_settings f
   JOIN pg_catalog.pg_settings s ON s.name = f.name
  WHERE f.error IS NOT NULL AND s.context <> 'postmaster'
    AND EXISTS (SELECT FROM pg_catalog.pg_file_settings a WHERE a.applied)
  ORDER BY f.seqno
  LIMIT 1)
 ORDER BY 1;
