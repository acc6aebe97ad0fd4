-- In which order autovacuum will take the tables.
SELECT s.* FROM pg_catalog.pg_stat_autovacuum_scores s;
