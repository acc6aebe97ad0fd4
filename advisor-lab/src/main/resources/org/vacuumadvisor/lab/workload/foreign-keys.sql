-- Orders with items, bound by foreign keys: orders change their state, which is indexed, a few
-- times. The server's scale factor is 0.6.
-- set autovacuum_naptime = 10s
-- set autovacuum_vacuum_scale_factor = 0.6

-- load
CREATE TABLE customer (id int PRIMARY KEY, name text NOT NULL, balance numeric NOT NULL DEFAULT 0)

CREATE TABLE orders (
  id bigserial PRIMARY KEY, customer int NOT NULL REFERENCES customer, state text NOT NULL,
  at timestamptz NOT NULL DEFAULT now())

CREATE INDEX orders_state_idx ON orders (state)

CREATE TABLE item (
  orders bigint NOT NULL REFERENCES orders, line int NOT NULL, sku int NOT NULL, note text,
  PRIMARY KEY (orders, line))

INSERT INTO customer SELECT i, 'customer ' || i FROM generate_series(1, 5000) i

INSERT INTO orders (customer, state)
SELECT 1 + i % 5000, 'new' FROM generate_series(1, 80000) i

INSERT INTO item SELECT i, l, l * 7, repeat('x', 40)
  FROM generate_series(1, 80000) i, generate_series(1, 3) l

VACUUM

UPDATE orders SET state = 'paid' WHERE id % 3 = 0

ANALYZE

-- 4/s order
WITH o AS (
  INSERT INTO orders (customer, state) VALUES (:random(1, 5000), 'new') RETURNING id)
INSERT INTO item SELECT id, l, l * 7, repeat('x', 40) FROM o, generate_series(1, 3) l

-- 200/s advance
UPDATE orders SET state = CASE state WHEN 'new' THEN 'paid' WHEN 'paid' THEN 'sent' ELSE 'new' END
 WHERE id = :random(1, 80000)

-- 20/s bill
UPDATE customer SET balance = balance + 1 WHERE id = :random(1, 5000)
