package org.vacuumadvisor.page.relation;

import java.util.ArrayList;
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

  private RelationScan(RelationFiles relation, int slices) {
    this.relation = relation;
    this.slices = new Census[Math.clamp(relation.pages(), 1, slices)];
    Arrays.fill(this.slices, Census.EMPTY);
  }

  /// Reads every page.
  ///
  /// @param progress hears from time to time how many more pages were read, from any thread
  /// @throws SourceException if a file cannot be read
  public static RelationXray of(RelationFiles relation, int threads, LongConsumer progress)
      throws SourceException, InterruptedException {
    return of(relation, SLICES, threads, progress);
  }

  /// Reads every page.
  ///
  /// @param slices into how many parts the relation is cut at most, each of a page at least
  /// @param progress hears from time to time how many more pages were read, from any thread
  /// @throws SourceException if a file cannot be read
  public static RelationXray of(
      RelationFiles relation, int slices, int threads, LongConsumer progress)
      throws SourceException, InterruptedException {
    var scan = new RelationScan(relation, slices);
    new Sweep(relation, threads, progress).run(() -> scan.new Counter());
    return new RelationXray(relation.pageSize(), relation.firstBlock(), List.of(scan.slices));
  }

  /// Adds what a portion has, of as many pages at a time as no slice has less than.
  private synchronized void add(long first, List<Census> grains) {
    for (int each = 0; each < grains.size(); each++) {
      long page = first + (long) each * grain();
      int slice = (int) (page * slices.length / Math.max(1, relation.pages()));
      slices[slice] = slices[slice].plus(grains.get(each));
    }
  }

  private int grain() {
    return (int) Math.max(1, relation.pages() / slices.length);
  }

  /// Counts on one thread.
  private final class Counter implements Sweep.Worker {
    private final HeapPage page = HeapPage.of(new byte[relation.pageSize()]);
    private final PageScan scan = new PageScan(page);
    private final List<Census> grains = new ArrayList<>();
    private int pages;

    @Override
    public HeapPage buffer() {
      return page;
    }

    @Override
    public void page(long block) {
      scan.add(block);
      pages++;
      if (pages == grain()) {
        take();
      }
    }

    @Override
    public void portionDone(long first) {
      take();
      add(first, grains);
      grains.clear();
    }

    private void take() {
      if (pages > 0) {
        grains.add(scan.census());
        scan.reset();
        pages = 0;
      }
    }
  }
}
