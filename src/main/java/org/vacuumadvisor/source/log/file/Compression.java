package org.vacuumadvisor.source.log.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;
import org.vacuumadvisor.source.SourceException;

/// How the bytes of an input are packed, told by how they begin. Of an archive the files in it are
/// read one after the other, each unpacked again if need be.
public enum Compression {
  NONE(0, ""),
  GZIP(0, "\u001f\u008b\b"),
  ZSTD(0, "(\u00b5/\u00fd"),
  XZ(0, "\u00fd7zXZ\0"),
  ZIP(0, "PK\3\4"),
  TAR(257, "ustar"),
  /// Not read; nor are the two below.
  BZIP2(0, "BZh"),
  SEVEN_ZIP(0, "7z\u00bc\u00af'\u001c"),
  LZ4(0, "\4\"M\u0018");

  private static final int BUFFER = 1 << 16;
  private static final int BLOCK = 512;

  private final int place;
  private final String magic;

  Compression(int place, String magic) {
    this.place = place;
    this.magic = magic;
  }

  /// @param first the first bytes of the input
  static Compression of(byte[] first, int length) {
    for (var each : values()) {
      if (each != NONE && each.begins(first, length)) {
        return each;
      }
    }
    return NONE;
  }

  private boolean begins(byte[] first, int length) {
    boolean begins = length >= place + magic.length();
    for (int at = 0; begins && at < magic.length(); at++) {
      begins = (first[place + at] & 0xFF) == magic.charAt(at);
    }
    return begins;
  }

  /// Refuses what is not read.
  ///
  /// @param name the input's
  void check(String name) throws SourceException {
    var tool =
        switch (this) {
          case NONE, GZIP, ZSTD, XZ, ZIP, TAR -> null;
          case BZIP2 -> "bzip2 -dc";
          case SEVEN_ZIP -> "7z x -so";
          case LZ4 -> "lz4 -dc";
        };
    if (tool != null) {
      throw new SourceException(
          "%s is compressed in a way that is not read here. Unpack it first: %s %s >FILE"
              .formatted(name, tool, name));
    }
  }

  /// @param layers how often what comes out may be packed again
  InputStream decompress(InputStream in, int layers) throws IOException {
    return switch (this) {
      case NONE, BZIP2, SEVEN_ZIP, LZ4 -> in;
      case GZIP -> new Peeked(new Gzip(in)).unpacked(layers);
      case ZSTD -> new Peeked(new ZstdInputStream(in).setContinuous(false)).unpacked(layers);
      case XZ -> new Peeked(new XZInputStream(in)).unpacked(layers);
      case ZIP -> {
        var zip = new ZipInputStream(in);
        yield new Members(() -> zip.getNextEntry() == null ? null : zip, layers);
      }
      case TAR -> new Members(new Tar(in), layers);
    };
  }

  /// Tells a damaged beginning of a further member from the end, which the JDK does not. Zeros are
  /// the padding of tapes.
  private static final class Gzip extends GZIPInputStream {
    Gzip(InputStream in) throws IOException {
      super(in, BUFFER);
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int got = super.read(into, from, most);
      if (got < 0) {
        for (int at = len - Math.max(0, inf.getRemaining() - 2 * Integer.BYTES); at < len; at++) {
          refuse(buf[at]);
        }
        for (int next = in.read(); next >= 0; next = in.read()) {
          refuse(next);
        }
      }
      return got;
    }

    private static void refuse(int behindEnd) throws ZipException {
      if (behindEnd != 0) {
        throw new ZipException("no member of a gzip file begins here");
      }
    }
  }

  /// Gives the files in an archive.
  private interface Archive {
    /// The bytes of the next file; null if there is none.
    @Nullable InputStream next() throws IOException;
  }

  /// The files of an archive as one text.
  private static final class Members extends InputStream {
    private final Archive archive;
    private final int layers;
    private @Nullable InputStream member;
    private byte last = '\n';

    Members(Archive archive, int layers) {
      this.archive = archive;
      this.layers = layers;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      while (true) {
        var current = member;
        int got = current == null ? -1 : current.read(into, from, most);
        if (got < 0 && last != '\n') {
          into[from] = '\n';
          got = 1;
        }
        if (got > 0) {
          last = into[from + got - 1];
          return got;
        }
        var next = got < 0 ? archive.next() : current;
        if (next == null) {
          return -1;
        }
        member = got < 0 ? new Peeked(next).unpacked(layers) : next;
      }
    }
  }

  /// Reads POSIX's and GNU's tar: a header of 512 bytes, the file, and zeros up to the next block.
  private static final class Tar implements Archive {
    private static final int SIZE = 124;
    private static final int SIZE_DIGITS = 12;
    private static final int TYPE = 156;

    private final InputStream in;
    private long left;

    Tar(InputStream in) {
      this.in = in;
    }

    @Override
    public @Nullable InputStream next() throws IOException {
      while (true) {
        in.skipNBytes(left);
        left = 0;
        byte[] header = new byte[BLOCK];
        int length = in.readNBytes(header, 0, BLOCK);
        if (length == 0 || (length == BLOCK && header[0] == 0)) {
          return null;
        }
        if (length < BLOCK || !TAR.begins(header, length)) {
          throw new ZipException("no file of a tar archive begins here");
        }
        left = Math.ceilDiv(number(header), BLOCK) * BLOCK;
        if (header[TYPE] == '0' || header[TYPE] == 0) {
          return new File(number(header));
        }
      }
    }

    /// Octal digits, or a binary number behind a first bit that is set.
    private static long number(byte[] header) {
      boolean isBinary = header[SIZE] < 0;
      long number = isBinary ? header[SIZE] & 0x7F : 0;
      for (int at = isBinary ? SIZE + 1 : SIZE; at < SIZE + SIZE_DIGITS; at++) {
        if (isBinary) {
          number = number << 8 | (header[at] & 0xFF);
        } else if (header[at] >= '0' && header[at] <= '7') {
          number = number * 8 + header[at] - '0';
        }
      }
      return Math.max(0, number);
    }

    private final class File extends InputStream {
      private long rest;

      File(long size) {
        rest = size;
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int from, int most) throws IOException {
        if (rest == 0) {
          return -1;
        }
        int got = in.read(into, from, (int) Math.min(most, rest));
        if (got < 0) {
          throw new ZipException("the archive ends within a file");
        }
        rest -= got;
        left -= got;
        return got;
      }
    }
  }
}
