-- Which columns statements update, where pg_stat_statements may be read: constants are $1 in it.
SELECT s.rows, pg_catalog.left(s.query, 4000) AS update_text
  FROM public.pg_stat_statements s
  JOIN pg_catalog.pg_database d ON d.oid = s.dbid AND d.datname = pg_catalog.current_database()
 WHERE s.query ILIKE '%update%set%' AND s.rows > 0
 ORDER BY s.rows DESC
 LIMIT 500;
