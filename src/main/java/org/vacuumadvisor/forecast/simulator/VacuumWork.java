package org.vacuumadvisor.forecast.simulator;

/// What a vacuum has to do, and what it comes to. Pages and rows; averages, hence not whole.
///
/// @param scanned pages of the table that are looked at
/// @param dead pages of it with rows to remove
/// @param removed rows
/// @param kept dead rows that somebody may still see
/// @param passes over each index
/// @param indexPages looked at, all passes together
/// @param hits pages found in shared buffers
/// @param reads pages read
/// @param dirtied pages made dirty that were clean
/// @param wholePages of those with rows to remove, pages that go to the WAL as a whole, because a
///   checkpoint came since they were changed last
/// @param walBytes an estimate
/// @param busySeconds what it takes without sleeping, where no other worker reads
/// @param mode how much of a vacuum it is
public record VacuumWork(
    double scanned,
    double dead,
    double removed,
    double kept,
    double passes,
    double indexPages,
    double hits,
    double reads,
    double dirtied,
    double wholePages,
    double walBytes,
    double busySeconds,
    Mode mode) {
  public static final VacuumWork NONE =
      new VacuumWork(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Mode.NORMAL);

  /// The work of an analyze that looks at so many pages.
  static VacuumWork ofSample(double scanned, double hits, double reads, double busySeconds) {
    return new VacuumWork(scanned, 0, 0, 0, 0, 0, hits, reads, 0, 0, 0, busySeconds, Mode.NORMAL);
  }

  /// How much of a vacuum it is.
  public enum Mode {
    /// It may pass by what is all-visible.
    NORMAL,
    /// It reads all that is not frozen.
    AGGRESSIVE,
    /// It reads all that is not frozen, leaves indexes alone and does not sleep.
    FAILSAFE
  }

  public boolean isAggressive() {
    return mode != Mode.NORMAL;
  }
}
