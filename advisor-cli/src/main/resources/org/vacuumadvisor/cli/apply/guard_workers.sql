-- Figure, value so far where it is counted by the second, the limit of the server itself, unit.
-- The part of the workers of autovacuum that are at work.
SELECT 'busy workers', w.busy, null::float8, '%'
  FROM (SELECT 100 * count(*)::float8
               / pg_catalog.current_setting('autovacuum_max_workers')::float8 AS busy
          FROM pg_catalog.pg_stat_activity
         WHERE query LIKE 'autovacuum:%' AND pid <> pg_catalog.pg_backend_pid()) w
