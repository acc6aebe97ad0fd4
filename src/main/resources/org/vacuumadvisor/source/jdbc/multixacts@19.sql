-- Multixact IDs and members in use. The function refuses to answer during recovery.
SELECT (m.stats).*
  FROM (SELECT pg_catalog.pg_get_multixact_stats() AS stats
         WHERE NOT pg_catalog.pg_is_in_recovery()
        OFFSET 0) m;
