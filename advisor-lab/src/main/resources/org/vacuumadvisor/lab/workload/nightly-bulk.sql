-- A nightly import beside daytime work, in fast motion: most of a staging table is replaced every
-- few seconds, while orders are looked up and updated. Its thresholds were raised "because it is
-- emptied anyway".
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE staging (id bigserial PRIMARY KEY, batch int NOT NULL, line text NOT NULL)
  WITH (autovacuum_vacuum_threshold = 200000, autovacuum_vacuum_insert_threshold = 200000)

CREATE INDEX staging_batch_idx ON staging (batch)

CREATE TABLE account (id int PRIMARY KEY, name text NOT NULL, n int NOT NULL DEFAULT 0)

INSERT INTO account SELECT i, 'account ' || i FROM generate_series(1, 50000) i

INSERT INTO staging (batch, line) SELECT 0, repeat('x', 60) FROM generate_series(1, 20000)

ANALYZE

-- 0.25/s import
DELETE FROM staging WHERE batch < :n

INSERT INTO staging (batch, line) SELECT :n, repeat('x', 60) FROM generate_series(1, 20000)

-- 200/s lookup
SELECT name, n FROM account WHERE id = :random(1, 50000)

-- 10/s change
UPDATE account SET n = n + 1 WHERE id = :skewed(50000)
