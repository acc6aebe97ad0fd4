-- 1: for how long a look counts; 2: which looks; 3: for how long kept rows count; 4: which rows of
-- tables; 5: the end.
WITH looks AS (
  SELECT cluster, time, state,
         least(coalesce(lead(time) OVER (PARTITION BY cluster ORDER BY time), %5$s), time + %1$s) AS until
    FROM servers WHERE database IS NULL AND state IN ('surveyed', 'seen') AND %2$s),
-- What the log tells of vacuums.
logged AS (
  SELECT cluster, database, schema, table_name, time AS begin_time,
         least(coalesce(lead(time) OVER (PARTITION BY cluster, database, schema, table_name ORDER BY time),
                        %5$s), time + %3$s) AS until,
         tuples_dead_not_removable AS kept, NULL::TIMESTAMPTZ AS vacuumed
    FROM (SELECT * FROM runs WHERE kind = 'vacuum' AND tuples_dead_not_removable IS NOT NULL AND %4$s)),
-- What surveys saw of other tables.
unlogged AS (
  SELECT cluster, database, schema, table_name, time, n_dead_tup,
         greatest(last_vacuum, last_autovacuum) AS vacuumed,
         lag(n_dead_tup) OVER w AS earlier, lead(time) OVER w AS next_time
    FROM (SELECT * FROM tables WHERE %4$s) t
   WHERE NOT EXISTS (SELECT 1 FROM logged r
                      WHERE r.cluster = t.cluster AND r.table_name = t.table_name
                        AND r.schema IS NOT DISTINCT FROM t.schema
                        AND r.database IS NOT DISTINCT FROM t.database)
  WINDOW w AS (PARTITION BY cluster, database, schema, table_name ORDER BY time)),
surveyed AS (
  SELECT cluster, database, schema, table_name, time AS begin_time,
         coalesce(next_time, (SELECT max(l.time) FROM looks l WHERE l.cluster = t.cluster)) AS until,
         n_dead_tup AS kept, vacuumed
    FROM unlogged t),
-- Dead rows that came between two surveys were there for half of that time.
surveys AS (
  SELECT cluster, time, lag(time) OVER (PARTITION BY cluster ORDER BY time) AS before
    FROM looks WHERE state = 'surveyed'),
grown AS (
  SELECT cluster, database, schema, table_name, before AS begin_time, time AS until,
         (n_dead_tup - earlier) / 2 AS kept, vacuumed
    FROM unlogged JOIN surveys USING (cluster, time) WHERE before IS NOT NULL),
kept AS (
  SELECT *, schema IS NOT DISTINCT FROM 'pg_catalog' AS is_catalog
    FROM (SELECT *, true AS is_logged FROM logged UNION ALL SELECT *, false FROM surveyed
          UNION ALL SELECT *, false FROM grown)
   WHERE kept > 0),
-- Of each database the oldest holder that keeps its rows; some keep those of catalogs alone.
scopes AS (SELECT DISTINCT cluster, database, is_catalog FROM kept),
oldest AS (
  SELECT s.cluster, s.database, s.is_catalog, h.time, h.since,
         h.kind || coalesce(' ' || h.name, '') ||
           CASE WHEN h.user_name IS NULL THEN '' ELSE ' of ' || h.user_name END AS holder,
         h.application,
         -- A slot stays the same when its consumer goes.
         CASE WHEN h.kind = 'slot' THEN 'slot/' || h.name
              ELSE concat_ws('/', h.kind, h.name, h.pid, h.backend_start) END AS identity
    FROM scopes s JOIN (SELECT * FROM holders WHERE %2$s) h
      ON h.cluster = s.cluster AND (h.database IS NULL OR s.database IS NULL OR h.database = s.database)
     AND (s.is_catalog OR h.reach IS DISTINCT FROM 'catalogs')
 QUALIFY row_number() OVER (PARTITION BY s.cluster, s.database, s.is_catalog, h.time
                            ORDER BY h.xid_age DESC NULLS LAST) = 1),
seen AS (
  SELECT s.cluster, s.database, s.is_catalog, l.time, l.until,
         coalesce(o.since, min(o.time) OVER (PARTITION BY o.cluster, o.identity)) AS since,
         o.holder, o.application, o.identity
    FROM looks l JOIN scopes s USING (cluster)
    LEFT JOIN oldest o ON o.cluster = s.cluster AND o.database IS NOT DISTINCT FROM s.database
                      AND o.is_catalog = s.is_catalog AND o.time = l.time),
-- Looks that see the same, one after the other.
marked AS (
  SELECT *, CASE WHEN lag(identity) OVER w IS NOT DISTINCT FROM identity
                  AND lag(until) OVER w >= time THEN 0 ELSE 1 END AS is_new
    FROM seen WINDOW w AS (PARTITION BY cluster, database, is_catalog ORDER BY time)),
numbered AS (
  SELECT *, sum(is_new) OVER (PARTITION BY cluster, database, is_catalog ORDER BY time
                              ROWS UNBOUNDED PRECEDING) AS number
    FROM marked),
holds AS (
  SELECT cluster, database, is_catalog, number, min(time) AS begin_time, max(until) AS until,
         min(since) AS since, any_value(holder) AS holder, any_value(application) AS application
    FROM numbered GROUP BY cluster, database, is_catalog, number),
debts AS (
  SELECT d.*, h.holder, h.application, h.begin_time AS hold_begin, h.until AS hold_until,
         greatest(0, epoch(least(d.until, h.until)) - epoch(greatest(d.begin_time, h.begin_time))) / 3600 AS hours
    FROM kept d
    JOIN holds h ON h.cluster = d.cluster AND h.database IS NOT DISTINCT FROM d.database
     AND h.is_catalog = d.is_catalog AND h.begin_time < d.until AND h.until > d.begin_time
   WHERE d.is_logged OR (h.holder IS NOT NULL AND d.vacuumed >= h.since)),
-- Kept rows of times at which nobody looked.
unwatched AS (
  SELECT l.cluster, l.table_name, l.begin_time, l.until, l.kept,
         greatest(0, (epoch(l.until) - epoch(l.begin_time)) / 3600 - coalesce((
           SELECT sum(greatest(0, epoch(least(l.until, h.until)) - epoch(greatest(l.begin_time, h.begin_time)))) / 3600
             FROM holds h WHERE h.cluster = l.cluster AND h.database IS NOT DISTINCT FROM l.database
              AND h.is_catalog = l.is_catalog
              AND h.begin_time < l.until AND h.until > l.begin_time), 0)) AS hours
    FROM kept l WHERE l.is_logged)
SELECT cluster, holder, application, true AS watched, min(hold_begin) AS first, max(hold_until) AS last,
       count(DISTINCT concat_ws('.', database, schema, table_name)) AS tables,
       sum(kept * hours) AS dead_row_hours
  FROM debts GROUP BY ALL HAVING sum(kept * hours) > 0
UNION ALL
SELECT cluster, NULL, NULL, false, min(begin_time), max(until), count(DISTINCT table_name),
       sum(kept * hours)
  FROM unwatched GROUP BY cluster HAVING sum(kept * hours) > 0.5
 ORDER BY dead_row_hours DESC
