package org.vacuumadvisor.benchmark.compaction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.prune.Horizon;
import org.vacuumadvisor.page.prune.PagePruner;
import org.vacuumadvisor.page.prune.TransactionStatus;
import org.vacuumadvisor.page.prune.Transactions;
import org.vacuumadvisor.postgres.Release;

/// Pages of a table of two integers that PostgreSQL 18 wrote: filled to 85 %, updated twelve times
/// a row and pruned by the server whenever they were full; then updated once more here and there,
/// and a few rows deleted, while an old snapshot forbade pruning. `RecordPagesTest` of the lab
/// records them.
///
/// They are given as pruning leaves them just before compaction: line pointers have let go of the
/// dead tuples, which are all those that are not the last of their row.
final class RecordedPages {
  private static final int PAGE = 8192;

  /// Every transaction that deleted anything, and its hint bit says so.
  private static final Transactions ALL_OVER =
      new Transactions() {
        @Override
        public TransactionStatus status(int xid) {
          return TransactionStatus.COMMITTED;
        }

        @Override
        public int updaterOf(int multixact) {
          throw new IllegalStateException("no row was locked by two");
        }
      };

  private RecordedPages() {}

  static List<Pages> inGroupsOf(int size) throws IOException {
    var pages = read();
    var groups = new ArrayList<Pages>();
    for (int first = 0; first + size <= pages.size(); first += size) {
      groups.add(new Pages(pages.subList(first, first + size)));
    }
    return groups;
  }

  private static List<byte[]> read() throws IOException {
    try (var file = RecordedPages.class.getResourceAsStream("history.pages.gz");
        var unpacked = new GZIPInputStream(Objects.requireNonNull(file))) {
      var pages = new ArrayList<byte[]>();
      for (var page = unpacked.readNBytes(PAGE);
          page.length == PAGE;
          page = unpacked.readNBytes(PAGE)) {
        if (mark(HeapPage.of(page))) {
          pages.add(page);
        }
      }
      return pages;
    }
  }

  /// Whether there was anything to remove.
  private static boolean mark(HeapPage page) {
    var horizon = new Horizon(page.pruneXid() + (1 << 20), ALL_OVER);
    return PagePruner.of(Release.V18, PAGE).mark(page, horizon).isAny();
  }
}
