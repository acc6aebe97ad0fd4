-- 1: of the time asked for; 2: of any time; 3: of all that is not forgotten.
WITH looked AS (
  SELECT cluster, max(time) FILTER (state IN ('surveyed', 'seen')) AS seen_at,
         max(time) FILTER (state = 'surveyed') AS surveyed_at,
         arg_max(state, time) FILTER (state IN ('surveyed', 'seen', 'failed')) AS state,
         arg_max(reason, time) FILTER (state = 'failed') AS reason
    FROM servers WHERE database IS NULL AND %1$s GROUP BY cluster),
logged AS (
  SELECT cluster, max(time) AS logged_at, true AS is_logged
    FROM (SELECT cluster, time FROM runs UNION ALL SELECT cluster, time FROM notices)
   WHERE %2$s AND (time IS NULL OR %1$s) GROUP BY cluster),
covered AS (
  SELECT cluster, max(last_time) AS last_time, max(time) FILTER (kind <> 'log') AS watched_at,
         bool_or(kind = 'log') AS has_logs
    FROM (SELECT * FROM coverage
          UNION ALL SELECT * REPLACE (last_time AS time) FROM coverage WHERE last_time IS NOT NULL)
   WHERE %3$s GROUP BY cluster)
SELECT * FROM looked FULL JOIN logged USING (cluster) FULL JOIN covered USING (cluster)
