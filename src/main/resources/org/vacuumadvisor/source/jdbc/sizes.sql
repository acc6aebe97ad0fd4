-- Sizes on disk of tables that pg_class knows too little about: never vacuumed or analyzed (after
-- pg_upgrade before 18 that is every table, and its counters begin anew), grown by half since, or of far more rows than are
-- counted.
-- A TOAST table that a vacuum found empty is known to be so: from 14 on it has 0 rows, not -1.
-- pg_relation_size() waits behind an ACCESS EXCLUSIVE lock, so tables with one,
-- granted or asked for, are passed by.
SELECT c.oid, pg_catalog.pg_relation_size(c.oid) AS size_bytes
  FROM pg_catalog.pg_class c
 WHERE c.relkind IN ('r', 'm', 't')
   AND c.oid BETWEEN '0' AND '4294967295'
   AND ((c.relpages = 0
         AND (c.relkind <> 't' OR c.reltuples <> 0
              OR pg_catalog.current_setting('server_version_num')::int < 140000))
        OR (pg_catalog.pg_stat_get_mod_since_analyze(c.oid) > 1000
            AND pg_catalog.pg_stat_get_mod_since_analyze(c.oid) > c.reltuples * 0.5)
        OR (c.reltuples > 1000000 AND c.reltuples > 10 * pg_catalog.pg_stat_get_live_tuples(c.oid)))
   AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_locks l
                    WHERE l.relation = c.oid
                      AND l.mode = 'AccessExclusiveLock'
                      AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d
                                         WHERE d.datname = pg_catalog.current_database()));
