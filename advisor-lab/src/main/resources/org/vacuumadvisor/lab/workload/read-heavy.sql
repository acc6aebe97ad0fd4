-- The norm: nine transactions of ten look rows up, four of five by primary key, the others a short
-- range of it. Eight of ten writes are updates; inserts and deletes take turns over the rest, so the
-- table keeps its size. Some keys are far more popular than others.
-- size rows = 100000

-- load
CREATE TABLE account (
  id bigserial PRIMARY KEY,
  owner text NOT NULL,
  balance bigint NOT NULL,
  note text,
  changed_at timestamptz NOT NULL DEFAULT now())

INSERT INTO account (owner, balance, note)
SELECT left(md5(random()::text), 12), (random() * 1000000)::int, left(repeat(md5(random()::text), 3), 80)
  FROM generate_series(1, :rows)

ANALYZE account

-- 72 % read-key
SELECT owner, balance, note FROM account WHERE id = :skewed(:rows)

-- 18 % read-range
SELECT id, balance FROM account WHERE id >= :skewed(:rows) ORDER BY id LIMIT 20

-- 8 % update
UPDATE account SET balance = balance + :random(0, 100), changed_at = now() WHERE id = :skewed(:rows)

-- 1 % insert
INSERT INTO account (owner, balance, note)
VALUES (left(md5(random()::text), 12), 0, left(repeat(md5(random()::text), 3), 80))

-- 1 % delete
DELETE FROM account
 WHERE id = (SELECT id FROM account WHERE id > :rows ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
