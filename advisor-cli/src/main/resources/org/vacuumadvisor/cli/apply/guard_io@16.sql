-- What workers read and wrote.
SELECT 'autovacuum I/O',
       (SELECT sum((coalesce(reads, 0) + coalesce(writes, 0)) * op_bytes)::float8 / 1048576
          FROM pg_catalog.pg_stat_io WHERE backend_type = 'autovacuum worker'),
       null, 'MB/s'
