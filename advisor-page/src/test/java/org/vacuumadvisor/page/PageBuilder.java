package org.vacuumadvisor.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/// Makes pages for tests, field by field.
final class PageBuilder {
  private final byte[] bytes;
  private final int special;
  private int lower = HeapPage.HEADER_SIZE;
  private int upper;

  PageBuilder(int size) {
    this(size, size);
  }

  PageBuilder(int size, int special) {
    this.bytes = new byte[size];
    this.special = special;
    this.upper = special;
  }

  /// The next line pointer, with these bits.
  PageBuilder linePointer(LpState state, int offset, int length) {
    LittleEndian.putInt(bytes, lower, LinePointer.of(state, offset, length).bits());
    lower += LinePointer.SIZE;
    return this;
  }

  /// Room for a tuple below those there are; where it begins.
  int place(byte[] tuple) {
    upper -= HeapPage.maxAlign(tuple.length);
    System.arraycopy(tuple, 0, bytes, upper, tuple.length);
    return upper;
  }

  HeapPage build() {
    LittleEndian.putShort(bytes, HeapPage.PD_LOWER_AT, lower);
    LittleEndian.putShort(bytes, HeapPage.PD_UPPER_AT, upper);
    LittleEndian.putShort(bytes, HeapPage.PD_SPECIAL_AT, special);
    int version = bytes.length | HeapPage.LAYOUT_VERSION;
    LittleEndian.putShort(bytes, HeapPage.PD_PAGESIZE_VERSION_AT, version);
    return HeapPage.of(bytes);
  }

  /// A page of 8 kB with so many line pointers, about every tenth of which has a tuple of 32 bytes,
  /// and the last one surely.
  static HeapPage sparse(RandomGenerator random, int linePointers) {
    var page = new PageBuilder(8192);
    for (int number = 1; number <= linePointers; number++) {
      if (number == linePointers || random.nextInt(10) == 0) {
        var tuple = new byte[32];
        random.nextBytes(tuple);
        page.place(new byte[8 * random.nextInt(4)]);
        page.linePointer(LpState.LP_NORMAL, page.place(tuple), tuple.length);
      } else {
        page.linePointer(random.nextBoolean() ? LpState.LP_DEAD : LpState.LP_UNUSED, 0, 0);
      }
    }
    return page.build();
  }

  /// A page of tuples of random lengths and bytes, in any order and with gaps between them, with
  /// line pointers of all states.
  static HeapPage random(RandomGenerator random, int size) {
    int special = random.nextInt(4) == 0 ? size - 8 * random.nextInt(1, 8) : size;
    int longest = 1 << random.nextInt(5, 10);
    var page = new PageBuilder(size, special);
    List<byte[]> tuples = new ArrayList<>();
    int room = special - HeapPage.HEADER_SIZE;
    int wanted = random.nextInt(HeapPage.maxTuples(size) + 1);
    while (tuples.size() < wanted) {
      var tuple = new byte[random.nextInt(24, Math.max(25, longest))];
      random.nextBytes(tuple);
      room -= HeapPage.maxAlign(tuple.length) + LinePointer.SIZE;
      if (room < 0) {
        break;
      }
      tuples.add(tuple);
    }
    var order = new ArrayList<Integer>();
    for (int i = 0; i < tuples.size(); i++) {
      order.add(i);
    }
    disorder(order, random);
    var offsets = new int[tuples.size()];
    order.forEach(i -> offsets[i] = page.place(tuples.get(i)));
    double survivors = random.nextDouble();
    for (int i = 0; i < tuples.size(); i++) {
      if (random.nextDouble() < survivors) {
        page.linePointer(LpState.LP_NORMAL, offsets[i], tuples.get(i).length);
      } else {
        page.removed(random, tuples.size());
      }
    }
    return page.build();
  }

  private void removed(RandomGenerator random, int linePointers) {
    switch (random.nextInt(4)) {
      case 0 -> linePointer(LpState.LP_DEAD, 0, 0);
      case 1 -> linePointer(LpState.LP_REDIRECT, random.nextInt(1, linePointers + 1), 0);
      default -> linePointer(LpState.LP_UNUSED, 0, 0);
    }
  }

  private static void disorder(List<Integer> order, RandomGenerator random) {
    switch (random.nextInt(3)) {
      case 0 -> {}
      case 1 -> {
        if (order.size() > 1) {
          Collections.swap(order, random.nextInt(order.size()), random.nextInt(order.size()));
        }
      }
      default -> Collections.shuffle(order, random);
    }
  }
}
