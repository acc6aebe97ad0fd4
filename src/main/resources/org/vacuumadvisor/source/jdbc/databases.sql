-- Every database: how far it is behind in freezing, and what was done in it. One whose DROP was interrupted
-- (datconnlimit -2) takes disk alone: no limit counts it, nobody can connect, no worker comes.
SELECT d.oid, d.datname, d.datallowconn, d.datconnlimit, d.datistemplate,
       pg_catalog.has_database_privilege(d.oid, 'CONNECT') AS may_connect,
       d.datname = pg_catalog.current_database() AS is_current,
       pg_catalog.age(d.datfrozenxid) AS xid_age,
       pg_catalog.mxid_age(d.datminmxid) AS multixact_age,
       s.*,
       pg_catalog.pg_stat_get_db_conflict_lock(d.oid) AS confl_lock,
       pg_catalog.pg_stat_get_db_conflict_snapshot(d.oid) AS confl_snapshot
  FROM pg_catalog.pg_database d
  LEFT JOIN pg_catalog.pg_stat_database s ON s.datid = d.oid
 ORDER BY d.datname;
