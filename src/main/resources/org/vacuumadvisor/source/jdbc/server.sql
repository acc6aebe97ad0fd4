-- The server, and who we are on it.
SELECT pg_catalog.current_setting('server_version') AS server_version,
       pg_catalog.current_setting('server_version_num') AS server_version_num,
       pg_catalog.version() AS version,
       pg_catalog.current_setting('block_size') AS block_size,
       pg_catalog.pg_is_in_recovery() AS in_recovery,
       pg_catalog.pg_postmaster_start_time() AS started_at,
       -- a crash sets back both with all counters, a person mostly one
       (SELECT least(b.stats_reset, a.stats_reset)
          FROM pg_catalog.pg_stat_bgwriter b, pg_catalog.pg_stat_archiver a) AS counting_since,
       pg_catalog.clock_timestamp() AS surveyed_at,
       pg_catalog.txid_snapshot_xmax(pg_catalog.txid_current_snapshot()) AS next_xid,
       pg_catalog.current_database() AS database,
       -- empty means that nobody named it
       nullif(pg_catalog.current_setting('cluster_name'), '') AS cluster_name,
       -- null over a Unix socket
       pg_catalog.host(pg_catalog.inet_server_addr()) AS server_address,
       pg_catalog.current_setting('port') AS server_port,
       -- 1259 is pg_class itself
       pg_catalog.pg_stat_get_live_tuples(1259) AS relations,
       current_user AS role,
       (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) AS superuser,
       -- the role exists since 10
       EXISTS (SELECT 1 FROM pg_catalog.pg_roles r
                WHERE r.rolname = 'pg_read_all_stats'
                  AND pg_catalog.pg_has_role(current_user, r.oid, 'USAGE')) AS monitor,
       (SELECT pg_catalog.count(*) FROM pg_catalog.pg_stat_activity a
         WHERE a.query = '<insufficient privilege>'
           AND a.usesysid IS NOT NULL
           AND a.datname IS NOT NULL) AS hidden_sessions;
