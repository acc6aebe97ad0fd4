package org.vacuumadvisor.source.log.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// An input whose bytes come out decompressed and as UTF-8. A compressed stream that breaks off, or
/// is damaged from some place on, ends there.
public final class Opened implements Stored, AutoCloseable {
  private static final int MOST_LAYERS = 3;

  private final LogSource source;
  private final Counted raw;
  private final @Nullable Unpacked unpacked;
  private final Encoding encoding;
  private final Text text;

  private Opened(
      LogSource source, Counted raw, @Nullable Unpacked unpacked, Encoding encoding, Text text) {
    this.source = source;
    this.raw = raw;
    this.unpacked = unpacked;
    this.encoding = encoding;
    this.text = text;
  }

  public static Opened of(LogSource source) throws SourceException {
    var raw = new Counted(source.open());
    try {
      var stored = new Peeked(raw);
      Compression compression = Compression.of(stored.beginning(), stored.length());
      compression.check(source.input().name());
      var unpacked = compression == Compression.NONE ? null : new Unpacked(compression, stored);
      var plain = unpacked == null ? stored : new Peeked(unpacked);
      Encoding encoding = Encoding.of(plain.beginning(), plain.length());
      plain.skipNBytes(encoding.mark());
      Charset charset = encoding.charset();
      Text text =
          charset == null ? plain::read : new Recoded(new InputStreamReader(plain, charset));
      return new Opened(source, raw, unpacked, encoding, text);
    } catch (IOException failure) {
      throw source.unreadable(failure);
    }
  }

  public Compression compression() {
    return unpacked == null ? Compression.NONE : unpacked.compression;
  }

  public Encoding encoding() {
    return encoding;
  }

  /// Whether the bytes are read as they are stored.
  public boolean isPlain() {
    return unpacked == null && encoding.charset() == null;
  }

  /// Whether the compressed stream ended early, or was damaged where the reading stopped.
  public boolean isCut() {
    return unpacked != null && unpacked.isBroken;
  }

  @Override
  public long done() {
    return raw.count;
  }

  @Override
  public int read(byte[] into, int from, int most) throws SourceException {
    try {
      return text.read(into, from, most);
    } catch (IOException failure) {
      throw source.unreadable(failure);
    }
  }

  @Override
  public void close() {
    try {
      if (source.path() != null) {
        raw.close();
      }
    } catch (IOException ignored) {
      // Nothing was written, so nothing is lost.
    }
  }

  /// Gives UTF-8.
  private interface Text {
    int read(byte[] into, int from, int most) throws IOException;
  }

  /// Turns another encoding into UTF-8; what is no character becomes a replacement.
  private static final class Recoded implements Text {
    private final Reader reader;
    private final char[] chars = new char[8192];
    private byte[] bytes = new byte[0];
    private int at;

    Recoded(Reader reader) {
      this.reader = reader;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      if (at == bytes.length) {
        int length = reader.read(chars, 0, chars.length - 1);
        if (length < 0) {
          return -1;
        }
        if (Character.isHighSurrogate(chars[length - 1])) {
          int low = reader.read();
          if (low >= 0) {
            chars[length++] = (char) low;
          }
        }
        bytes = new String(chars, 0, length).getBytes(StandardCharsets.UTF_8);
        at = 0;
      }
      int count = Math.min(most, bytes.length - at);
      System.arraycopy(bytes, at, into, from, count);
      at += count;
      return count;
    }
  }

  /// Decompresses up to the end, or to where the bytes are damaged.
  private static final class Unpacked extends InputStream {
    private final Compression compression;
    private final InputStream stored;
    private @Nullable InputStream in;
    private boolean isBroken;

    Unpacked(Compression compression, InputStream stored) {
      this.compression = compression;
      this.stored = stored;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int most) {
      if (isBroken) {
        return -1;
      }
      try {
        in = in == null ? compression.decompress(stored, MOST_LAYERS) : in;
        return in.read(into, from, most);
      } catch (IOException broken) {
        isBroken = true;
        return -1;
      }
    }
  }

  /// Counts what passes.
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      count += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int length = in.read(into, from, most);
      count += Math.max(0, length);
      return length;
    }
  }
}
