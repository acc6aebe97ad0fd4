-- An event table that only grows. Vacuum for inserts was switched off when the server was moved to
-- 13, "because there is nothing to clean up".
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE event (
  id bigserial PRIMARY KEY, tenant int NOT NULL, kind text NOT NULL, at timestamptz NOT NULL,
  body jsonb NOT NULL) WITH (autovacuum_vacuum_insert_threshold = -1)

CREATE INDEX event_tenant_at_idx ON event (tenant, at)

INSERT INTO event (tenant, kind, at, body)
SELECT i % 100, 'click', now(), jsonb_build_object('n', i, 'page', repeat('x', 60))
  FROM generate_series(1, 500000) i

-- 50/s insert
INSERT INTO event (tenant, kind, at, body)
SELECT i % 100, 'click', now(), jsonb_build_object('n', i, 'page', repeat('x', 60))
  FROM generate_series(1, 60) i

-- 5/s dashboard
SELECT count(*) FROM event WHERE tenant = :random(0, 99) AND at > now() - interval '1 min'
