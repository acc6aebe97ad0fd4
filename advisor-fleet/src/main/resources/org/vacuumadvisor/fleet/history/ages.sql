SELECT cluster, arg_max(age, time) AS age, arg_max(ids_left, time) AS ids_left,
       CASE WHEN max(seconds) - min(seconds) >= %s
            THEN (max(next_xid) - min(next_xid)) * 86400.0 / (max(seconds) - min(seconds)) END AS per_day
  FROM (SELECT cluster, time, xid_age AS age, stop_age - xid_age AS ids_left, next_xid, epoch(time) AS seconds
          FROM servers WHERE database IS NULL AND xid_age IS NOT NULL
        UNION ALL
        SELECT cluster, time, NULL, CASE kind WHEN 'wraparound_stop' THEN 0
                                         ELSE greatest(0, transactions_left - %s) END, NULL, NULL
          FROM notices WHERE kind IN ('wraparound_stop', 'wraparound_warning'))
 WHERE %s GROUP BY cluster
