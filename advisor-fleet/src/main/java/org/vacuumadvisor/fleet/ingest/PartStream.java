package org.vacuumadvisor.fleet.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The bytes of a part of a log on their way to its reader. It counts lines, and knows where the
/// last of them begin.
final class PartStream extends FilterInputStream {
  /// Of how many lines it knows where they begin.
  static final int REMEMBERED = 4096;

  private final long[] begins = new long[REMEMBERED];
  private long left;
  private long at;
  private long lines;

  /// @param in at the beginning of the part
  /// @param length how long the part is
  PartStream(InputStream in, long length) {
    super(in);
    left = length;
  }

  /// How many lines ended.
  long lines() {
    return lines;
  }

  /// Where a line begins, in bytes from the beginning of the part.
  ///
  /// @param line from 1; one of the last ones
  long begin(long line) {
    return line == 1 ? 0 : begins[Math.floorMod(line, REMEMBERED)];
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int from, int most) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int got = super.read(into, from, (int) Math.min(most, left));
    if (got < 0) {
      left = 0;
      return -1;
    }
    left -= got;
    for (int each = from; each < from + got; each++) {
      at++;
      if (into[each] == '\n') {
        lines++;
        begins[Math.floorMod(lines + 1, REMEMBERED)] = at;
      }
    }
    return got;
  }
}
