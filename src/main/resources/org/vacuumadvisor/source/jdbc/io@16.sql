-- Reads and writes by kind of process, object and context.
SELECT i.* FROM pg_catalog.pg_stat_io i;
