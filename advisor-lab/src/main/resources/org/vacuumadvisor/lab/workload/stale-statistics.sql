-- Tickets whose states change, on a table that analyze was kept away from: the planner goes by
-- statistics of last year.
-- set autovacuum_naptime = 10s

-- load
CREATE TABLE ticket (id int PRIMARY KEY, state int NOT NULL, agent int NOT NULL, text text NOT NULL)
  WITH (autovacuum_analyze_scale_factor = 5, autovacuum_analyze_threshold = 100000)

CREATE INDEX ticket_state_idx ON ticket (state)

INSERT INTO ticket SELECT i, 0, i % 50, repeat('x', 60) FROM generate_series(1, 60000) i

ANALYZE ticket

UPDATE ticket SET state = 1 WHERE id % 2 = 0

UPDATE ticket SET state = 2 WHERE id % 3 = 0

-- 200/s change
UPDATE ticket SET state = :random(0, 5), agent = :random(0, 49) WHERE id = :random(1, 60000)

-- 40/s open
SELECT count(*) FROM ticket WHERE state = :random(6, 9)
