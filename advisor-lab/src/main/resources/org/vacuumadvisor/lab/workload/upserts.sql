-- Prices from partners by INSERT … ON CONFLICT DO UPDATE, most of them of rows that are there; the
-- price is indexed. Autovacuum waits for half a million dead rows, by a copied configuration.
-- set autovacuum_naptime = 10s
-- set autovacuum_vacuum_threshold = 500000

-- load
CREATE TABLE price (sku int PRIMARY KEY, amount numeric NOT NULL, at timestamptz NOT NULL)

CREATE INDEX price_amount_idx ON price (amount)

INSERT INTO price SELECT i, i, now() FROM generate_series(1, 120000) i

VACUUM price

UPDATE price SET amount = amount + 1

ANALYZE price

-- 40/s import
INSERT INTO price SELECT DISTINCT ON (sku) sku, random() * 1000, now()
  FROM (SELECT 1 + (random() * 120000)::int AS sku FROM generate_series(1, 20)) AS partner
ON CONFLICT (sku) DO UPDATE SET amount = excluded.amount, at = excluded.at
