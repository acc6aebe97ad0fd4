-- Options of tables are taken away; then tables from 100,000 rows on get a hundredth, and tables that had
-- ten times as many updates and deletions as rows a fixed number.
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.oid::regclass AS name, s.n_live_tup AS live,
           s.n_tup_upd + s.n_tup_del AS dead,
           (SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(c.reloptions) o
             WHERE o LIKE 'autovacuum%') AS set_here
      FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
     WHERE c.relkind = 'r' AND c.relpersistence <> 't'
  LOOP
    IF t.set_here IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %s RESET (%s)', t.name, t.set_here);
    END IF;
    IF t.dead > 10 * greatest(t.live, 100) THEN
      EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0,'
                     ' autovacuum_vacuum_threshold = 1000)', t.name);
    ELSIF t.live >= 100000 THEN
      EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0.01,'
                     ' autovacuum_vacuum_threshold = 1000)', t.name);
    END IF;
  END LOOP;
END $$
