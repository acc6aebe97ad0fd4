-- Every index, with its size and use. The functions are those behind pg_stat_all_indexes and
-- pg_statio_all_indexes, which would take four times as long. Of tables that are updated often, the names of the columns that
-- make an update not HOT: those held, and those read by an expression or a condition. Of those of 1 MB and more that are plain,
-- guard nothing and are no part of a partitioned one, the one with the same definition that is to stay.
SELECT i.indexrelid, i.indrelid, c.relname AS index_name, m.amname, c.relpages, c.reltuples,
       i.indisunique, i.indisprimary, i.indisvalid, i.indpred IS NOT NULL AS is_partial,
       i.indkey::text AS indkey, c.reloptions,
       CASE WHEN pg_catalog.pg_stat_get_tuples_updated(i.indrelid) >= 1000
            THEN (SELECT coalesce(pg_catalog.array_agg(a.attname ORDER BY a.attnum)::text, '{}')
                    FROM pg_catalog.pg_attribute a
                   WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey))
       END AS key_columns,
       CASE WHEN (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)
             AND pg_catalog.pg_stat_get_tuples_updated(i.indrelid) >= 1000
            THEN (SELECT pg_catalog.array_agg(DISTINCT a.attname)::text
                    FROM pg_catalog.pg_depend d
                    JOIN pg_catalog.pg_attribute a
                      ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
                   WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                     AND d.objid = i.indexrelid AND d.refclassid = d.classid
                     AND d.refobjid = i.indrelid AND d.refobjsubid > 0
                     AND d.refobjsubid <> ALL (i.indkey))
       END AS read_columns,
       CASE WHEN c.relpages >= 128 AND c.relkind = 'i' AND i.indisvalid AND i.indexprs IS NULL AND i.indpred IS NULL
             AND NOT i.indisunique AND NOT i.indisexclusion AND NOT i.indisclustered
             AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhrelid = i.indexrelid)
            THEN (SELECT nullif(t.indexrelid, i.indexrelid)
                    FROM pg_catalog.pg_index t
                    JOIN pg_catalog.pg_class tc ON tc.oid = t.indexrelid
                   WHERE t.indrelid = i.indrelid AND t.indisvalid AND t.indisready AND tc.relam = c.relam
                     AND t.indexprs IS NULL AND t.indpred IS NULL
                     AND t.indkey::text = i.indkey::text AND t.indclass::text = i.indclass::text
                     AND t.indcollation::text = i.indcollation::text AND t.indoption::text = i.indoption::text
                     -- such as pages_per_range; of a B-tree they change no answer
                     AND (m.amname = 'btree' OR tc.reloptions IS NOT DISTINCT FROM c.reloptions)
                   ORDER BY t.indisunique OR t.indisexclusion OR t.indisclustered DESC,
                         pg_catalog.pg_stat_get_numscans(t.indexrelid) DESC, t.indexrelid
                   LIMIT 1)
       END AS same_as,
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
