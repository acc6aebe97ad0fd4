package org.vacuumadvisor.gui.xray;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.vacuumadvisor.gui.work.PageReader;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// A table of the server that is being looked at, page by page through `pageinspect`.
///
/// @param table its name as SQL takes it
record ServerPages(PageReader reader, String table) implements Pages {
  @Override
  public String name() {
    return table;
  }

  @Override
  public long firstBlock() {
    return 0;
  }

  @Override
  public OptionalLong lastBlock() {
    return OptionalLong.empty();
  }

  @Override
  public HeapPage page(long block) throws SourceException {
    return reader.page(table, block).page();
  }

  /// Reading every page would be a load on the server that nobody asked for.
  @Override
  public Optional<RelationXray> overview(int slices, LongConsumer progress) {
    return Optional.empty();
  }
}
