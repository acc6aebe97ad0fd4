package org.vacuumadvisor.forecast;

/// What applications do to a table, in rows a second of an average hour.
///
/// @param deletes whatever else makes rows vanish, rolled-back inserts among it, counts here
/// @param otherUpdates those that are not HOT: they leave a dead row that only vacuum removes
public record Arrivals(double inserts, double deletes, double hotUpdates, double otherUpdates) {
  public static final Arrivals NONE = new Arrivals(0, 0, 0, 0);

  /// @throws IllegalArgumentException if one is negative or no number
  public Arrivals {
    if (!(inserts >= 0 && deletes >= 0 && hotUpdates >= 0 && otherUpdates >= 0)) {
      throw new IllegalArgumentException("rows a second cannot be negative");
    }
  }

  public Arrivals times(double factor) {
    return new Arrivals(
        inserts * factor, deletes * factor, hotUpdates * factor, otherUpdates * factor);
  }

  /// Dead rows that stay until a vacuum, a second.
  public double lastingDead() {
    return deletes + otherUpdates;
  }

  /// Rows written a second: what `n_mod_since_analyze` counts.
  public double modified() {
    return inserts + deletes + hotUpdates + otherUpdates;
  }

  /// New row versions a second that need an entry in every index.
  public double indexed() {
    return inserts + otherUpdates;
  }

  /// Whether rows leave about as fast as they come, oldest first, as in a queue: pages empty one
  /// after the other.
  public boolean queues() {
    return deletes > 0
        && Math.min(inserts, deletes) >= Math.max(inserts, deletes) / 2
        && hotUpdates + otherUpdates <= 10 * deletes;
  }
}
