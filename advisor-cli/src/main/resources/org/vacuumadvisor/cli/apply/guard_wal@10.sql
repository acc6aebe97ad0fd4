-- WAL written so far.
SELECT 'WAL',
       pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0')::float8 / 1048576,
       null, 'MB/s'
