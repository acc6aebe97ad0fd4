WHERE rowid IN (
  WITH waiting AS (SELECT *, rowid AS place, file AS reading FROM %1$s),
  entries AS (
    SELECT place, reading, time, (cluster, line, entry_checksum, time) AS at_time,
           (cluster, line, entry_checksum, source_id, timestamp) AS of_log
      FROM (FROM waiting UNION ALL BY NAME SELECT *, -1 AS place, '' AS reading FROM (%2$s))
     WHERE (cluster, line, entry_checksum) IN (
             SELECT (cluster, line, entry_checksum) FROM waiting)),
  counted AS (
    SELECT *, row_number() OVER (PARTITION BY at_time, reading ORDER BY place) AS nth_then,
           row_number() OVER (PARTITION BY of_log, reading ORDER BY time, place) AS nth_of_log
      FROM entries)
  SELECT place FROM counted
  QUALIFY time IS NOT NULL
          AND row_number() OVER (PARTITION BY at_time, nth_then ORDER BY place) > 1
       OR row_number() OVER (PARTITION BY of_log, nth_of_log ORDER BY place) > 1)
