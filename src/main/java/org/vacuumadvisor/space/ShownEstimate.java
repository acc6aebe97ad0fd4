package org.vacuumadvisor.space;

import java.util.Optional;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// An estimate of bloat that somebody else made, such as the result of a well-known query, in
/// whichever figures it is given.
///
/// @param size the size of the file
/// @param expected the size it would have without bloat
/// @param bloat the difference
/// @param share the difference as a share of the size; some queries give it as a share of the
///   expected size, which is told by its being more than all
public record ShownEstimate(
    Reading<Bytes> size, Reading<Bytes> expected, Reading<Bytes> bloat, Reading<Share> share) {

  /// Empty where the figures do not tell both the size and the bloat.
  ///
  /// @param blockSize bytes a page
  public Optional<Estimated> estimate(int blockSize) {
    if (expected instanceof Known<Bytes>(var wanted, _)) {
      if (size instanceof Known<Bytes>(var now, _)) {
        return Optional.of(of(now, wanted, blockSize));
      }
      if (bloat instanceof Known<Bytes>(var more, _)) {
        return Optional.of(of(wanted.plus(more), wanted, blockSize));
      }
    }
    if (bloat instanceof Known<Bytes>(var more, _)) {
      if (size instanceof Known<Bytes>(var now, _)) {
        // more than all of it is the bloat of something else
        boolean isOfOther = more.compareTo(now) > 0;
        return isOfOther ? Optional.empty() : Optional.of(of(now, now.minus(more), blockSize));
      }
      return part()
          .map(part -> new Bytes(Math.round((double) more.count() / part.fraction())))
          .map(now -> of(now, now.minus(more), blockSize));
    }
    return size instanceof Known<Bytes>(var now, _)
        ? part()
            .map(part -> new Bytes(Math.round((double) now.count() * (1 - part.fraction()))))
            .map(wanted -> of(now, wanted, blockSize))
        : Optional.empty();
  }

  private Optional<Share> part() {
    return share.known().filter(each -> each.fraction() > 0 && each.fraction() <= 1);
  }

  private static Estimated of(Bytes size, Bytes wanted, int blockSize) {
    return Estimated.exact(
        Basis.SHOWN, pages(size, blockSize), pages(wanted, blockSize), blockSize);
  }

  private static Pages pages(Bytes bytes, int blockSize) {
    return new Pages((bytes.count() + blockSize - 1) / blockSize);
  }
}
