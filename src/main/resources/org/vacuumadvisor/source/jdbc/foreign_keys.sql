-- Which table refers to which: each row written to the one costs a look-up in the other.
SELECT DISTINCT k.conrelid, k.confrelid
  FROM pg_catalog.pg_constraint k
 WHERE k.contype = 'f';
