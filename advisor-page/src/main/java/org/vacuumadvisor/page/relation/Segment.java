package org.vacuumadvisor.page.relation;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One file of a relation. A relation of more than a gigabyte has several: `16384`, `16384.1`, …
///
/// @param number which one it is, from 0
/// @param size in bytes
record Segment(Path file, int number, long size) {
  FileChannel open() throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /// Fills the buffer from that place of the file on.
  ///
  /// @throws EOFException if the file has become shorter
  static void read(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new EOFException("it has become shorter while it was read");
      }
    }
    buffer.flip();
  }
}
