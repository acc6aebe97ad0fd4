-- Before 16 nobody counts what workers read and write.
SELECT 'autovacuum I/O', null, null, 'MB/s'
