-- pgmq, a message queue as an extension: a message is read by moving its visibility timeout, and
-- archived to another table by its key. Somebody gave the queue thresholds of 200,000 rows "so that vacuum
-- does not disturb it".
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE q_orders (
  msg_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  read_ct int NOT NULL DEFAULT 0,
  enqueued_at timestamptz NOT NULL DEFAULT now(),
  vt timestamptz NOT NULL,
  message jsonb)
  WITH (autovacuum_vacuum_threshold = 200000, autovacuum_vacuum_insert_threshold = 200000)

CREATE INDEX q_orders_vt_idx ON q_orders (vt)

CREATE TABLE a_orders (
  msg_id bigint PRIMARY KEY, read_ct int, enqueued_at timestamptz,
  archived_at timestamptz DEFAULT now(), vt timestamptz, message jsonb)

INSERT INTO q_orders (vt, message)
SELECT now(), jsonb_build_object('order', i, 'note', repeat('x', 100)) FROM generate_series(1, 20000) i

INSERT INTO q_orders (vt, message)
SELECT now(), jsonb_build_object('order', i) FROM generate_series(1, 40000) i

DELETE FROM q_orders WHERE msg_id > 20000

-- 10/s send
INSERT INTO q_orders (vt, message)
SELECT now(), jsonb_build_object('order', i, 'note', repeat('x', 100)) FROM generate_series(1, 20) i

-- 10/s read
UPDATE q_orders SET vt = clock_timestamp() + interval '30 s', read_ct = read_ct + 1
 WHERE msg_id IN (SELECT msg_id FROM q_orders WHERE vt <= clock_timestamp()
                   ORDER BY msg_id LIMIT 20 FOR UPDATE SKIP LOCKED)

-- 10/s archive
WITH done AS (
  DELETE FROM q_orders
   WHERE msg_id = ANY (ARRAY(SELECT msg_id FROM q_orders WHERE vt > clock_timestamp()
                              ORDER BY vt LIMIT 20))
  RETURNING msg_id, read_ct, enqueued_at, vt, message)
INSERT INTO a_orders (msg_id, read_ct, enqueued_at, vt, message) SELECT * FROM done
