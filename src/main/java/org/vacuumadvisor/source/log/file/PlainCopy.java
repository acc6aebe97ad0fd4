package org.vacuumadvisor.source.log.file;

import java.io.IOException;
import java.io.OutputStream;
import org.vacuumadvisor.source.SourceException;

/// An input as its reader sees it, decompressed and in UTF-8, for those who want to show its lines:
/// their numbers are those of the places in it.
public final class PlainCopy {
  private static final int BUFFER = 1 << 16;

  private PlainCopy() {}

  /// Whether the reader sees something else than what is stored.
  public static boolean differs(LogSource source) throws SourceException {
    try (var opened = Opened.of(source)) {
      return opened.compression() != Compression.NONE || opened.encoding() != Encoding.UTF_8;
    }
  }

  /// Writes what the reader sees.
  ///
  /// @param most bytes at most
  public static void write(LogSource source, OutputStream out, long most, Progress progress)
      throws SourceException, IOException {
    var total = source.size();
    try (var opened = Opened.of(source)) {
      var buffer = new byte[BUFFER];
      long written = 0;
      for (int length = opened.read(buffer, 0, BUFFER);
          length >= 0 && written < most && progress.goOn(opened.done(), total);
          length = opened.read(buffer, 0, BUFFER)) {
        out.write(buffer, 0, (int) Math.min(length, most - written));
        written += length;
      }
    }
  }
}
