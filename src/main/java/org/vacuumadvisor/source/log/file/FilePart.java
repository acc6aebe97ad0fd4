package org.vacuumadvisor.source.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.vacuumadvisor.source.SourceException;

/// The bytes of a file from one place to another. Several parts of one channel may be read at once.
public final class FilePart implements Stored {
  private final LogSource source;
  private final FileChannel channel;
  private final long from;
  private final long end;
  private long at;

  /// @param end where reading ends, though the file may be longer by then
  public FilePart(LogSource source, FileChannel channel, long from, long end) {
    this.source = source;
    this.channel = channel;
    this.from = from;
    this.end = end;
    this.at = from;
  }

  @Override
  public int read(byte[] into, int begin, int most) throws SourceException {
    int length = (int) Math.min(most, end - at);
    if (length <= 0) {
      return -1;
    }
    try {
      int got = channel.read(ByteBuffer.wrap(into, begin, length), at);
      at += Math.max(0, got);
      return got;
    } catch (IOException failure) {
      throw source.unreadable(failure);
    }
  }

  @Override
  public long done() {
    return at - from;
  }
}
