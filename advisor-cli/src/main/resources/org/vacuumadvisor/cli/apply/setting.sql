-- What stands of a setting: its name, what postgresql.auto.conf has, what is in effect, the unit,
-- what the files have (the default where they have nothing), and why it is not to be touched.
SELECT m.name,
       (SELECT f.setting FROM pg_catalog.pg_file_settings f
         WHERE lower(f.name) = m.name AND f.sourcefile ~ '[/\\]postgresql\.auto\.conf$'
         ORDER BY f.seqno DESC LIMIT 1),
       s.setting,
       s.unit,
       coalesce((SELECT f.setting FROM pg_catalog.pg_file_settings f
                  WHERE lower(f.name) = m.name AND f.error IS NULL
                  ORDER BY f.seqno DESC LIMIT 1),
                s.boot_val),
       CASE WHEN s.name IS NULL THEN 'this server has no setting of that name'
            WHEN s.context NOT IN ('sighup', 'superuser', 'user')
            THEN m.name || ' takes effect at the server''s start only: it is not for apply'
            WHEN s.source NOT IN ('default', 'configuration file')
            THEN m.name || ' is set elsewhere (' || s.source || '), which overrides ALTER SYSTEM' END
  FROM (SELECT ?::text AS name) m
  LEFT JOIN pg_catalog.pg_settings s ON s.name = m.name
