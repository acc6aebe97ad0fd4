-- A consumer of changes (logical decoding) that is gone: its slot keeps dead rows of the catalogs
-- and all write-ahead log, while an application goes on updating. The outbox it read from is
-- inserted into and deleted from.
-- set wal_level = logical
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE outbox (id bigserial PRIMARY KEY, aggregate int NOT NULL, payload text NOT NULL)
  WITH (autovacuum_vacuum_threshold = 60000, autovacuum_vacuum_insert_threshold = 60000)

INSERT INTO outbox (aggregate, payload)
SELECT i, repeat('x', 120) FROM generate_series(1, 15000) i

VACUUM outbox

UPDATE outbox SET payload = payload || '.'

SELECT pg_create_logical_replication_slot('changes_to_kafka', 'pgoutput')

-- 30/s publish
INSERT INTO outbox (aggregate, payload)
SELECT i, repeat('x', 120) FROM generate_series(1, 20) i

-- 30/s relay
DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 20 FOR UPDATE SKIP LOCKED)
