package org.vacuumadvisor.gui.xray;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.page.relation.RelationScan;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// A table in its files.
record FilePages(RelationFiles files) implements Pages {
  /// The table that these files belong to; of several the first.
  ///
  /// @throws SourceException if they are no files of a table
  static FilePages of(List<Path> paths) throws SourceException {
    return new FilePages(RelationFiles.of(paths).getFirst());
  }

  @Override
  public String name() {
    return files.base().toString();
  }

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
  public Optional<RelationXray> overview(int slices, LongConsumer progress)
      throws SourceException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    return Optional.of(RelationScan.of(files, slices, threads, progress));
  }
}
