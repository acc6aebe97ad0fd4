-- An audit log that only grows, as PostgreSQL was installed: a fifth of the table is inserted
-- between two vacuums, and index-only scans visit the table meanwhile.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE audit (id bigserial PRIMARY KEY, actor int NOT NULL, action text NOT NULL,
                    at timestamptz NOT NULL DEFAULT now())

CREATE INDEX audit_actor_at_idx ON audit (actor, at)

INSERT INTO audit (actor, action)
SELECT i % 1000, 'login ' || i FROM generate_series(1, 1500000) i

VACUUM ANALYZE audit

-- 50/s insert
INSERT INTO audit (actor, action) SELECT i % 1000, 'login ' || i FROM generate_series(1, 80) i

-- 20/s last
SELECT actor, at FROM audit WHERE actor = :random(0, 999) ORDER BY at DESC LIMIT 50
