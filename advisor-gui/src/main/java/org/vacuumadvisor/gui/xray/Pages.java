package org.vacuumadvisor.gui.xray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.vacuumadvisor.gui.work.Workbench.PageReader;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.source.SourceException;

/// A table whose pages can be looked at, wherever they come from.
///
/// @param name what to call it; a name from outside
/// @param lastBlock empty where nobody knows it
/// @param firstSight the page that is worth a look first
record Pages(String name, long firstBlock, OptionalLong lastBlock, long firstSight, Reader reader) {
  /// Where pages come from.
  interface Reader {
    /// A page, for the caller alone.
    ///
    /// @throws SourceException if there is no such block, or it cannot be read
    HeapPage page(long block) throws SourceException, InterruptedException;
  }

  /// The table that these files belong to; of several the first.
  ///
  /// @throws SourceException if they are no files of a table
  static Pages of(List<Path> paths) throws SourceException {
    var files = RelationFiles.of(paths).getFirst();
    return of(files, files.base().toString(), files.firstBlock());
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
      return of(
          RelationFiles.of(List.of(file)).getFirst(), "Example: orders, of PostgreSQL 18", 26);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (SourceException bug) {
      throw new IllegalStateException(bug);
    }
  }

  private static Pages of(RelationFiles files, String name, long firstSight) {
    return new Pages(
        name,
        files.firstBlock(),
        OptionalLong.of(files.lastBlock()),
        firstSight,
        block -> HeapPage.of(files.page(block)));
  }

  /// A table on the server that is being looked at, page by page through `pageinspect`.
  ///
  /// @param name as SQL takes it
  static Pages ofServer(PageReader reader, String name) {
    return new Pages(name, 0, OptionalLong.empty(), 0, block -> reader.page(name, block).page());
  }
}
