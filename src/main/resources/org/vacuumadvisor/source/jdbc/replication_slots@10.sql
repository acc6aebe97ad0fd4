-- Replication slots, what they hold back and how much WAL they keep.
SELECT s.*,
       pg_catalog.age(s.xmin) AS xmin_age,
       pg_catalog.age(s.catalog_xmin) AS catalog_xmin_age,
       pg_catalog.pg_wal_lsn_diff(
         CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()
              ELSE pg_catalog.pg_current_wal_lsn() END, s.restart_lsn) AS retained_bytes
  FROM pg_catalog.pg_replication_slots s;
