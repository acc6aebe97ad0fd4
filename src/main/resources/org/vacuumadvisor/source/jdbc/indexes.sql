-- Every index, with its size and use. The functions are those behind pg_stat_all_indexes and
-- pg_statio_all_indexes, which would take four times as long.
SELECT i.indexrelid, i.indrelid, c.relname AS index_name, m.amname, c.relpages, c.reltuples,
       i.indisunique, i.indisprimary, i.indisvalid, i.indpred IS NOT NULL AS is_partial,
       i.indkey::text AS indkey, c.reloptions,
       pg_catalog.pg_stat_get_numscans(i.indexrelid) AS idx_scan,
       pg_catalog.pg_stat_get_tuples_returned(i.indexrelid) AS idx_tup_read,
       pg_catalog.pg_stat_get_tuples_fetched(i.indexrelid) AS idx_tup_fetch,
       pg_catalog.pg_stat_get_blocks_fetched(i.indexrelid)
         - pg_catalog.pg_stat_get_blocks_hit(i.indexrelid) AS idx_blks_read,
       pg_catalog.pg_stat_get_blocks_hit(i.indexrelid) AS idx_blks_hit
  FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  JOIN pg_catalog.pg_am m ON m.oid = c.relam
 WHERE i.indexrelid BETWEEN '0' AND '4294967295'
   AND c.oid BETWEEN '0' AND '4294967295';
