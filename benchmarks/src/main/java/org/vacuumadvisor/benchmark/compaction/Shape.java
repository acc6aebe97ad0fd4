package org.vacuumadvisor.benchmark.compaction;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/// A kind of page that is to be compacted: full of tuples of one length, some of which are gone.
///
/// @param tuples tuples that the page was filled with; 226 rows of two integers fill a page of 8 kB
/// @param survivors percent of them that are still there
record Shape(int tuples, int survivors, Order order) {
  static final int PAGE = 8192;
  private static final int HEADER = 24;
  private static final int POINTER = 4;
  private static final int ALIGNMENT = 8;
  private static final int LAYOUT_VERSION = 4;
  private static final int NORMAL = 1 << 15;
  private static final int DEAD = 3 << 15;
  private static final int LENGTH_SHIFT = 17;
  private static final int LOWER = 12;
  private static final int UPPER = 14;
  private static final int SPECIAL = 16;
  private static final int SIZE_AND_VERSION = 18;

  /// A page of this kind. Of the line pointers whose tuples are gone every other one is dead, as
  /// pruning leaves them, and the rest unused, as vacuum leaves them.
  byte[] page(Random random) {
    var page = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    random.nextBytes(page.array());
    int length = length();
    int lower = HEADER + tuples * POINTER;
    page.putInt(8, 0)
        .putShort(LOWER, (short) lower)
        .putShort(UPPER, (short) (PAGE - tuples * length))
        .putShort(SPECIAL, (short) PAGE)
        .putShort(SIZE_AND_VERSION, (short) (PAGE + LAYOUT_VERSION))
        .putInt(20, 0);
    var places = places(random);
    var survives = survivors(random);
    for (int number = 0; number < tuples; number++) {
      int offset = PAGE - (places[number] + 1) * length;
      int gone = number % 2 == 0 ? DEAD : 0;
      page.putInt(
          HEADER + number * POINTER,
          survives[number] ? offset | NORMAL | length << LENGTH_SHIFT : gone);
    }
    return page.array();
  }

  private int length() {
    return ((PAGE - HEADER) / tuples - POINTER) / ALIGNMENT * ALIGNMENT;
  }

  /// Which place, counted from the end of the page, each line pointer's tuple has.
  private int[] places(Random random) {
    var places = new int[tuples];
    for (int number = 0; number < tuples; number++) {
      places[number] = number;
    }
    switch (order) {
      case PRESORTED -> {}
      case ONE_REUSED -> {
        int reused = random.nextInt(tuples - 1);
        System.arraycopy(places, reused, places, reused + 1, tuples - 1 - reused);
        places[reused] = tuples - 1;
      }
      case SHUFFLED -> shuffle(places, random);
    }
    return places;
  }

  /// At least one stays and one goes.
  private boolean[] survivors(Random random) {
    var numbers = new int[tuples];
    for (int number = 0; number < tuples; number++) {
      numbers[number] = number;
    }
    shuffle(numbers, random);
    var survives = new boolean[tuples];
    int staying = Math.clamp(Math.round(tuples * survivors / 100.0), 1, tuples - 1);
    for (int each = 0; each < staying; each++) {
      survives[numbers[each]] = true;
    }
    return survives;
  }

  private static void shuffle(int[] numbers, Random random) {
    for (int last = numbers.length - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      int number = numbers[last];
      numbers[last] = numbers[other];
      numbers[other] = number;
    }
  }
}
