-- A partitioned time series: rows go into the partition of today, and the newest are corrected.
-- Nobody analyzes the partitioned table, which autovacuum never does.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE reading (sensor int NOT NULL, at timestamptz NOT NULL, value float8)
  PARTITION BY RANGE (at)

CREATE TABLE reading_old PARTITION OF reading FOR VALUES FROM (MINVALUE) TO ('2020-01-01')

CREATE TABLE reading_today PARTITION OF reading FOR VALUES FROM ('2020-01-01') TO (MAXVALUE)

CREATE INDEX ON reading (sensor, at)

INSERT INTO reading SELECT i % 500, timestamptz '2019-12-31' - i * interval '1 min', random()
  FROM generate_series(1, 200000) i

INSERT INTO reading SELECT i % 500, now(), random() FROM generate_series(1, 100000) i

-- 50/s insert
INSERT INTO reading SELECT i, now(), random() FROM generate_series(1, 50) i

-- 20/s recent
SELECT avg(value) FROM reading WHERE sensor = :random(0, 499) AND at > now() - interval '1 h'
