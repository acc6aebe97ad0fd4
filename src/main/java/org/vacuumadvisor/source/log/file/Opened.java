package org.vacuumadvisor.source.log.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;
import org.vacuumadvisor.source.SourceException;

/// An input whose bytes come out decompressed and as UTF-8. A compressed stream that breaks off, or
/// is damaged from some place on, ends there.
public final class Opened implements Stored {
  private static final int PEEK = 4096;

  private final LogSource source;
  private final Counted raw;
  private final Compression compression;
  private final Encoding encoding;
  private final Text text;
  private boolean isCut;

  private Opened(
      LogSource source, Counted raw, Compression compression, Encoding encoding, Text text) {
    this.source = source;
    this.raw = raw;
    this.compression = compression;
    this.encoding = encoding;
    this.text = text;
  }

  public static Opened of(LogSource source) throws SourceException {
    var raw = new Counted(source.open());
    try {
      var stored = new PushbackInputStream(raw, PEEK);
      byte[] first = new byte[PEEK];
      int length = peek(stored, first);
      Compression compression = Compression.of(first, length);
      var plain = new PushbackInputStream(decompressed(compression, stored), PEEK);
      length = peek(plain, first);
      Encoding encoding = Encoding.of(first, length);
      plain.skipNBytes(encoding.mark());
      Charset charset = encoding.charset();
      Text text =
          charset == null ? plain::read : new Recoded(new InputStreamReader(plain, charset));
      return new Opened(source, raw, compression, encoding, text);
    } catch (IOException failure) {
      throw unreadable(source, failure);
    }
  }

  public Compression compression() {
    return compression;
  }

  public Encoding encoding() {
    return encoding;
  }

  /// Whether the bytes are read as they are stored.
  public boolean isPlain() {
    return compression == Compression.NONE && encoding.charset() == null;
  }

  /// Whether the compressed stream broke off.
  public boolean isCut() {
    return isCut;
  }

  @Override
  public long done() {
    return raw.count;
  }

  @Override
  public int read(byte[] into, int from, int most) throws SourceException {
    try {
      return text.read(into, from, most);
    } catch (EOFException | ZipException broken) {
      isCut = true;
      return -1;
    } catch (IOException failure) {
      if (compression == Compression.NONE) {
        throw unreadable(source, failure);
      }
      isCut = true;
      return -1;
    }
  }

  public void close() {
    try {
      if (source.path() != null) {
        raw.close();
      }
    } catch (IOException ignored) {
      // Nothing was written, so nothing is lost.
    }
  }

  private static InputStream decompressed(Compression compression, InputStream stored)
      throws IOException {
    try {
      return compression.decompress(stored);
    } catch (EOFException headerOnly) {
      return InputStream.nullInputStream();
    }
  }

  private static int peek(PushbackInputStream in, byte[] into) throws IOException {
    int length = 0;
    try {
      length = in.readNBytes(into, 0, PEEK);
    } catch (EOFException | ZipException broken) {
      return 0;
    }
    in.unread(into, 0, length);
    return length;
  }

  private static SourceException unreadable(LogSource source, IOException failure) {
    return new SourceException(
        "Reading %s failed: %s.".formatted(source.input().name(), failure.getMessage()), failure);
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

  /// Counts what passes.
  private static final class Counted extends InputStream {
    private final InputStream in;
    private long count;

    Counted(InputStream in) {
      this.in = in;
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

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
