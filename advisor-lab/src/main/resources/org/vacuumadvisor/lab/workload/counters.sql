-- Counters of views and likes: few rows, each updated hundreds of times a second. Somebody set a
-- threshold of 50 and no scale factor on a larger table of totals as well, which autovacuum now
-- visits at every nap.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE counter (id int PRIMARY KEY, views bigint NOT NULL DEFAULT 0) WITH (fillfactor = 100)

CREATE TABLE total (id int PRIMARY KEY, day date NOT NULL, n bigint NOT NULL DEFAULT 0)
  WITH (autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0)

CREATE INDEX total_n_idx ON total (n)

INSERT INTO counter SELECT i FROM generate_series(1, 200) i

INSERT INTO total SELECT i, current_date FROM generate_series(1, 200000) i

VACUUM ANALYZE total

-- 400/s view
UPDATE counter SET views = views + 1 WHERE id = :skewed(200)

-- 40/s total
UPDATE total SET n = n + 1 WHERE id = :random(1, 200000)
