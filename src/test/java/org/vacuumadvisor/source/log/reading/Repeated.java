package org.vacuumadvisor.source.log.reading;

import java.io.InputStream;

/// The same bytes over and over, without holding them.
final class Repeated extends InputStream {
  private final byte[] bytes;
  private long left;
  private int at;

  Repeated(byte[] bytes, long size) {
    this.bytes = bytes.clone();
    this.left = size;
  }

  @Override
  public int read() {
    if (left == 0) {
      return -1;
    }
    left--;
    int next = bytes[at] & 0xFF;
    at = (at + 1) % bytes.length;
    return next;
  }

  @Override
  public int read(byte[] into, int from, int most) {
    if (left == 0) {
      return -1;
    }
    int count = (int) Math.min(Math.min(most, left), bytes.length - at);
    System.arraycopy(bytes, at, into, from, count);
    left -= count;
    at = (at + count) % bytes.length;
    return count;
  }
}
