-- Extensions, some of which can measure what is otherwise estimated.
SELECT e.extname, e.extversion FROM pg_catalog.pg_extension e;
