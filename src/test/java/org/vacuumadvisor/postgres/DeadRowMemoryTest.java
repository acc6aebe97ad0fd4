package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

class DeadRowMemoryTest {
  private static final int BLOCK = 8192;
  private static final Pages LARGE = new Pages(100_000_000);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # MB,  capacity,  passes for 500 million
          64,    11184810,  45
          256,   44739242,  12
          1024,  178956970, 3
          4096,  178956970, 3
          """)
  void upTo16TheArrayHasALimit(long megabytes, long capacity, long passes) {
    var memory = new DeadRowMemory(Release.V16, Bytes.ofMegabytes(megabytes));

    assertEquals(Optional.of(capacity), memory.capacity(LARGE, BLOCK));
    assertEquals(Optional.of(passes), memory.passes(500_000_000, LARGE, BLOCK));
  }

  @Test
  void aSmallTableNeedsNoMore() {
    var memory = new DeadRowMemory(Release.V13, Bytes.ofMegabytes(64));

    assertEquals(Optional.of(2910L), memory.capacity(new Pages(10), BLOCK));
    assertEquals(Optional.of(291L), memory.capacity(Pages.NONE, BLOCK));
    assertEquals(Optional.of(0L), memory.passes(0, LARGE, BLOCK));
  }

  @Test
  void thereIsNoFormulaFrom17On() {
    var memory = new DeadRowMemory(Release.V17, Bytes.ofMegabytes(64));

    assertEquals(Optional.empty(), memory.capacity(LARGE, BLOCK));
    assertEquals(Optional.empty(), memory.passes(500_000_000, LARGE, BLOCK));
    assertEquals(Optional.empty(), DeadRowMemory.usefulMost(Release.V17));
    assertEquals(Optional.of(Bytes.ofGigabytes(1)), DeadRowMemory.usefulMost(Release.V16));
  }

  @ParameterizedTest
  @CsvSource({"4096, 145", "8192, 291", "16384, 584", "32768, 1169"})
  void aPageHoldsSoManyRows(int blockSize, int rows) {
    assertEquals(rows, DeadRowMemory.rowsAPage(blockSize));
  }
}
