WITH wanted(wanted_cluster, first, last) AS (VALUES %s),
told AS (
  SELECT true AS is_run, r.* FROM wanted JOIN runs r
      ON cluster = wanted_cluster AND (time IS NULL OR time > first AND time <= last)
  UNION ALL BY NAME
  SELECT false AS is_run, cluster, time, source_id, file, line, details FROM wanted JOIN notices
      ON cluster = wanted_cluster AND (time IS NULL OR time > first AND time <= last)),
begun AS (SELECT cluster, source_id, min(time) AS begin_time FROM told GROUP BY ALL)
SELECT told.* FROM told JOIN begun
    ON begun.cluster = told.cluster AND begun.source_id IS NOT DISTINCT FROM told.source_id
 ORDER BY told.cluster, begin_time NULLS FIRST, told.source_id, line, is_run
