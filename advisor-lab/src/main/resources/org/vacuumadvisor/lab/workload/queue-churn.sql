-- A queue in a table: every transaction inserts a row, takes the oldest one and deletes it. Few rows
-- live, and all of them are new all the time. Table and iteration are those of the published
-- experiment: no index, so that every look for the oldest row reads all the dead ones, too; one DO
-- block, so that an iteration costs one round trip and its latency is the server's. Within the block
-- now() stands still: a transaction never takes the row that it has inserted itself.
-- size rows = 0

-- load
CREATE TABLE bencher (record_id bigserial, updated_at timestamptz)

INSERT INTO bencher (updated_at) SELECT now() FROM generate_series(1, :rows)

-- 100 % iteration
DO $$
DECLARE
  oldest bigint;
BEGIN
  INSERT INTO bencher (updated_at) VALUES (now());
  WITH candidate AS (
    SELECT record_id FROM bencher WHERE updated_at < now()
     ORDER BY record_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE bencher SET updated_at = now() FROM candidate
   WHERE bencher.record_id = candidate.record_id
  RETURNING bencher.record_id INTO oldest;
  DELETE FROM bencher WHERE record_id = oldest;
END
$$
