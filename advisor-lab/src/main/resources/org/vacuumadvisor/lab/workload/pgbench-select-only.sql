-- pgbench's "select only" with some updates, on a server as it was installed: nothing is wrong.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84))

INSERT INTO pgbench_accounts SELECT i, i / 100001 + 1, 0, '' FROM generate_series(1, 200000) i

VACUUM ANALYZE pgbench_accounts

-- 600/s select
SELECT abalance FROM pgbench_accounts WHERE aid = :random(1, 200000)

-- 30/s update
UPDATE pgbench_accounts SET abalance = abalance + 7 WHERE aid = :random(1, 200000)
