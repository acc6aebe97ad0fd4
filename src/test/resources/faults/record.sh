#!/bin/bash
# Stages one fault after another on a PostgreSQL of its own, and keeps what psql shows of each: the
# recordings beside this script, from which figures are taken away by the tests.
#   record.sh BIN NAME     BIN: the server's bin directory; NAME: 13, 15, 18, …
# Run it as root: the server runs as nobody, on a port of the loopback interface.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd /
bin=$1 name=$2 port=$((5600 + RANDOM % 300))
out=$here/$name
data=$(mktemp -d)
mkdir -p "$out"
chown nobody "$data"
server() { setpriv --reuid=nobody --regid=nogroup --clear-groups -- "$bin/$1" "${@:2}"; }
trap 'server pg_ctl -D "$data" -m immediate stop >/dev/null 2>&1; rm -rf "$data"' EXIT

server initdb -D "$data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
cat >>"$data/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = logical
max_prepared_transactions = 5
fsync = off
CONF
server pg_ctl -D "$data" -l "$data/log" -w start >/dev/null
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=postgres PGDATABASE=shop
psql -qXAt -d postgres -c 'CREATE DATABASE shop' -c 'CREATE DATABASE reports'
sql() { psql -qXAt -v ON_ERROR_STOP=1 "$@"; }
burn() { pgbench -n -c 4 -j 2 -t "$(($1 / 4))" -f <(echo 'SELECT txid_current();') >/dev/null 2>&1; }

# What a person would copy who was asked for everything.
record() {
  local to=$out/$1.txt
  : >"$to"
  show() {
    printf '=# %s\n' "$1" >>"$to"
    psql -X -P pager=off -c "$1" >>"$to"
  }
  sleep 1.2 # up to 14 counters are sent to the collector, and read, twice a second
  show "SELECT version(), pg_is_in_recovery(), now()"
  show "SELECT name, setting, unit FROM pg_settings WHERE name ~ 'vacuum|track_counts|maintenance_work_mem|hot_standby_feedback' ORDER BY name"
  show "SELECT datname, datallowconn, age(datfrozenxid) AS xid_age, mxid_age(datminmxid) AS multixact_age FROM pg_database ORDER BY datname"
  show "SELECT pid, datname, usename, application_name, backend_type, state, backend_start, xact_start, state_change, wait_event_type, wait_event, backend_xid, age(backend_xid) AS xid_age, backend_xmin, age(backend_xmin) AS xmin_age FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY xact_start"
  show "SELECT gid, prepared, owner, database, age(transaction) AS xid_age FROM pg_prepared_xacts"
  show "SELECT slot_name, slot_type, active, xmin, age(xmin) AS xmin_age, catalog_xmin, age(catalog_xmin) AS catalog_xmin_age, restart_lsn, wal_status FROM pg_replication_slots"
  show "SELECT pid, application_name, state, backend_xmin, age(backend_xmin) AS xmin_age FROM pg_stat_replication"
  show "SELECT schemaname, relname, seq_scan, idx_scan, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum, last_vacuum, last_autovacuum, last_analyze, last_autoanalyze, vacuum_count, autovacuum_count, analyze_count, autoanalyze_count FROM pg_stat_user_tables ORDER BY relname"
  show "SELECT oid::regclass AS relation, relkind, reltuples, relpages, relallvisible, age(relfrozenxid) AS xid_age, mxid_age(relminmxid) AS multixact_age, reloptions FROM pg_class WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace ORDER BY relname"
  show "SELECT s.schemaname, s.relname, s.indexrelname, s.idx_scan, pg_relation_size(s.indexrelid) AS index_bytes FROM pg_stat_user_indexes s ORDER BY s.indexrelname"
}

tables() {
  sql <<'SQL'
DROP TABLE IF EXISTS orders, customers, events, jobs;
CREATE TABLE orders (id int PRIMARY KEY, customer int, state text, note text);
CREATE TABLE customers (id int PRIMARY KEY, name text);
CREATE TABLE events (id int PRIMARY KEY, what text);
INSERT INTO orders SELECT i, i % 1000, 'new', repeat('x', 40) FROM generate_series(1, 50000) i;
INSERT INTO customers SELECT i, 'name ' || i FROM generate_series(1, 20000) i;
INSERT INTO events SELECT i, 'event ' || i FROM generate_series(1, 30000) i;
VACUUM (FREEZE, ANALYZE) orders; VACUUM (FREEZE, ANALYZE) customers; VACUUM (FREEZE, ANALYZE) events;
SELECT count(*) FROM orders WHERE id < 100;
SELECT pg_stat_reset();
VACUUM ANALYZE orders; VACUUM ANALYZE customers; VACUUM ANALYZE events;
SQL
}

tables
record healthy

# An open transaction with a snapshot; orders change and are vacuumed while it lasts.
tables
coproc holder { PGAPPNAME=nightly-report psql -qX >/dev/null 2>&1; }
echo 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM orders;' >&"${holder[1]}"
sleep 1
burn 160000
sql -c "UPDATE orders SET state = 'paid'" -c 'VACUUM ANALYZE orders'
sleep 65
record transaction
echo 'ROLLBACK; \q' >&"${holder[1]}"
wait "$holder_PID" || true

# A prepared transaction that nobody finished.
tables
sql -c "BEGIN; UPDATE customers SET name = name WHERE id = 1; PREPARE TRANSACTION 'payment-7'"
burn 160000
sql -c "UPDATE orders SET state = 'paid'" -c 'VACUUM ANALYZE orders'
sleep 65
record prepared
sql -c "ROLLBACK PREPARED 'payment-7'"

# A logical slot without a consumer.
tables
sql -c "SELECT pg_create_logical_replication_slot('reporting', 'pgoutput')"
burn 160000
sql -c 'CREATE TABLE t1 AS SELECT 1' -c 'DROP TABLE t1' -c 'VACUUM pg_class'
record slot
sql -c "SELECT pg_drop_replication_slot('reporting')"

# Autovacuum switched off for a table that changes.
tables
sql -c 'ALTER TABLE orders SET (autovacuum_enabled = false)' -c "UPDATE orders SET state = 'paid'" -c "UPDATE orders SET state = 'sent'"
record autovacuum-off

# A threshold beyond what the table can take.
tables
sql -c 'ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.9)' -c "UPDATE orders SET state = 'paid' WHERE id <= 35000"
record threshold

# Updates of an indexed column: none can be HOT.
tables
sql -c 'CREATE INDEX orders_state ON orders (state)'
for i in 1 2 3; do
  sql -c "UPDATE orders SET state = 's$i'"
  sleep 1.2 # or else the vacuum counts rows as dead that it has removed
  sql -c 'VACUUM ANALYZE orders'
done
record hot

# An index left large by a table that shrank.
tables
sql -c "INSERT INTO events SELECT i, 'event ' || i FROM generate_series(30001, 900000) i" -c 'DELETE FROM events WHERE id % 40 <> 0'
sleep 1.2
sql -c 'VACUUM ANALYZE events'
record index
sql -c 'VACUUM FULL events'

# The end of the transaction IDs comes near: 91 % of them are used. Some packages lack pg_resetwal.
[ -x "$bin/pg_resetwal" ] || { echo "recorded $name"; exit; }
tables
server pg_ctl -D "$data" -m fast -w stop >/dev/null
server pg_resetwal -x 1954316288 "$data" >/dev/null
segment=$data/pg_xact/$(printf '%04X' $((1954316288 / 1048576)))
[ -e "$segment" ] || { dd if=/dev/zero of="$segment" bs=262144 count=1 status=none && chown nobody "$segment"; }
# or else autovacuum freezes all of it within a second
echo 'autovacuum_freeze_max_age = 2000000000' >>"$data/postgresql.conf"
server pg_ctl -D "$data" -l "$data/log" -w start >/dev/null
record wraparound
echo "recorded $name"
