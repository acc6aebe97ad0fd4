-- WAL written.
SELECT w.* FROM pg_catalog.pg_stat_wal w;
