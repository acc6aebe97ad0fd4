-- pgbench's "simple update" at scale 2. Autovacuum is switched off for the whole server, for "a
-- nightly vacuum by cron" that nobody has set up.
-- set autovacuum = off
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84))

CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))

INSERT INTO pgbench_accounts SELECT i, i / 100001 + 1, 0, '' FROM generate_series(1, 200000) i

UPDATE pgbench_accounts SET abalance = 1 WHERE aid % 2 = 0

ANALYZE

-- 300/s simple-update
UPDATE pgbench_accounts SET abalance = abalance + 7 WHERE aid = :random(1, 200000)

SELECT abalance FROM pgbench_accounts WHERE aid = :random(1, 200000)

INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
VALUES (:random(1, 20), :random(1, 2), :random(1, 200000), 7, CURRENT_TIMESTAMP)
