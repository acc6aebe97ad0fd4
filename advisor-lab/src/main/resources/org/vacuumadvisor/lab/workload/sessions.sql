-- Sessions of a web application: each request writes the time of the last visit and data of several
-- kilobytes; old sessions are deleted. Its scale factor was set to 0.8.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE session (
  id bigint PRIMARY KEY, account int NOT NULL, last_seen timestamptz NOT NULL, data text NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.8)

CREATE INDEX session_last_seen_idx ON session (last_seen)

INSERT INTO session SELECT i, i % 5000, now(), repeat('x', 400) FROM generate_series(1, 60000) i

VACUUM session

UPDATE session SET last_seen = now() + interval '1 s' WHERE id % 3 = 0

ANALYZE session

-- 300/s visit
UPDATE session SET last_seen = clock_timestamp() WHERE id = :random(1, 60000)

-- 100/s lookup
SELECT account, data FROM session WHERE id = :random(1, 60000)
