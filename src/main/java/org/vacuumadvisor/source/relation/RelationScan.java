package org.vacuumadvisor.source.relation;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.PageScan;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.source.SourceException;

/// Takes the X-ray of a whole relation, on several threads.
public final class RelationScan {
  /// As many as a line of a terminal shows well.
  private static final int SLICES = 64;

  private final RelationFiles relation;
  private final Census[] slices;

  private RelationScan(RelationFiles relation) {
    this.relation = relation;
    this.slices = new Census[Math.clamp(relation.pages(), 1, SLICES)];
    Arrays.fill(slices, Census.EMPTY);
  }

  /// Reads every page.
  ///
  /// @param progress hears from time to time how many more pages were read, from any thread
  /// @throws SourceException if a file cannot be read
  public static RelationXray of(RelationFiles relation, int threads, LongConsumer progress)
      throws SourceException, InterruptedException {
    var scan = new RelationScan(relation);
    new Sweep(relation, threads, progress).run(() -> scan.new Counter());
    return new RelationXray(relation.pageSize(), relation.firstBlock(), List.of(scan.slices));
  }

  private synchronized void add(long first, Census census) {
    int slice = (int) (first * slices.length / Math.max(1, relation.pages()));
    slices[slice] = slices[slice].plus(census);
  }

  /// Counts on one thread.
  private final class Counter implements Sweep.Worker {
    private final HeapPage page = HeapPage.of(new byte[relation.pageSize()]);
    private final PageScan scan = new PageScan(page);

    @Override
    public HeapPage buffer() {
      return page;
    }

    @Override
    public void page(long block) {
      scan.add(block);
    }

    @Override
    public void portionDone(long first) {
      add(first, scan.census());
      scan.reset();
    }
  }
}
