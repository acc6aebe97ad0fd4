-- Multixact IDs and members in use.
SELECT m.* FROM pg_catalog.pg_get_multixact_stats() m;
