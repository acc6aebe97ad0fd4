-- Soft deletes: rows get a time of deletion instead of being deleted, by an update of an indexed
-- column, and some of them come back. The table's scale factor was raised to 0.7.
-- set autovacuum_naptime = 10s
-- follow for 30min

-- load
CREATE TABLE document (
  id bigserial PRIMARY KEY, owner int NOT NULL, title text NOT NULL, body text NOT NULL,
  deleted_at timestamptz)
  WITH (autovacuum_vacuum_scale_factor = 0.7)

CREATE INDEX document_owner_idx ON document (owner) WHERE deleted_at IS NULL

CREATE INDEX document_deleted_at_idx ON document (deleted_at)

INSERT INTO document (owner, title, body)
SELECT i % 1000, 'title ' || i, repeat('x', 300) FROM generate_series(1, 60000) i

VACUUM document

UPDATE document SET deleted_at = now() WHERE id % 3 = 0

ANALYZE document

-- 4/s create
INSERT INTO document (owner, title, body)
SELECT i % 1000, 'title ' || i, repeat('x', 300) FROM generate_series(1, 5) i

-- 20/s soft-delete
UPDATE document SET deleted_at = clock_timestamp()
 WHERE id IN (SELECT (random() * 60000)::int FROM generate_series(1, 12))

-- 20/s restore
UPDATE document SET deleted_at = NULL
 WHERE id IN (SELECT (random() * 60000)::int FROM generate_series(1, 12))
