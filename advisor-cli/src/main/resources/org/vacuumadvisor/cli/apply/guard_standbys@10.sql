-- How far standbys are behind; before 10 they do not show it.
SELECT f.figure, f.value, f.most, f.unit
  FROM (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 AS lag,
               max(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), replay_lsn))::float8
               / 1048576 AS to_replay
          FROM pg_catalog.pg_stat_replication) s,
       LATERAL (VALUES ('standby behind', s.lag, null::float8, 's'),
                       ('its WAL to replay', s.to_replay,
                        pg_catalog.pg_size_bytes(pg_catalog.current_setting('max_wal_size'))::float8
                        / 1048576, 'MB')) f(figure, value, most, unit)
 WHERE s.to_replay IS NOT NULL
