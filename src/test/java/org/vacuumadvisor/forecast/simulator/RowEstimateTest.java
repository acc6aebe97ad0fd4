package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// The figures are of 13.23, 15.19 and 18.6, the same on all three: 120,000 rows, all of them
/// updated once, which left half of 1,529 pages without a row; then every seventh row updated, a
/// `VACUUM VERBOSE` that read 874 pages, again every seventh, and one that read 766.
class RowEstimateTest {
  private static final RowEstimate ANALYZED = new RowEstimate(120_000, 1_529);

  @Test
  void takesPagesThatAVacuumSkippedForAsFullAsTheTableWas() {
    assertEquals(171_406, ANALYZED.vacuumed(1_529, 874, 120_000).rows(), 0.5);
  }

  @Test
  void carriesTheErrorOnUntilAnAnalyze() {
    var first = ANALYZED.vacuumed(1_529, 874, 120_000);

    assertEquals(188_422, first.vacuumed(1_529, 766, 102_887).rows(), 0.5);
  }

  @Test
  void isTheCountWhereAllPagesWereRead() {
    assertEquals(
        new RowEstimate(120_000, 1_529),
        new RowEstimate(171_406, 1_529).vacuumed(1_529, 1_529, 120_000));
  }

  /// `vac_estimate_reltuples()`: pages that were read speak for all where nothing was known.
  @Test
  void spreadsTheCountWhereNothingWasKnown() {
    assertEquals(new RowEstimate(2_000, 100), new RowEstimate(-1, 0).vacuumed(100, 50, 1_000));
  }
}
