-- A setting: what is in effect, what the files have, or the default where they have nothing, and
-- what postgresql.auto.conf has.
SELECT s.setting,
       s.unit,
       s.context,
       s.source,
       coalesce((SELECT f.setting FROM pg_catalog.pg_file_settings f
                  WHERE lower(f.name) = s.name AND f.error IS NULL
                  ORDER BY f.seqno DESC LIMIT 1),
                s.boot_val),
       (SELECT f.setting FROM pg_catalog.pg_file_settings f
         WHERE lower(f.name) = s.name AND f.sourcefile ~ '[/\\]postgresql\.auto\.conf$'
         ORDER BY f.seqno DESC LIMIT 1)
  FROM pg_catalog.pg_settings s
 WHERE s.name = ?
