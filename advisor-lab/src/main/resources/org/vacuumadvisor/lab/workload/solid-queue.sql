-- Solid Queue of Ruby on Rails: a job is a row in `jobs` and moves through `ready_executions` and
-- `claimed_executions`, which are inserted into and deleted from. `jobs` is kept for a while.
-- The thresholds of the small tables were raised by a tuning script.
-- set autovacuum_naptime = 10s
-- follow for 20min
-- set autovacuum_vacuum_threshold = 60000
-- set autovacuum_vacuum_insert_threshold = 60000

-- load
CREATE TABLE solid_queue_jobs (
  id bigserial PRIMARY KEY, queue_name varchar NOT NULL, class_name varchar NOT NULL,
  arguments text, priority int NOT NULL DEFAULT 0, finished_at timestamp,
  created_at timestamp NOT NULL DEFAULT now())

CREATE INDEX index_solid_queue_jobs_on_finished_at ON solid_queue_jobs (finished_at)

CREATE TABLE solid_queue_ready_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL UNIQUE, queue_name varchar NOT NULL,
  priority int NOT NULL DEFAULT 0, created_at timestamp NOT NULL DEFAULT now())

CREATE INDEX index_solid_queue_poll_all ON solid_queue_ready_executions (priority, job_id)

CREATE TABLE solid_queue_claimed_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL UNIQUE, process_id bigint,
  created_at timestamp NOT NULL DEFAULT now())

INSERT INTO solid_queue_jobs (queue_name, class_name)
SELECT 'default', 'MailJob' FROM generate_series(1, 20000)

INSERT INTO solid_queue_ready_executions (job_id, queue_name)
SELECT id, queue_name FROM solid_queue_jobs

-- 20/s enqueue
WITH job AS (
  INSERT INTO solid_queue_jobs (queue_name, class_name, arguments)
  SELECT 'default', 'MailJob', repeat('x', 80) FROM generate_series(1, 20) RETURNING id)
INSERT INTO solid_queue_ready_executions (job_id, queue_name) SELECT id, 'default' FROM job

-- 20/s claim
WITH ready AS (
  DELETE FROM solid_queue_ready_executions
   WHERE id IN (SELECT id FROM solid_queue_ready_executions
                 ORDER BY priority, job_id LIMIT 20 FOR UPDATE SKIP LOCKED) RETURNING job_id)
INSERT INTO solid_queue_claimed_executions (job_id, process_id) SELECT job_id, 1 FROM ready

-- 20/s finish
WITH claimed AS (
  DELETE FROM solid_queue_claimed_executions
   WHERE id IN (SELECT id FROM solid_queue_claimed_executions ORDER BY id LIMIT 20)
  RETURNING job_id)
UPDATE solid_queue_jobs SET finished_at = clock_timestamp()
 WHERE id IN (SELECT job_id FROM claimed)
