package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;

/// The checksum of a page, as clusters with `data_checksums` keep it in `pd_checksum`.
///
/// 32 sums run side by side over the words of the page, each FNV-1a with one difference: the sum's
/// high bits are folded back by a shift, because a plain multiplication only carries upwards. Two
/// rounds of zeros mix the last words in. The sums are then joined with the block's number, so that
/// a page written to the wrong place is found, too.
public final class PageChecksum {
  private static final int FNV_PRIME = 16_777_619;
  private static final int SHIFT = 17;
  private static final int FINAL_ROUNDS = 2;

  /// Where each sum starts: random numbers that are part of the format.
  private static final int[] BASIS = {
    0x5B1F36E9, 0xB8525960, 0x02AB50AA, 0x1DE66D2A, 0x79FF467A, 0x9BB9F8A3, 0x217E7CD2, 0x83E13D2C,
    0xF8D4474F, 0xE39EB970, 0x42C6AE16, 0x993216FA, 0x7B093B5D, 0x98DAFF3C, 0xF718902A, 0x0B1C9CDB,
    0xE58F764B, 0x187636BC, 0x5D7B3BB1, 0xE73DE7DE, 0x92BEC979, 0xCCA6C0B2, 0x304A0979, 0x85AA43D4,
    0x783125BB, 0x6CA8EAA2, 0xE407EAC6, 0x4B5CFC3E, 0x9FBF8C76, 0x15CA20BE, 0xF2CA9FD3, 0x959BD756
  };

  private static final int SUMS = BASIS.length;

  private final int[] sums = new int[SUMS];

  /// The checksum that the page should have as that block of its relation, from 1 to 65535. The
  /// block is counted over all segments. What `pd_checksum` holds has no influence.
  public int of(HeapPage page, long block) {
    var bytes = page.bytes();
    System.arraycopy(BASIS, 0, sums, 0, SUMS);
    firstRow(bytes);
    for (int at = SUMS * Integer.BYTES; at < bytes.length; at += SUMS * Integer.BYTES) {
      for (int i = 0; i < SUMS; i++) {
        sums[i] = mix(sums[i], intAt(bytes, at + i * Integer.BYTES));
      }
    }
    return Integer.remainderUnsigned(joined() ^ (int) block, 0xFFFF) + 1;
  }

  /// Whether the page has the checksum it should have. A new page has none, and is fine.
  public boolean isRight(HeapPage page, long block) {
    return page.isNew() || page.checksum() == of(page, block);
  }

  /// The first words, of which one holds the checksum itself, which counts as 0.
  private void firstRow(byte[] bytes) {
    int checksumWord = HeapPage.PD_CHECKSUM_AT / Integer.BYTES;
    for (int i = 0; i < SUMS; i++) {
      int word = intAt(bytes, i * Integer.BYTES);
      sums[i] = mix(sums[i], i == checksumWord ? word & ~0xFFFF : word);
    }
  }

  private int joined() {
    int joined = 0;
    for (int sum : sums) {
      int last = sum;
      for (int round = 0; round < FINAL_ROUNDS; round++) {
        last = mix(last, 0);
      }
      joined ^= last;
    }
    return joined;
  }

  private static int mix(int sum, int word) {
    int mixed = sum ^ word;
    return (mixed * FNV_PRIME) ^ (mixed >>> SHIFT);
  }
}
