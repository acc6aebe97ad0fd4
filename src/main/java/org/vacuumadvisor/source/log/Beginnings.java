package org.vacuumadvisor.source.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Resource;

/// Texts that a message or a line may begin with, found by the first byte.
public final class Beginnings {
  private final byte[][] texts;
  private final int[][] byFirstByte;

  /// The list of this name in the resource `beginnings.txt`, where it may have several lines.
  public static Beginnings of(String list) {
    return new Beginnings(
        Resource.lines(Beginnings.class, "beginnings.txt").stream()
            .filter(each -> each.startsWith(list + "|"))
            .flatMap(each -> Stream.of(each.split("[|]", -1)).skip(1))
            .map(each -> each.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new));
  }

  private Beginnings(byte[][] texts) {
    this.texts = texts;
    byFirstByte = IntStream.range(0, 256).mapToObj(this::beginningWith).toArray(int[][]::new);
  }

  private int[] beginningWith(int first) {
    return IntStream.range(0, texts.length).filter(at -> (texts[at][0] & 0xFF) == first).toArray();
  }

  /// The place of the one that these bytes begin with; -1 if there is none.
  public int find(byte[] in, int from, int to) {
    if (from < to) {
      for (int at : byFirstByte[in[from] & 0xFF]) {
        int end = from + texts[at].length;
        if (end <= to && Arrays.equals(in, from, end, texts[at], 0, texts[at].length)) {
          return at;
        }
      }
    }
    return -1;
  }
}
