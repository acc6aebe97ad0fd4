WITH looks AS (%1$s),
held AS (
  SELECT time, max(xid_age) AS xmin, sum(retained_wal_bytes) AS wal FROM holders
   WHERE cluster = ? AND time > ? AND time <= ? GROUP BY time),
changes AS (
  SELECT time, coalesce(n_dead_tup, 0) - coalesce(lag(n_dead_tup) OVER (
           PARTITION BY database, relation_oid ORDER BY time), 0) AS change
    FROM tables WHERE cluster = ? AND time > ? AND time <= ?
     AND (n_dead_tup IS NOT NULL OR kind = 'dropped')),
dead AS (
  SELECT time, sum(sum(change)) OVER (ORDER BY time) AS dead FROM changes GROUP BY time)
SELECT max(l.time) AS at, max(l.xid_age) AS age, max(h.xmin) AS xmin, max(h.wal) AS wal,
       max(d.dead) AS dead
  FROM looks l LEFT JOIN held h USING (time) ASOF LEFT JOIN dead d ON l.time >= d.time
 GROUP BY time_bucket(INTERVAL '%2$d seconds', l.time) ORDER BY 1
