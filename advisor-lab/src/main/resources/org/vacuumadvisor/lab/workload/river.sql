-- River, a queue for Go: a job goes from available to running to completed by updates of an indexed
-- column, and a cleaner deletes what was completed. Autovacuum was switched off for the table.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE river_job (
  id bigserial PRIMARY KEY,
  state text NOT NULL DEFAULT 'available',
  attempt smallint NOT NULL DEFAULT 0,
  attempted_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), finalized_at timestamptz,
  scheduled_at timestamptz NOT NULL DEFAULT now(),
  priority smallint NOT NULL DEFAULT 1, kind text NOT NULL, queue text NOT NULL DEFAULT 'default',
  args jsonb NOT NULL)
  WITH (autovacuum_enabled = false)

CREATE INDEX river_job_prioritized_fetching_index
    ON river_job (state, queue, priority, scheduled_at, id)

CREATE INDEX river_job_state_and_finalized_at_index
    ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL

INSERT INTO river_job (kind, args)
SELECT 'mail', jsonb_build_object('to', i) FROM generate_series(1, 2000) i

-- 20/s insert
INSERT INTO river_job (kind, args)
SELECT 'mail', jsonb_build_object('to', i) FROM generate_series(1, 15) i

-- 20/s fetch
UPDATE river_job SET state = 'running', attempt = attempt + 1, attempted_at = clock_timestamp()
 WHERE id IN (SELECT id FROM river_job WHERE state = 'available' AND queue = 'default'
               ORDER BY priority, scheduled_at, id LIMIT 15 FOR UPDATE SKIP LOCKED)

-- 20/s complete
UPDATE river_job SET state = 'completed', finalized_at = clock_timestamp()
 WHERE id IN (SELECT id FROM river_job WHERE state = 'running' ORDER BY id LIMIT 15)

-- 2/s clean
DELETE FROM river_job
 WHERE id IN (SELECT id FROM river_job WHERE state = 'completed' ORDER BY finalized_at LIMIT 200)
