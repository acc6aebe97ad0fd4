-- The same, counted in bytes, as larger reads are one.
SELECT 'autovacuum I/O',
       (SELECT sum(coalesce(read_bytes, 0) + coalesce(write_bytes, 0))::float8 / 1048576
          FROM pg_catalog.pg_stat_io WHERE backend_type = 'autovacuum worker'),
       null, 'MB/s'
