package org.vacuumadvisor.gui.xray;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// A table whose pages can be looked at, wherever they come from.
interface Pages {
  /// What to call it; a name from outside.
  String name();

  long firstBlock();

  /// Empty where nobody knows it.
  OptionalLong lastBlock();

  /// The page that is worth a look first.
  default long firstSight() {
    return firstBlock();
  }

  /// A page, for the caller alone.
  ///
  /// @throws SourceException if there is no such block, or it cannot be read
  HeapPage page(long block) throws SourceException, InterruptedException;

  /// What all pages hold; empty where that would be too much to ask.
  ///
  /// @param slices how many parts it is cut into at most
  /// @param progress hears how many more pages were read, from any thread
  Optional<RelationXray> overview(int slices, LongConsumer progress)
      throws SourceException, InterruptedException;
}
