package org.vacuumadvisor.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StoredBitsTest {
  @Test
  void tellsEveryLengthFromNone() {
    for (int length = 0; length <= 0x7FFF; length++) {
      var bytes = new byte[2 * LinePointer.SIZE];
      // Whatever else the other one says does not matter.
      LittleEndian.putInt(bytes, 0, LinePointer.of(LpState.LP_NORMAL, 0x7FFF, length).bits());
      LittleEndian.putInt(bytes, LinePointer.SIZE, LinePointer.of(LpState.LP_DEAD, 1, 0).bits());

      assertEquals(length == 0 ? 0 : 1, StoredBits.of(bytes, 0, 2), "lp_len=" + length);
    }
  }

  @Test
  void findsEachInItsPlace() {
    var random = new SplittableRandom(1);
    for (int count = 0; count <= Long.SIZE; count++) {
      var bytes = new byte[HeapPage.HEADER_SIZE + count * LinePointer.SIZE];
      long expected = 0;
      for (int i = 0; i < count; i++) {
        int length = random.nextBoolean() ? random.nextInt(1, 0x8000) : 0;
        expected |= (length == 0 ? 0L : 1L) << i;
        var pointer = LinePointer.of(LpState.LP_NORMAL, random.nextInt(0x8000), length);
        LittleEndian.putInt(bytes, HeapPage.HEADER_SIZE + i * LinePointer.SIZE, pointer.bits());
      }

      assertEquals(expected, StoredBits.of(bytes, HeapPage.HEADER_SIZE, count), "of " + count);
    }
  }
}
