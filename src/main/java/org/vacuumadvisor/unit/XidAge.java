package org.vacuumadvisor.unit;

/// A distance between transaction IDs (or between multixact IDs): how many have been assigned
/// since. It is a distance, never a point on the circle of IDs.
public record XidAge(long count) implements Comparable<XidAge> {
  public static final XidAge NONE = new XidAge(0);

  /// What `age()` gives for the permanent IDs: older than everything, and never a problem.
  public static final XidAge INFINITE = new XidAge(Integer.MAX_VALUE);

  /// PostgreSQL's strict comparison: an age equal to a limit has not passed it.
  public boolean exceeds(XidAge limit) {
    return count > limit.count;
  }

  public XidAge minus(XidAge other) {
    return new XidAge(count - other.count);
  }

  @Override
  public int compareTo(XidAge other) {
    return Long.compare(count, other.count);
  }

  @Override
  public String toString() {
    return Quantities.count(count);
  }
}
