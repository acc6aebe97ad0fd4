-- Connected standbys and receivers, and the oldest snapshot they report.
SELECT s.*, pg_catalog.age(s.backend_xmin) AS xmin_age
  FROM pg_catalog.pg_stat_replication s;
