package org.vacuumadvisor.source.log.line;

import java.util.Arrays;

/// A line that a container runtime wrote in pieces, because it was long.
final class Partial {
  private static final int LARGEST = 1 << 20;

  private byte[] text = new byte[1024];
  private int size;
  private boolean isBegun;
  private long number;

  boolean isEmpty() {
    return !isBegun;
  }

  void add(byte[] in, int from, int to, long line) {
    if (!isBegun) {
      isBegun = true;
      number = line;
    }
    int more = Math.min(to - from, LARGEST - size);
    if (size + more > text.length) {
      text = Arrays.copyOf(text, Math.max(size + more, text.length * 2));
    }
    System.arraycopy(in, from, text, size, more);
    size += more;
  }

  /// Hands over the whole line.
  void release(InnerLines sink, Wrapping wrapping) {
    int end = size;
    size = 0;
    isBegun = false;
    byte[] whole = Arrays.copyOf(text, end);
    sink.line(whole, 0, end, number, wrapping);
  }
}
