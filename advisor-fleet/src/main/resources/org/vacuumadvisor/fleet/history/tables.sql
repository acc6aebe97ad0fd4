-- 1: which rows of tables; 2: how many tables; 3: the begin; 4: how long a cell is, all in seconds;
-- 5: for how long what was seen lasts; 6: how many cells.
WITH seen AS (
  SELECT *, coalesce(main_bytes, relpages * 8192) AS bytes,
         concat_ws(chr(0), cluster, coalesce(database, ''), coalesce(schema, ''), table_name) AS key
    FROM tables
   WHERE schema NOT IN ('pg_catalog', 'pg_toast', 'information_schema') AND %1$s),
ran AS (
  SELECT *, concat_ws(chr(0), cluster, coalesce(database, ''), coalesce(schema, ''), table_name) AS key
    FROM runs WHERE kind = 'vacuum' AND %1$s),
points AS (
  SELECT key, cluster, database, schema, table_name, time, n_dead_tup AS dead, bytes,
         kind = 'dropped' AS is_gone FROM seen
  UNION ALL BY NAME
  SELECT key, cluster, database, schema, table_name, time, tuples_dead_not_removable AS dead
    FROM ran ANTI JOIN seen USING (key)),
top AS (
  SELECT key, any_value(cluster) AS cluster, any_value(database) AS database,
         any_value(schema) AS schema, any_value(table_name) AS "table",
         max(dead) AS most_dead_rows, arg_max(bytes, time)::BIGINT AS bytes,
         (arg_max(bytes, time) - arg_min(bytes, time))::BIGINT AS grown_bytes,
         CASE WHEN arg_max(is_gone, time) THEN max(time) END AS dropped_before
    FROM points GROUP BY key ORDER BY coalesce(most_dead_rows, 0) DESC, bytes DESC NULLS LAST LIMIT %2$d),
logged AS (
  SELECT key, count(*) AS vacuums, median(elapsed_seconds) AS median_seconds FROM ran GROUP BY key),
held AS (
  SELECT *, (epoch(time) - %3$d) / %4$s AS first,
         (epoch(least(lead(time) OVER (PARTITION BY key ORDER BY time), time + INTERVAL '%5$d seconds')) - %3$d)
           / %4$s AS last
    FROM points SEMI JOIN top USING (key)),
json AS (
  SELECT key, to_json(list({'time': strftime(time, '%%Y-%%m-%%dT%%H:%%M:%%S.%%gZ'), 'rows': dead}
                           ORDER BY time)) AS dead_rows FROM held GROUP BY key),
cells AS (
  SELECT key, cell, max(dead) AS most FROM held JOIN range(%6$d) t(cell) ON first < cell + 1 AND last >= cell
   WHERE dead IS NOT NULL GROUP BY ALL),
drawn AS (
  SELECT key, string_agg(CASE WHEN most IS NULL THEN '·' WHEN most_dead_rows = 0 THEN '▁'
                              ELSE '▁▂▃▄▅▆▇█'[1 + round(7 * most / most_dead_rows)::INTEGER] END,
                         '' ORDER BY cell) AS line
    FROM top CROSS JOIN range(%6$d) t(cell) LEFT JOIN cells USING (key, cell) GROUP BY key)
SELECT * EXCLUDE (key)
  FROM top LEFT JOIN logged USING (key) JOIN json USING (key) JOIN drawn USING (key)
 ORDER BY coalesce(most_dead_rows, 0) DESC, bytes DESC NULLS LAST
