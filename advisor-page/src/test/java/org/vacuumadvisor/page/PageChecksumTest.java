package org.vacuumadvisor.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PageChecksumTest {
  private final PageChecksum checksum = new PageChecksum();

  @Test
  void isTheOneTheServerWrote() {
    var page = RecordedPage.read();

    assertEquals(page.checksum(), checksum.of(page, RecordedPage.BLOCK));
  }

  @Test
  void noticesThatAPageIsInTheWrongPlace() {
    assertFalse(checksum.isRight(RecordedPage.read(), RecordedPage.BLOCK + 1));
  }

  @Test
  void noticesEveryByteThatChanged() {
    var page = RecordedPage.read();
    for (int at = 0; at < page.size(); at++) {
      page.bytes()[at] ^= 0x10;
      assertFalse(checksum.isRight(page, RecordedPage.BLOCK), "byte " + at);
      page.bytes()[at] ^= 0x10;
    }
  }

  @Test
  void asksNoneOfANewPage() {
    assertTrue(checksum.isRight(HeapPage.of(new byte[8192]), 3));
  }
}
