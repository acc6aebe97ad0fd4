package org.vacuumadvisor.space;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// How much of a relation's file a rewrite would give back, by statistics.
public sealed interface SpaceEstimate {

  /// What a figure rests on.
  enum Basis {
    /// The sample of rows that ANALYZE took.
    STATISTICS,
    /// The whole file.
    MEASURED,
    /// An estimate of somebody else that was shown, such as the result of a bloat query.
    SHOWN,
    /// The rows that a vacuum counted, at the size that rows have at the most.
    COUNTED
  }

  /// An estimate and its interval.
  ///
  /// @param basis what it rests on
  /// @param actual the pages the file has
  /// @param needed the pages the rows would take if written anew at the relation's fillfactor
  /// @param fewest the lower end of what they may take; at most `needed`
  /// @param most the upper end; at least `needed`
  /// @param blockSize bytes a page
  /// @param doubts why it may be wrong; empty for a sound estimate
  record Estimated(
      Basis basis,
      Pages actual,
      Pages needed,
      Pages fewest,
      Pages most,
      int blockSize,
      Set<Doubt> doubts)
      implements SpaceEstimate {
    public Estimated {
      doubts = Set.copyOf(doubts);
    }

    /// How far apart the ends of a sound estimate may be, as a share of the file.
    private static final double NARROW = 0.15;

    /// An estimate between the ends that several assumptions give.
    ///
    /// @param possible the pages by each assumption
    /// @param ifWide what is in doubt if these differ much
    static Estimated of(
        Pages actual,
        double needed,
        double[] possible,
        int blockSize,
        Set<Doubt> doubts,
        Doubt ifWide) {
      double fewest = Arrays.stream(possible).min().orElse(needed);
      double most = Arrays.stream(possible).max().orElse(needed);
      var all = new HashSet<>(doubts);
      if (most - fewest > NARROW * actual.count()) {
        all.add(ifWide);
      }
      return new Estimated(
          Basis.STATISTICS, actual, whole(needed), whole(fewest), whole(most), blockSize, all);
    }

    /// An estimate without an interval, and without doubt.
    static Estimated exact(Basis basis, Pages actual, Pages needed, int blockSize) {
      return new Estimated(basis, actual, needed, needed, needed, blockSize, Set.of());
    }

    private static Pages whole(double pages) {
      return new Pages((long) Math.ceil(pages));
    }

    /// Whether nothing is known that speaks against it.
    public boolean isSound() {
      return doubts.isEmpty();
    }

    /// Whether the whole file was read, instead of a sample of its rows by ANALYZE.
    public boolean isMeasured() {
      return basis == Basis.MEASURED;
    }

    /// The share of the file that a rewrite would give back.
    public Share bloat() {
      return excessOver(needed).of(actual);
    }

    /// The share that it would give back at the least.
    public Share leastBloat() {
      return excessOver(most).of(actual);
    }

    /// The share that it would give back at the most.
    public Share mostBloat() {
      return excessOver(fewest).of(actual);
    }

    /// What a rewrite would give back.
    public Bytes excess() {
      return excessOver(needed).bytes(blockSize);
    }

    /// What it would give back at the least.
    public Bytes leastExcess() {
      return excessOver(most).bytes(blockSize);
    }

    private Pages excessOver(Pages wanted) {
      return new Pages(Math.max(0, actual.count() - wanted.count()));
    }
  }

  /// No figure, and why.
  record Unknown(Doubt why) implements SpaceEstimate {}
}
