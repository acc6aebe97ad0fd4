-- What our role lacks to see what guards look at. Before 10 there is no such role.
SELECT pg_catalog.format(
         'GRANT pg_read_all_stats TO %I;   (to see whether workers and standbys keep up)',
         current_user)
  FROM pg_catalog.pg_roles
 WHERE rolname = 'pg_read_all_stats'
   AND NOT pg_catalog.pg_has_role(oid, 'USAGE')
