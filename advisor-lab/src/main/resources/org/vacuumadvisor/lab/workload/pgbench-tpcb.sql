-- pgbench's default script, "TPC-B (sort of)", at scale 1/2. The accounts were given a scale factor of
-- 0.9 by somebody who saw autovacuum in a list of sessions.
-- set autovacuum_naptime = 10s
-- follow for 5min

-- load
CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int, filler char(88))

CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int, filler char(84))

CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84))
  WITH (autovacuum_vacuum_scale_factor = 0.9)

CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))

INSERT INTO pgbench_branches SELECT i, 0, '' FROM generate_series(1, 2) i

INSERT INTO pgbench_tellers SELECT i, (i + 9) / 10, 0, '' FROM generate_series(1, 20) i

INSERT INTO pgbench_accounts SELECT i, i / 100001 + 1, 0, '' FROM generate_series(1, 50000) i

VACUUM pgbench_accounts

UPDATE pgbench_accounts SET abalance = 1 WHERE aid % 3 = 0

ANALYZE

-- 300/s tpcb-like
UPDATE pgbench_accounts SET abalance = abalance + 7 WHERE aid = :random(1, 50000)

SELECT abalance FROM pgbench_accounts WHERE aid = :random(1, 50000)

UPDATE pgbench_tellers SET tbalance = tbalance + 7 WHERE tid = :random(1, 20)

UPDATE pgbench_branches SET bbalance = bbalance + 7 WHERE bid = :random(1, 2)

INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
VALUES (:random(1, 20), :random(1, 2), :random(1, 50000), 7, CURRENT_TIMESTAMP)
