package org.vacuumadvisor.benchmark.compaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.PageRepair;

/// A table of two integers under random updates, and what WAL replay does to its pages: each update
/// adds a tuple under the lowest line pointer that is free, and a page that is full is pruned,
/// which frees the line pointers of the old versions.
///
/// The trace is made once, before anything is measured; it does not depend on the compaction.
/// Simplified: a pruned version leaves an unused line pointer, as after a vacuum, and no redirect.
final class UpdatedTable {
  static final int PAGE = 8192;
  private static final int HEADER = 24;
  private static final int POINTER = 4;
  private static final int TUPLE = 32;
  private static final int NORMAL = (TUPLE << 17) | (1 << 15);
  private static final double FILLFACTOR = 0.85;
  private static final int ROWS_OF_PAGE = (int) ((PAGE * FILLFACTOR - HEADER) / (TUPLE + POINTER));
  private static final int XMAX = 4;
  private static final int PRUNE = -1;
  private static final long SEED = 12;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final HeapPage[] pages;

  /// For each step the page, the line pointer of the old version, and that of the new; or the page,
  /// and that it is pruned.
  private final int[] trace;

  private int steps;

  /// Which line pointers of a page are dead, as the trace is made or replayed.
  private final boolean[][] dead;

  UpdatedTable(int rows, int updatesPerRow) {
    pages = new HeapPage[Math.max(1, rows / ROWS_OF_PAGE)];
    for (int each = 0; each < pages.length; each++) {
      pages[each] = HeapPage.of(new byte[PAGE]);
    }
    dead = new boolean[pages.length][PAGE / POINTER];
    trace = new int[pages.length * ROWS_OF_PAGE * updatesPerRow * 4];
    makeTrace(updatesPerRow);
    restore();
  }

  int pageCount() {
    return pages.length;
  }

  /// The table as it was before the first update.
  void restore() {
    for (int number = 0; number < pages.length; number++) {
      var bytes = pages[number].bytes();
      Arrays.fill(bytes, (byte) 0);
      Arrays.fill(dead[number], false);
      putShort(bytes, 12, HEADER);
      putShort(bytes, 14, PAGE);
      putShort(bytes, 16, PAGE);
      putShort(bytes, 18, PAGE + HeapPage.LAYOUT_VERSION);
      for (int row = 1; row <= ROWS_OF_PAGE; row++) {
        add(bytes, row);
      }
    }
  }

  /// All updates and prunings, in their order.
  void replay(PageRepair repair) {
    for (int at = 0; at < steps; at += 3) {
      int number = trace[at];
      int old = trace[at + 1];
      if (old == PRUNE) {
        prune(number, repair);
      } else {
        update(number, old, trace[at + 2]);
      }
    }
  }

  /// A pass as VACUUM makes it: every tuple is looked at, and every page pruned.
  int vacuum(PageRepair repair) {
    int seen = 0;
    for (int number = 0; number < pages.length; number++) {
      var page = pages[number];
      int pointers = page.linePointers();
      for (int pointer = 1; pointer <= pointers; pointer++) {
        int bits = (int) INT.get(page.bytes(), at(pointer));
        if (bits >>> 17 != 0) {
          seen += (int) INT.get(page.bytes(), (bits & 0x7fff) + XMAX) == 0 ? 1 : 0;
        }
      }
      prune(number, repair);
    }
    return seen;
  }

  private void update(int number, int old, int fresh) {
    var bytes = pages[number].bytes();
    INT.set(bytes, ((int) INT.get(bytes, at(old)) & 0x7fff) + XMAX, 1000);
    dead[number][old] = true;
    add(bytes, fresh);
  }

  private void prune(int number, PageRepair repair) {
    var page = pages[number];
    var gone = dead[number];
    int pointers = page.linePointers();
    for (int pointer = 1; pointer <= pointers; pointer++) {
      if (gone[pointer]) {
        gone[pointer] = false;
        INT.set(page.bytes(), at(pointer), 0);
      }
    }
    repair.repair(page);
  }

  private static void add(byte[] bytes, int pointer) {
    int upper = ((short) SHORT.get(bytes, 14) & 0xffff) - TUPLE;
    INT.set(bytes, upper, 999);
    INT.set(bytes, upper + XMAX, 0);
    INT.set(bytes, upper + HEADER, pointer);
    INT.set(bytes, at(pointer), NORMAL | upper);
    putShort(bytes, 14, upper);
    int lower = (short) SHORT.get(bytes, 12) & 0xffff;
    putShort(bytes, 12, Math.max(lower, at(pointer + 1)));
  }

  private void makeTrace(int updatesPerRow) {
    var random = new Random(SEED);
    var places = new Places[pages.length];
    for (int each = 0; each < pages.length; each++) {
      places[each] = new Places();
    }
    long updates = (long) pages.length * ROWS_OF_PAGE * updatesPerRow;
    for (long each = 0; each < updates; each++) {
      int number = random.nextInt(pages.length);
      var place = places[number];
      if (place.isFull()) {
        step(number, PRUNE, 0);
        place.prune();
      }
      int row = random.nextInt(ROWS_OF_PAGE);
      int old = place.current[row];
      step(number, old, place.move(row));
    }
  }

  private void step(int number, int old, int fresh) {
    trace[steps++] = number;
    trace[steps++] = old;
    trace[steps++] = fresh;
  }

  private static int at(int pointer) {
    return HEADER + (pointer - 1) * POINTER;
  }

  private static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  /// The line pointers of a page while the trace is made.
  private static final class Places {
    private final int[] current = new int[ROWS_OF_PAGE];
    private final boolean[] used = new boolean[PAGE / POINTER];
    private final boolean[] dead = new boolean[PAGE / POINTER];
    private int highest = ROWS_OF_PAGE;
    private int tuples = ROWS_OF_PAGE;

    Places() {
      for (int row = 0; row < ROWS_OF_PAGE; row++) {
        current[row] = row + 1;
        used[row + 1] = true;
      }
    }

    boolean isFull() {
      return HEADER + (highest + 1) * POINTER + (tuples + 1) * TUPLE > PAGE;
    }

    int move(int row) {
      int fresh = 1;
      while (used[fresh]) {
        fresh++;
      }
      used[fresh] = true;
      highest = Math.max(highest, fresh);
      dead[current[row]] = true;
      current[row] = fresh;
      tuples++;
      return fresh;
    }

    void prune() {
      for (int pointer = 1; pointer <= highest; pointer++) {
        if (dead[pointer]) {
          dead[pointer] = false;
          used[pointer] = false;
          tuples--;
        }
      }
      while (highest > 0 && !used[highest]) {
        highest--;
      }
    }
  }
}
