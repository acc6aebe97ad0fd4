-- WAL written so far.
SELECT 'WAL',
       pg_catalog.pg_xlog_location_diff(pg_catalog.pg_current_xlog_location(), '0/0')::float8 / 1048576,
       null, 'MB/s'
