-- Connected standbys and receivers, the oldest snapshot they report, and how far they are behind.
SELECT s.*, pg_catalog.age(s.backend_xmin) AS xmin_age,
       -- the lags are there since 10
       1000 * pg_catalog.date_part('epoch', b.flush_lag) AS flush_ms,
       1000 * pg_catalog.date_part('epoch', b.replay_lag) AS replay_ms
  FROM pg_catalog.pg_stat_replication s
  CROSS JOIN LATERAL pg_catalog.jsonb_to_record(pg_catalog.to_jsonb(s)) AS b(flush_lag interval, replay_lag interval);
