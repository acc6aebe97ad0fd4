package org.vacuumadvisor.gui.paste;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.vacuumadvisor.gui.work.Background.Steps;

/// The lines of a text or file, found by number without holding them all: of every 32nd line the
/// beginning is known.
final class LineStore {
  private static final int STRIDE = 32;
  private static final int LONGEST = 4_000;
  private static final long CHUNK = 1 << 20;

  private final MemorySegment bytes;
  private final long[] begins;
  private final int lines;

  private LineStore(MemorySegment bytes, long[] begins, int lines) {
    this.bytes = bytes;
    this.begins = begins;
    this.lines = lines;
  }

  static LineStore of(byte[] text) {
    return index(MemorySegment.ofArray(text), () -> true);
  }

  /// The lines of a file, which must not become shorter while they are looked at.
  static LineStore of(Path file, Steps steps) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var mapped =
          channel.size() == 0
              ? MemorySegment.ofArray(new byte[0])
              : channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      return index(mapped, steps::goOn);
    }
  }

  private static LineStore index(MemorySegment bytes, BooleanSupplier goOn) {
    var begins = new long[1024];
    int lines = 0;
    long begin = 0;
    long size = bytes.byteSize();
    for (long at = 0; at < size; at++) {
      if (at % CHUNK == 0 && !goOn.getAsBoolean()) {
        break;
      }
      if (bytes.get(ValueLayout.JAVA_BYTE, at) == '\n' || at == size - 1) {
        if (lines % STRIDE == 0) {
          int slot = lines / STRIDE;
          begins = slot < begins.length ? begins : Arrays.copyOf(begins, 2 * slot);
          begins[slot] = begin;
        }
        lines++;
        begin = at + 1;
      }
    }
    return new LineStore(bytes, begins, lines);
  }

  int lines() {
    return lines;
  }

  /// A line without its end; a very long one is shortened.
  ///
  /// @param number from 0
  String line(int number) {
    long begin = begins[number / STRIDE];
    for (int skip = number % STRIDE; skip > 0; skip--) {
      begin = end(begin) + 1;
    }
    long end = end(begin);
    int length = (int) Math.min(LONGEST, end - begin);
    var text = bytes.asSlice(begin, length).toArray(ValueLayout.JAVA_BYTE);
    var line = new String(text, StandardCharsets.UTF_8);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private long end(long from) {
    long at = from;
    while (at < bytes.byteSize() && bytes.get(ValueLayout.JAVA_BYTE, at) != '\n') {
      at++;
    }
    return at;
  }
}
