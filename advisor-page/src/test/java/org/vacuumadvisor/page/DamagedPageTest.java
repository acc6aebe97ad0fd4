package org.vacuumadvisor.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.page.prune.Horizon;
import org.vacuumadvisor.page.prune.PagePruner;
import org.vacuumadvisor.page.prune.SecondPass;
import org.vacuumadvisor.page.prune.TransactionStatus;
import org.vacuumadvisor.page.prune.Transactions;
import org.vacuumadvisor.postgres.Release;

/// Whatever happens to the bytes of a page, work on it ends, well or with the name of a defect, and
/// a page that is refused stays as it is.
class DamagedPageTest {
  private static final int PAGES = 4_000;
  private static final int SIZE = 8192;

  private final PageCheck check = new PageCheck();
  private final List<PageRepair> repairs = new ArrayList<>();
  private final List<PagePruner> pruners = new ArrayList<>();
  private final SecondPass secondPass = SecondPass.of(Release.V13, SIZE);

  DamagedPageTest() {
    for (var method : CompactionMethod.values()) {
      repairs.add(PageRepair.of(Release.V18, method, SIZE));
    }
    for (var release : List.of(Release.V13, Release.V16, Release.V18)) {
      pruners.add(PagePruner.of(release, SIZE));
      pruners.add(PagePruner.withoutIndexes(release, SIZE));
    }
  }

  @Test
  void neverLeadsAstray() {
    int refused = 0;
    int worked = 0;
    for (int seed = 0; seed < PAGES; seed++) {
      var random = new SplittableRandom(seed);
      var damaged = damaged(random);
      var horizon = horizon(random);
      check.defects(HeapPage.of(damaged));
      read(HeapPage.of(damaged));
      for (var work : work(horizon)) {
        var page = HeapPage.of(damaged.clone());
        try {
          work.accept(page);
          worked++;
        } catch (CorruptPageException expected) {
          refused++;
          assertArrayEquals(damaged, page.bytes(), "seed " + seed);
        }
      }
    }

    assertTrue(refused > PAGES / 10, "refused: " + refused);
    assertTrue(worked > PAGES / 10, "worked: " + worked);
  }

  /// A page that the check passes, everything else can work on; and leaves it so that it passes.
  @Test
  void isWorkedOnWhereTheCheckPassesIt() {
    int sound = 0;
    for (int seed = 0; seed < PAGES; seed++) {
      var random = new SplittableRandom(seed);
      var damaged = damaged(random);
      if (check.defects(HeapPage.of(damaged)).isEmpty() && !HeapPage.of(damaged).isNew()) {
        sound++;
        for (var repair : repairs) {
          var page = HeapPage.of(damaged.clone());
          repair.repair(page);
          assertEquals(List.of(), check.defects(page), "seed " + seed);
        }
      }
    }

    assertTrue(sound > 20, "sound: " + sound);
  }

  private interface Work {
    void accept(HeapPage page);
  }

  private List<Work> work(Horizon horizon) {
    var all = new ArrayList<Work>();
    repairs.forEach(repair -> all.add(repair::repair));
    pruners.forEach(pruner -> all.add(page -> pruner.prune(page, horizon)));
    all.add(secondPass::vacuum);
    return all;
  }

  private static void read(HeapPage page) {
    for (int number = 1; number <= HeapPage.maxTuples(SIZE); number++) {
      try {
        var tuple = page.tuple(number);
        assertTrue(tuple.hoff() + tuple.ctidNumber() + tuple.ctidBlock() >= 0);
      } catch (CorruptPageException expected) {
        assertTrue(expected.defect().linePointer() == number);
      }
    }
  }

  /// Mostly a few bytes, and mostly where it hurts; sometimes all.
  private static byte[] damaged(SplittableRandom random) {
    var bytes = RecordedPage.read().bytes();
    if (random.nextInt(20) == 0) {
      random.nextBytes(bytes);
      return bytes;
    }
    int changes = random.nextInt(1, 8);
    for (int i = 0; i < changes; i++) {
      int reach = random.nextBoolean() ? 600 : SIZE;
      bytes[random.nextInt(reach)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private static Horizon horizon(SplittableRandom random) {
    long salt = random.nextLong();
    var statuses = TransactionStatus.values();
    return new Horizon(
        random.nextInt(2_000),
        new Transactions() {
          @Override
          public TransactionStatus status(int xid) {
            return statuses[Math.floorMod(xid * 31L + salt, statuses.length)];
          }

          @Override
          public int updaterOf(int multixact) {
            return multixact + 1;
          }
        });
  }
}
