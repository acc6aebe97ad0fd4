-- Every index, with its size and use.
SELECT i.indexrelid, i.indrelid, c.relname AS index_name, m.amname, c.relpages, c.reltuples,
       i.indisunique, i.indisprimary, i.indisvalid, i.indpred IS NOT NULL AS is_partial,
       i.indkey::text AS indkey, c.reloptions,
       s.*, io.idx_blks_read, io.idx_blks_hit
  FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  JOIN pg_catalog.pg_am m ON m.oid = c.relam
  LEFT JOIN pg_catalog.pg_stat_all_indexes s ON s.indexrelid = i.indexrelid
  LEFT JOIN pg_catalog.pg_statio_all_indexes io ON io.indexrelid = i.indexrelid;
