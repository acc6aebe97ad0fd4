package org.vacuumadvisor.page.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.PageCheck;
import org.vacuumadvisor.page.PageChecksum;
import org.vacuumadvisor.page.PageDefect;
import org.vacuumadvisor.page.xray.DamagedBlock;
import org.vacuumadvisor.page.xray.Verification;
import org.vacuumadvisor.page.xray.Verification.Checksums;
import org.vacuumadvisor.source.SourceException;

/// Looks for damage in a whole relation, on several threads: wrong checksums, and whatever
/// [PageCheck] finds.
public final class RelationCheck {
  /// A disk that died gives more than anyone reads.
  private static final int MOST_EXAMPLES = 1000;

  private final Damage damage = new Damage();
  private final Damage withoutChecksum = new Damage();
  private long right;
  private long wrong;
  private long none;

  private RelationCheck() {}

  /// Reads every page.
  ///
  /// @param progress hears from time to time how many more pages were read, from any thread
  /// @throws SourceException if a file cannot be read
  public static Verification of(RelationFiles relation, int threads, LongConsumer progress)
      throws SourceException, InterruptedException {
    var check = new RelationCheck();
    new Sweep(relation, threads, progress).run(() -> check.new Checker(relation.pageSize()));
    return check.verification(relation.pages());
  }

  private Verification verification(long pages) {
    var checksums = new Checksums(right, wrong, none);
    if (checksums.areInUse()) {
      damage.add(withoutChecksum);
    }
    return new Verification(pages, checksums, damage.blocks, damage.examples());
  }

  private synchronized void add(Checker part) {
    right += part.right;
    wrong += part.wrong;
    none += part.none;
    damage.add(part.damaged);
    withoutChecksum.add(part.blank);
  }

  /// Damaged blocks: how many, and the first of them.
  private static final class Damage {
    private final TreeMap<Long, DamagedBlock> first = new TreeMap<>();
    private long blocks;

    void add(DamagedBlock block) {
      blocks++;
      keep(block);
    }

    void add(Damage other) {
      blocks += other.blocks;
      other.first.values().forEach(this::keep);
    }

    List<DamagedBlock> examples() {
      return List.copyOf(first.values());
    }

    void clear() {
      first.clear();
      blocks = 0;
    }

    private void keep(DamagedBlock block) {
      first.put(block.block(), block);
      if (first.size() > MOST_EXAMPLES) {
        first.pollLastEntry();
      }
    }
  }

  /// Checks on one thread.
  private final class Checker implements Sweep.Worker {
    private final HeapPage page;
    private final PageCheck rules = new PageCheck();
    private final PageChecksum checksum = new PageChecksum();
    private final Damage damaged = new Damage();
    private final Damage blank = new Damage();
    private long right;
    private long wrong;
    private long none;

    Checker(int pageSize) {
      page = HeapPage.of(new byte[pageSize]);
    }

    @Override
    public HeapPage buffer() {
      return page;
    }

    @Override
    public void page(long block) {
      var defects = rules.defects(page);
      if (!page.isNew()) {
        if (page.checksum() == 0) {
          none++;
          if (defects.isEmpty()) {
            blank.add(new DamagedBlock(block, List.of(defect("it has none, others do"))));
          }
        } else if (page.checksum() == checksum.of(page, block)) {
          right++;
        } else {
          wrong++;
          defects = with(defects, wrongChecksum(block));
        }
      }
      if (!defects.isEmpty()) {
        damaged.add(new DamagedBlock(block, defects));
      }
    }

    @Override
    public void portionDone(long first) {
      add(this);
      damaged.clear();
      blank.clear();
      right = 0;
      wrong = 0;
      none = 0;
    }

    private PageDefect wrongChecksum(long block) {
      return defect(
          "pd_checksum is %d, but that of the bytes is %d"
              .formatted(page.checksum(), checksum.of(page, block)));
    }

    private static PageDefect defect(String what) {
      return new PageDefect(PageDefect.Kind.CHECKSUM, 0, 8, 10, what);
    }

    private static List<PageDefect> with(List<PageDefect> defects, PageDefect first) {
      var all = new ArrayList<PageDefect>();
      all.add(first);
      all.addAll(defects);
      return all;
    }
  }
}
