-- Vacuums at work. Nobody's statement is read but autovacuum's own.
SELECT p.*, a.xact_start, a.query = '<insufficient privilege>' AS hidden,
       CASE WHEN a.query LIKE 'autovacuum: %' THEN a.query END AS task
  FROM pg_catalog.pg_stat_progress_vacuum p
  LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = p.pid;
