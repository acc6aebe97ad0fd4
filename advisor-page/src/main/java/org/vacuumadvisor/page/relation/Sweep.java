package org.vacuumadvisor.page.relation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.source.SourceException;

/// Brings every page of a relation before workers, each on a thread of its own, in portions of a
/// megabyte at most.
///
/// The files are read, not mapped: a mapped file that becomes shorter ends the program.
final class Sweep {
  private static final int PORTION = 1 << 20;

  /// A small relation is cut into smaller portions, so that all threads get some.
  private static final int FEWEST_PORTIONS = 64;

  private final RelationFiles relation;
  private final int threads;
  private final LongConsumer progress;
  private final List<Portion> portions = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  /// Some pages of a segment.
  ///
  /// @param first the first of them, counted over the pages that are there
  private record Portion(Segment segment, long within, int pages, long first) {}

  /// Looks at pages, on one thread.
  interface Worker {
    /// Where it wants to find each page.
    HeapPage buffer();

    /// The page is in the buffer.
    void page(long block);

    /// A portion was seen to its end.
    ///
    /// @param first its first page, counted over the pages that are there
    void portionDone(long first);
  }

  Sweep(RelationFiles relation, int threads, LongConsumer progress) {
    this.relation = relation;
    this.threads = threads;
    this.progress = progress;
    int most = Math.clamp(relation.pages() / FEWEST_PORTIONS, 1, PORTION / relation.pageSize());
    long first = 0;
    for (var segment : relation.segments()) {
      long pages = relation.pages(segment);
      for (long within = 0; within < pages; within += most) {
        int some = (int) Math.min(most, pages - within);
        portions.add(new Portion(segment, within, some, first));
        first += some;
      }
    }
  }

  void run(Supplier<Worker> workers) throws SourceException, InterruptedException {
    int wanted = Math.clamp(portions.size(), 1, threads);
    try (var pool = Executors.newFixedThreadPool(wanted)) {
      List<Future<?>> work = new ArrayList<>();
      for (int each = 0; each < wanted; each++) {
        var worker = workers.get();
        work.add(
            pool.submit(() -> {
              work(worker);
              return null;
            }));
      }
      try {
        for (var each : work) {
          each.get();
        }
      } catch (InterruptedException interrupted) {
        pool.shutdownNow();
        throw interrupted;
      } catch (ExecutionException failed) {
        pool.shutdownNow();
        if (failed.getCause() instanceof SourceException unreadable) {
          throw unreadable;
        }
        throw new IllegalStateException("a page could not be looked at", failed.getCause());
      }
    }
  }

  private void work(Worker worker) throws SourceException {
    var buffer = ByteBuffer.allocateDirect(PORTION);
    int number = next.getAndIncrement();
    while (number < portions.size()) {
      var segment = portions.get(number).segment();
      try (var channel = segment.open()) {
        for (; number < portions.size(); number = next.getAndIncrement()) {
          var portion = portions.get(number);
          if (!portion.segment().equals(segment)) {
            break;
          }
          buffer.clear().limit(portion.pages() * relation.pageSize());
          Segment.read(channel, buffer, portion.within() * relation.pageSize());
          look(portion, buffer, worker);
        }
      } catch (IOException failure) {
        throw Words.unreadable(segment.file(), failure);
      }
    }
  }

  private void look(Portion portion, ByteBuffer buffer, Worker worker) {
    long block = relation.firstBlock(portion.segment()) + portion.within();
    for (int each = 0; each < portion.pages(); each++) {
      buffer.get(each * relation.pageSize(), worker.buffer().bytes());
      worker.page(block + each);
    }
    worker.portionDone(portion.first());
    progress.accept(portion.pages());
  }
}
