WITH last AS (SELECT cluster, max(time) AS time FROM servers
               WHERE database IS NULL AND state IN ('surveyed', 'seen') AND %s GROUP BY cluster)
SELECT cluster, time, kind, name, pid, user_name AS "user", nullif(application, '') AS application,
       state, since, floor(greatest(0, epoch(time) - epoch(since))) AS held_seconds, xid_age,
       concat_ws(', ', concat_ws(' ', kind, name, pid), 'user ' || user_name, nullif(application, '')) AS who
  FROM holders h JOIN last USING (cluster, time)
 WHERE time > %s ORDER BY cluster, xid_age DESC NULLS LAST LIMIT %d
