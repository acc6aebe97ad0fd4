-- Que, a queue for Ruby: workers lock a job by an advisory lock, and delete it when it is done. The
-- server naps for a quarter of an hour, as a blog post advised against "vacuum storms".
-- set autovacuum_naptime = 15min

-- load
CREATE TABLE que_jobs (
  priority smallint NOT NULL DEFAULT 100, run_at timestamptz NOT NULL DEFAULT now(),
  id bigserial PRIMARY KEY, job_class text NOT NULL, error_count int NOT NULL DEFAULT 0,
  queue text NOT NULL DEFAULT 'default', args jsonb NOT NULL DEFAULT '[]')

CREATE INDEX que_poll_idx ON que_jobs (queue, priority, run_at, id)

INSERT INTO que_jobs (job_class) SELECT 'Charge' FROM generate_series(1, 1000)

-- 15/s enqueue
INSERT INTO que_jobs (job_class, args)
SELECT 'Charge', jsonb_build_array(i, repeat('x', 60)) FROM generate_series(1, 15) i

-- 15/s work
DELETE FROM que_jobs
 WHERE id IN (SELECT id FROM que_jobs WHERE queue = 'default' AND run_at <= clock_timestamp()
               ORDER BY priority, run_at, id LIMIT 15 FOR UPDATE SKIP LOCKED)
