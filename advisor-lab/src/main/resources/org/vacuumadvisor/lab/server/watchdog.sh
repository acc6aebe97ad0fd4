# Outlives the program that started a server, and cleans up after both. Standard input is a pipe
# that this program holds: it ends when the program closes it, and when the program dies.
# Usage: sh -c SCRIPT NAME WORKSPACE
trap '' HUP INT QUIT TERM
work=$1
read -r _
pid=$(cat "$work/pid" 2>/dev/null)
if [ -n "$pid" ]; then
  # Immediate shutdown: nothing in this data directory is worth a checkpoint.
  kill -QUIT "$pid" 2>/dev/null
  tries=0
  while [ "$tries" -lt 400 ] && [ -e "$work/data/postmaster.pid" ] && kill -0 "$pid" 2>/dev/null; do
    sleep 0.02
    tries=$((tries + 1))
  done
  kill -KILL "$pid" 2>/dev/null
fi
rm -rf -- "$work" || { sleep 1; rm -rf -- "$work"; }
