-- A table, and its storage parameters or those of its TOAST table.
SELECT c.oid::bigint,
       c.relkind::text,
       CASE WHEN ? THEN t.reloptions ELSE c.reloptions END
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_class t ON t.oid = c.reltoastrelid
 WHERE n.nspname = ? AND c.relname = ?
