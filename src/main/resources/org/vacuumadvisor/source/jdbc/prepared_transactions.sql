-- Transactions of two-phase commit that wait to be finished.
SELECT p.gid, p.owner, p.database, p.prepared, p.transaction,
       pg_catalog.age(p.transaction) AS xid_age
  FROM pg_catalog.pg_prepared_xacts p;
