-- Columns of the tables of 256 kB and more, with what ANALYZE knows of them, and of partitioned
-- tables with what it knows of all partitions together. pg_stats shows a role only the columns it
-- may read. OFFSET 0 keeps PostgreSQL from reading all of pg_stats first.
SELECT a.*
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 CROSS JOIN LATERAL
       (SELECT a.attrelid, a.attnum, a.attname, t.typname, a.attlen, a.attalign, a.attisdropped,
               CASE WHEN NOT a.attisdropped
                    THEN pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') END
                 AS may_select,
               s.avg_width, s.null_frac, s.n_distinct
          FROM pg_catalog.pg_attribute a
          LEFT JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          LEFT JOIN pg_catalog.pg_stats s
            ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname
           AND s.inherited = (c.relkind = 'p')
         WHERE a.attrelid = c.oid AND a.attnum > 0
        OFFSET 0) a
 WHERE ((c.relkind IN ('r', 'm') AND c.relpages >= 32) OR c.relkind = 'p')
   AND c.oid BETWEEN '0' AND '4294967295';
