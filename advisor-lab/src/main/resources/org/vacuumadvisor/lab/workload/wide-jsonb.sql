-- Wide documents in jsonb, replaced whole: most dead rows are in the TOAST table. The thresholds of
-- the table and its TOAST table were raised together.
-- set autovacuum_naptime = 10s
-- follow for 5min

-- load
CREATE TABLE profile (id int PRIMARY KEY, version int NOT NULL DEFAULT 0, doc jsonb NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.9, toast.autovacuum_vacuum_scale_factor = 0.9)

ALTER TABLE profile ALTER doc SET STORAGE EXTERNAL

INSERT INTO profile SELECT i, 0, jsonb_build_object('v', 0, 'text', repeat(md5(i::text), 120))
  FROM generate_series(1, 11000) i

VACUUM profile

UPDATE profile SET version = 1, doc = doc || '{"v": 1}' WHERE id % 3 = 0

ANALYZE profile

-- 100/s replace
UPDATE profile
   SET version = version + 1,
       doc = jsonb_build_object('v', version, 'text', repeat(md5(random()::text), 120))
 WHERE id = :random(1, 11000)

-- 60/s read
SELECT doc ->> 'v' FROM profile WHERE id = :random(1, 11000)
