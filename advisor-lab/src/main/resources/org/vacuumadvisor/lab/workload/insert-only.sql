-- A history that is only ever written to: every transaction inserts ten rows of about a hundred
-- bytes. Table, index, frozen start and batch are those of the experiment that led to the insert
-- trigger of PostgreSQL 18. The ids are drawn at random, so inserts go all over the index.
-- size rows = 100000

-- load
CREATE TABLE history (id bigint, client_id int NOT NULL, mtime timestamptz DEFAULT now(), data text)

INSERT INTO history (id, client_id, data)
SELECT (random() * 1099511627775)::bigint, (random() * 999)::int, left(repeat(md5(random()::text), 3), 90)
  FROM generate_series(1, :rows)

CREATE INDEX history_id ON history (id)

VACUUM (FREEZE) history

-- 100 % insert
INSERT INTO history (id, client_id, data)
SELECT (random() * 1099511627775)::bigint, (random() * 999)::int, left(repeat(md5(random()::text), 3), 90)
  FROM generate_series(1, 10)
