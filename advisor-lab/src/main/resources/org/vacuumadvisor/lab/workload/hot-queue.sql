-- A hot queue, all of whose rows are new: insert one, take the oldest, delete it (as in "Optimizing
-- Postgres's Autovacuum for High-Churn Tables", Tembo, 2023), with an index on its order.
-- Tens of thousands of rows die between two visits of autovacuum (its naptime is a third of the
-- default's, so that it shows in short).
-- set autovacuum_naptime = 20s

-- load
CREATE TABLE job (id bigserial PRIMARY KEY, payload text, created_at timestamptz DEFAULT now())

INSERT INTO job (payload) SELECT repeat('x', 100) FROM generate_series(1, 500)

-- 60/s add
INSERT INTO job (payload) SELECT repeat('x', 100) FROM generate_series(1, 30)

-- 60/s take
DELETE FROM job WHERE id IN (SELECT id FROM job ORDER BY id LIMIT 30 FOR UPDATE SKIP LOCKED)
