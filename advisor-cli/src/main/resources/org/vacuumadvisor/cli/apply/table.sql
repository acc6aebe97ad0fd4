-- What stands of a storage parameter of a table, or of its TOAST table: the parameter, its value,
-- what is in effect, the unit, what waits in the files, and why it is not to be touched.
SELECT m.parameter,
       o.option_value,
       null,
       null,
       null,
       CASE WHEN c.oid IS NULL THEN 'there is no table of that name now'
            WHEN c.oid <> m.oid THEN 'another table has that name now' END
  FROM (SELECT ?::text AS parameter, ?::bigint AS oid, ?::text AS schema, ?::text AS name,
               ?::boolean AS is_of_toast) m
  LEFT JOIN pg_catalog.pg_namespace n ON n.nspname = m.schema
  LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = m.name
  LEFT JOIN pg_catalog.pg_class t ON t.oid = CASE WHEN m.is_of_toast THEN c.reltoastrelid ELSE c.oid END
  LEFT JOIN LATERAL pg_catalog.pg_options_to_table(t.reloptions) o ON o.option_name = m.parameter
