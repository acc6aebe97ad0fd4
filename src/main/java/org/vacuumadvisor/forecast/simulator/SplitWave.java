package org.vacuumadvisor.forecast.simulator;

/// The pages of an index that was built not long ago. All have room for about as many entries, and
/// where these fall anywhere, all split at about the same time: 200,000 random keys were 551 pages
/// on 18, 693 with a tenth more, and 1,082 with fifteen in a hundred.
final class SplitWave {
  /// Of all pages: the few that are left split later.
  private static final double OVER = 0.99;

  /// What `CREATE INDEX` leaves free for each entry that it puts on a page.
  private static final double FREE = 1.0 / 9;

  /// Makes the logistic function resemble the normal distribution.
  private static final double LIKE_NORMAL = 1.702;

  private final double pages;

  /// Entries that a page has room for.
  private final double slack;

  private double entries;

  /// @param built entries that it was built with
  SplitWave(double pages, double built) {
    this.pages = pages;
    slack = built / pages * FREE;
  }

  double pagesAfter(double more) {
    return pages * (1 + split(more));
  }

  /// The part of the pages to which more entries came than they had room for.
  private double split(double more) {
    double each = Math.max(0, entries + more) / pages;
    return each <= 0 ? 0 : 1 / (1 + Math.exp(-LIKE_NORMAL * (each - slack) / Math.sqrt(each)));
  }

  /// Takes in entries that came, or, below 0, went.
  ///
  /// @return whether the wave is over
  boolean add(double more) {
    entries = Math.max(0, entries + more);
    return split(0) >= OVER;
  }

  /// Entries that there is room for once all pages are halves: of as many pages again.
  double roomLeft() {
    double built = slack / FREE;
    return Math.max(0, pages * (2 * (built + slack) - built) - entries);
  }
}
