package org.vacuumadvisor.forecast.cluster;

/// What applications do to a table, in rows a second of an average hour.
///
/// @param deletes whatever else makes rows vanish, rolled-back inserts among it, counts here
/// @param otherUpdates those that are not HOT: they leave a dead row that only vacuum removes
/// @param movedUpdates those of them that found no room on their page; 0 where nobody counted
public record Arrivals(
    double inserts, double deletes, double hotUpdates, double otherUpdates, double movedUpdates) {
  public static final Arrivals NONE = new Arrivals(0, 0, 0, 0);

  /// @throws IllegalArgumentException if one is negative or no number
  public Arrivals {
    if (!(inserts >= 0
        && deletes >= 0
        && hotUpdates >= 0
        && otherUpdates >= 0
        && movedUpdates >= 0)) {
      throw new IllegalArgumentException("rows a second cannot be negative");
    }
    movedUpdates = Math.min(movedUpdates, otherUpdates);
  }

  /// Where nobody counted why updates were not HOT.
  public Arrivals(double inserts, double deletes, double hotUpdates, double otherUpdates) {
    this(inserts, deletes, hotUpdates, otherUpdates, 0);
  }

  public Arrivals times(double factor) {
    return new Arrivals(
        inserts * factor,
        deletes * factor,
        hotUpdates * factor,
        otherUpdates * factor,
        movedUpdates * factor);
  }

  /// The same updates, where another part of them finds no room on its page. Of those that find
  /// room as many change an indexed column as do now, and are not HOT for that.
  ///
  /// @param share 0 to 1
  public Arrivals withMovedShare(double share) {
    double updates = hotUpdates + otherUpdates;
    double roomy = updates - movedUpdates;
    double indexedToo = roomy > 0 ? (otherUpdates - movedUpdates) / roomy : 0;
    double hot = updates * (1 - share) * (1 - indexedToo);
    return new Arrivals(inserts, deletes, hot, updates - hot, updates * share);
  }

  /// The part of all updates that finds no room on its page.
  public double movedShare() {
    double updates = hotUpdates + otherUpdates;
    return updates > 0 ? movedUpdates / updates : 0;
  }

  /// Dead rows that stay until a vacuum, a second.
  public double lastingDead() {
    return deletes + otherUpdates;
  }

  /// The part of dead rows that stays until a vacuum and keeps its room from others; the rest are
  /// those of HOT chains. 1 where nothing dies.
  public double lastingShare() {
    double all = lastingDead() + hotUpdates;
    return all > 0 ? lastingDead() / all : 1;
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
