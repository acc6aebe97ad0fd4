package org.vacuumadvisor.forecast.simulator;

/// Something that comes to a table at a second; of what comes at once, in the order of `pg_class`.
record Coming(TableState table, double at) implements Comparable<Coming> {
  @Override
  public int compareTo(Coming other) {
    return at < other.at
        ? -1
        : at > other.at ? 1 : Integer.compare(table.position, other.table.position);
  }
}
