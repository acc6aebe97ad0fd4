-- Who holds a lock on a table that its storage parameters cannot be set beside.
SELECT coalesce(
         (SELECT pg_catalog.format('session %s holds a %s', l.pid, l.mode)
            FROM pg_catalog.pg_locks l
           WHERE l.granted
             AND l.locktype = 'relation'
             AND l.relation = ?
             AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d
                                WHERE d.datname = current_database())
             AND l.mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')
           LIMIT 1),
         'another session holds a lock')
