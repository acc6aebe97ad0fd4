-- Wide rows that are updated soon after they came, by columns without an index, on pages that the
-- inserts have filled to the brim: updates find no room on their page, so that they are not HOT.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE shipment (
  id bigserial PRIMARY KEY, position point, stage int NOT NULL DEFAULT 0, customer text NOT NULL,
  equipment text NOT NULL)

CREATE INDEX shipment_customer_idx ON shipment (customer)

INSERT INTO shipment (customer, equipment)
SELECT 'customer ' || i, repeat('x', 700) FROM generate_series(1, 15000) i

VACUUM ANALYZE shipment

-- 30/s insert
INSERT INTO shipment (customer, equipment)
SELECT 'customer ' || i, repeat('x', 700) FROM generate_series(1, 8) i

-- 30/s update
UPDATE shipment SET position = point(random(), random()), stage = stage + 1
 WHERE id IN (SELECT (SELECT max(id) FROM shipment) - (random() * 500)::int
                FROM generate_series(1, 12))
