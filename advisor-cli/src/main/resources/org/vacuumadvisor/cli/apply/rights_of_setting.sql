-- What our role lacks to set a setting of the server, since 15.
SELECT 'allow_alter_system is off: settings of this server are made elsewhere'
 WHERE pg_catalog.current_setting('allow_alter_system', true) = 'off'
UNION ALL
SELECT pg_catalog.format('GRANT ALTER SYSTEM ON PARAMETER %I TO %I;', g.name, current_user)
  FROM (SELECT ?::text AS name) g
 WHERE NOT pg_catalog.has_parameter_privilege(g.name, 'ALTER SYSTEM')
UNION ALL
SELECT pg_catalog.format('GRANT SELECT ON pg_catalog.pg_file_settings TO %I;', current_user)
 WHERE NOT pg_catalog.has_table_privilege('pg_catalog.pg_file_settings', 'SELECT')
UNION ALL
SELECT pg_catalog.format('GRANT EXECUTE ON FUNCTION pg_catalog.%s() TO %I;', f.name, current_user)
  FROM (VALUES ('pg_show_all_file_settings'), ('pg_reload_conf')) f(name)
 WHERE NOT pg_catalog.has_function_privilege('pg_catalog.' || f.name || '()', 'EXECUTE')
