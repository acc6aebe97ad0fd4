-- Every table, TOAST table, materialized view and partitioned table. Nothing here opens a relation,
-- so nothing waits for a lock. The functions are those behind pg_statio_all_tables, which would
-- double the time.
SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence, c.relisshared,
       c.relpages, c.reltuples, c.relallvisible,
       CASE WHEN c.relfrozenxid::text <> '0' THEN pg_catalog.age(c.relfrozenxid) END AS xid_age,
       CASE WHEN c.relminmxid::text <> '0' THEN pg_catalog.mxid_age(c.relminmxid) END
         AS multixact_age,
       c.reloptions,
       t.oid AS toast_of, p.oid AS partition_of,
       -- a temporary table's schema has what the function takes since 16
       CASE WHEN n.nspname ~ '^pg_temp_[0-9]{1,9}$' AND pg_catalog.current_setting('server_version_num')::int >= 160000
            THEN pg_catalog.pg_stat_get_backend_pid(pg_catalog.substr(n.nspname, 9)::int) END
         AS session_pid,
       s.*,
       pg_catalog.pg_stat_get_blocks_fetched(c.oid)
         - pg_catalog.pg_stat_get_blocks_hit(c.oid) AS heap_blks_read,
       pg_catalog.pg_stat_get_blocks_hit(c.oid) AS heap_blks_hit
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_class t ON t.reltoastrelid = c.oid AND c.relkind = 't'
  LEFT JOIN (pg_catalog.pg_inherits h
             JOIN pg_catalog.pg_class p ON p.oid = h.inhparent AND p.relkind = 'p')
    ON h.inhrelid = c.oid
  LEFT JOIN pg_catalog.pg_stat_all_tables s ON s.relid = c.oid AND s.relid BETWEEN '0' AND '4294967295'
 WHERE c.relkind IN ('r', 'm', 't', 'p')
   AND c.oid BETWEEN '0' AND '4294967295';
