-- Reports by temporary tables, which are made and dropped many times a second: the dead rows are in
-- the catalogs. Autovacuum naps for a quarter of an hour.
-- set autovacuum_naptime = 15min

-- load
CREATE TABLE sale (id int PRIMARY KEY, region int NOT NULL, amount numeric NOT NULL)

INSERT INTO sale SELECT i, i % 50, i FROM generate_series(1, 5000) i

-- 30/s report
CREATE TEMPORARY TABLE report ON COMMIT DROP AS
SELECT region, sum(amount) AS total FROM sale GROUP BY region

ALTER TABLE report ADD COLUMN note text, ADD COLUMN share numeric

CREATE INDEX ON report (region)
