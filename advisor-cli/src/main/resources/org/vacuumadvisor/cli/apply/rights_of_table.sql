-- What our role lacks to set storage parameters of a table.
SELECT pg_catalog.format('GRANT %I TO %I;   (only its owner may set %I.%I)',
                         pg_catalog.pg_get_userbyid(c.relowner), current_user, n.nspname, c.relname)
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = ? AND c.relname = ?
   AND NOT pg_catalog.pg_has_role(c.relowner, 'USAGE')
UNION ALL
SELECT pg_catalog.format('GRANT USAGE ON SCHEMA %I TO %I;', n.nspname, current_user)
  FROM pg_catalog.pg_namespace n
 WHERE n.nspname = ?
   AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
