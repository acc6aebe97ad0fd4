-- Graphile Worker, a queue for Node.js: a job is locked by an update and deleted when done; failed
-- ones are given another time. A prepared transaction that nobody finished keeps the dead rows.
-- set autovacuum_naptime = 10s
-- set max_prepared_transactions = 10

-- load
CREATE TABLE jobs (
  id bigserial PRIMARY KEY, queue_name text, task_identifier text NOT NULL, payload json NOT NULL,
  priority int NOT NULL DEFAULT 0, run_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0, locked_at timestamptz, locked_by text)

CREATE INDEX jobs_priority_run_at_id_locked_at_without_failures_idx
    ON jobs (priority, run_at, id) WHERE locked_at IS NULL

INSERT INTO jobs (task_identifier, payload)
SELECT 'mail', json_build_object('to', i) FROM generate_series(1, 2000) i

CREATE TABLE ledger (id int PRIMARY KEY, amount numeric)

BEGIN; INSERT INTO ledger VALUES (1, 10); PREPARE TRANSACTION 'transfer_4711'

-- 5/s add
INSERT INTO jobs (task_identifier, payload)
SELECT 'mail', json_build_object('to', i, 'text', repeat('x', 100)) FROM generate_series(1, 20) i

-- 5/s lock
UPDATE jobs SET attempts = attempts + 1, locked_at = clock_timestamp(), locked_by = 'worker'
 WHERE id IN (SELECT id FROM jobs WHERE locked_at IS NULL AND run_at <= clock_timestamp()
               ORDER BY priority, run_at, id LIMIT 20 FOR UPDATE SKIP LOCKED)

-- 5/s done
DELETE FROM jobs
 WHERE id IN (SELECT id FROM jobs WHERE locked_at IS NOT NULL ORDER BY id LIMIT 20)
