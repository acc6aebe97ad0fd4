package org.vacuumadvisor.gui.xray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// A table that comes with the program: the file of PostgreSQL 18 after inserts, HOT and other
/// updates, deletes, rolled back updates and vacuums, with much left for the next.
final class ExamplePages implements Pages {
  private static final int PAGE = 8192;

  /// Has line pointers and tuples of every kind.
  private static final long VARIED = 26;

  private final byte[] bytes;

  private ExamplePages(byte[] bytes) {
    this.bytes = bytes;
  }

  static ExamplePages read() {
    var file = Objects.requireNonNull(ExamplePages.class.getResourceAsStream("orders-18.gz"));
    try (var unpacked = new GZIPInputStream(file)) {
      return new ExamplePages(unpacked.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String name() {
    return "Example: orders, of PostgreSQL 18";
  }

  @Override
  public long firstBlock() {
    return 0;
  }

  @Override
  public OptionalLong lastBlock() {
    return OptionalLong.of(bytes.length / PAGE - 1);
  }

  @Override
  public long firstSight() {
    return VARIED;
  }

  @Override
  public HeapPage page(long block) throws SourceException {
    if (block < 0 || block >= bytes.length / PAGE) {
      throw new SourceException(
          "The example has no block %d: it has the blocks 0 to %d."
              .formatted(block, bytes.length / PAGE - 1));
    }
    int at = (int) block * PAGE;
    return HeapPage.of(Arrays.copyOfRange(bytes, at, at + PAGE));
  }

  @Override
  public Optional<RelationXray> overview(int slices, LongConsumer progress) throws SourceException {
    var pages = new ArrayList<Census>();
    for (long block = 0; block < bytes.length / PAGE; block++) {
      pages.add(PageXray.of(page(block), block).census());
    }
    return Optional.of(new RelationXray(PAGE, 0, pages));
  }
}
