-- Checkpoints.
SELECT c.* FROM pg_catalog.pg_stat_checkpointer c;
