-- In which order autovacuum will take the tables that are due.
SELECT s.* FROM pg_catalog.pg_stat_autovacuum_scores s
WHERE s.do_vacuum OR s.do_analyze OR s.for_wraparound;
