package org.vacuumadvisor.source.log.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// How the bytes of an input are compressed, told by how they begin.
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /// @param first the first bytes of the input
  static Compression of(byte[] first, int length) {
    if (length >= 3 && first[0] == 0x1F && first[1] == (byte) 0x8B && first[2] == 8) {
      return GZIP;
    }
    boolean isZstd =
        length >= 4
            && first[0] == 0x28
            && first[1] == (byte) 0xB5
            && first[2] == 0x2F
            && first[3] == (byte) 0xFD;
    return isZstd ? ZSTD : NONE;
  }

  InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER);
      case ZSTD -> new ZstdInputStream(in).setContinuous(false);
    };
  }
}
