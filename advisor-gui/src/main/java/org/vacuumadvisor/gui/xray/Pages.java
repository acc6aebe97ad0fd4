package org.vacuumadvisor.gui.xray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.vacuumadvisor.gui.work.Workbench.PageReader;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.page.relation.RelationScan;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// A table whose pages can be looked at, wherever they come from.
sealed interface Pages {
  /// What to call it; a name from outside.
  String name();

  long firstBlock();

  /// Empty where nobody knows it.
  OptionalLong lastBlock();

  /// The page that is worth a look first.
  long firstSight();

  /// A page, for the caller alone.
  ///
  /// @throws SourceException if there is no such block, or it cannot be read
  HeapPage page(long block) throws SourceException, InterruptedException;

  /// What all pages hold; empty where that would be too much to ask.
  ///
  /// @param slices how many parts it is cut into at most
  Optional<RelationXray> overview(int slices) throws SourceException, InterruptedException;

  /// The table that these files belong to; of several the first.
  ///
  /// @throws SourceException if they are no files of a table
  static Pages of(List<Path> paths) throws SourceException {
    var files = RelationFiles.of(paths).getFirst();
    return new OfFiles(files, files.base().toString(), files.firstBlock());
  }

  /// A table that comes with the program: the file of PostgreSQL 18 after inserts, HOT and other
  /// updates, deletes, rolled back updates and vacuums, with much left for the next. The page that
  /// is shown first has line pointers and tuples of every kind.
  static Pages example() {
    var packed = Objects.requireNonNull(Pages.class.getResourceAsStream("orders-18.gz"));
    try (var unpacked = new GZIPInputStream(packed)) {
      var file = Files.createTempFile("vacuum-advisor", ".example");
      file.toFile().deleteOnExit();
      Files.write(file, unpacked.readAllBytes());
      return new OfFiles(
          RelationFiles.of(List.of(file)).getFirst(), "Example: orders, of PostgreSQL 18", 26);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (SourceException bug) {
      throw new IllegalStateException(bug);
    }
  }

  /// In its files.
  record OfFiles(RelationFiles files, String name, long firstSight) implements Pages {
    @Override
    public long firstBlock() {
      return files.firstBlock();
    }

    @Override
    public OptionalLong lastBlock() {
      return OptionalLong.of(files.lastBlock());
    }

    @Override
    public HeapPage page(long block) throws SourceException {
      return HeapPage.of(files.page(block));
    }

    @Override
    public Optional<RelationXray> overview(int slices)
        throws SourceException, InterruptedException {
      int threads = Runtime.getRuntime().availableProcessors();
      return Optional.of(RelationScan.of(files, slices, threads, _ -> {}));
    }
  }

  /// On the server that is being looked at, page by page through `pageinspect`.
  ///
  /// @param name as SQL takes it
  record OfServer(PageReader reader, String name) implements Pages {
    @Override
    public long firstBlock() {
      return 0;
    }

    @Override
    public OptionalLong lastBlock() {
      return OptionalLong.empty();
    }

    @Override
    public long firstSight() {
      return 0;
    }

    @Override
    public HeapPage page(long block) throws SourceException {
      return reader.page(name, block).page();
    }

    /// Reading every page would be a load on the server that nobody asked for.
    @Override
    public Optional<RelationXray> overview(int slices) {
      return Optional.empty();
    }
  }
}
