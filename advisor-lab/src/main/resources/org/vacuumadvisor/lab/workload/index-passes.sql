-- A table with three indexes, of which large parts die between two vacuums, on a server whose
-- autovacuum may remember few dead rows: autovacuum_work_mem is 1 MB.
-- set autovacuum_naptime = 10s
-- set autovacuum_work_mem = 1MB

-- load
CREATE TABLE stock (id int PRIMARY KEY, place int NOT NULL, quantity int NOT NULL, changed int NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.9)

CREATE INDEX stock_place_idx ON stock (place)

CREATE INDEX stock_changed_idx ON stock (changed)

INSERT INTO stock SELECT i, i % 500, 10, i FROM generate_series(1, 400000) i

VACUUM stock

UPDATE stock SET changed = changed + 1 WHERE id % 2 = 0

ANALYZE stock

-- 15/s take
UPDATE stock SET quantity = quantity - 1, changed = changed + 1
 WHERE id IN (SELECT 1 + (random() * 400000)::int FROM generate_series(1, 100))
