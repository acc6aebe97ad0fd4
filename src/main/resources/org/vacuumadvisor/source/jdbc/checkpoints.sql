-- Checkpoints and the background writer.
SELECT b.* FROM pg_catalog.pg_stat_bgwriter b;
