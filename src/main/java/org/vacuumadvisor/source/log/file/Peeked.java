package org.vacuumadvisor.source.log.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.jspecify.annotations.Nullable;

/// A stream of which the beginning can be looked at before it is read. Where it fails within the
/// beginning, what came before is read first.
final class Peeked extends PushbackInputStream {
  private static final int BYTES_LOOKED_AT = 4096;

  private final byte[] beginning = new byte[BYTES_LOOKED_AT];
  private int length;
  private @Nullable IOException failure;

  Peeked(InputStream in) throws IOException {
    super(in, BYTES_LOOKED_AT);
    try {
      for (int got = 0; got >= 0 && length < BYTES_LOOKED_AT; length += Math.max(0, got)) {
        got = in.read(beginning, length, BYTES_LOOKED_AT - length);
      }
    } catch (IOException broken) {
      failure = broken;
    }
    unread(beginning, 0, length);
  }

  byte[] beginning() {
    return beginning;
  }

  int length() {
    return length;
  }

  /// Unpacks it, as often as it was packed.
  ///
  /// @param layers how often it may be: there are files that unpack to themselves
  InputStream unpacked(int layers) throws IOException {
    var packed = Compression.of(beginning, length);
    return packed == Compression.NONE || layers == 0 ? this : packed.decompress(this, layers - 1);
  }

  @Override
  public int read(byte[] into, int from, int most) throws IOException {
    if (failure != null && pos == buf.length) {
      throw failure;
    }
    return super.read(into, from, most);
  }
}
