-- Replication slots, what they hold back and how much WAL they keep; and a subscription here
-- that names one, where it fails, or is disabled and nobody reads it.
SELECT s.*,
       pg_catalog.age(s.xmin) AS xmin_age,
       pg_catalog.age(s.catalog_xmin) AS catalog_xmin_age,
       pg_catalog.pg_wal_lsn_diff(
         CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()
              ELSE pg_catalog.pg_current_wal_lsn() END, s.restart_lsn) AS retained_bytes,
       p.paused_database, p.paused_subscription, p.paused_enabled, p.paused_errors
  FROM pg_catalog.pg_replication_slots s
  LEFT JOIN LATERAL
       (SELECT d.datname AS paused_database, u.subname AS paused_subscription,
               u.subenabled AS paused_enabled,
               e.apply_error_count + e.sync_error_count AS paused_errors
          FROM pg_catalog.pg_subscription u
          JOIN pg_catalog.pg_database d ON d.oid = u.subdbid
          LEFT JOIN pg_catalog.pg_stat_subscription_stats e ON e.subid = u.oid
         WHERE u.subslotname = s.slot_name
           AND CASE WHEN u.subenabled THEN e.apply_error_count + e.sync_error_count > 0
                    ELSE NOT s.active END
         ORDER BY u.oid LIMIT 1) p ON true;
