package org.vacuumadvisor.source.log.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;

/// What is packed is read to its end, or it is told that it is not.
class OpenedTest {
  private static final String TEXT = text();

  @ParameterizedTest
  @EnumSource
  void unpacksAll(Packing packing) throws Exception {
    assertEquals(new Got(TEXT, false), read(packing.pack(TEXT)));
  }

  @ParameterizedTest
  @EnumSource
  void tellsOfEachCut(Packing packing) throws Exception {
    byte[] whole = packing.pack(TEXT);
    for (int length = 300; length < packing.needed(whole.length); length += whole.length / 23) {
      var got = read(Arrays.copyOf(whole, length));
      assertTrue(got.isCut(), packing + " cut at " + length);
      assertTrue(TEXT.startsWith(got.text()), packing + " cut at " + length);
    }
  }

  /// A changed byte is told, or it is one that carries nothing of the text, as a file's name.
  @ParameterizedTest
  @EnumSource(names = "TAR", mode = EnumSource.Mode.EXCLUDE)
  void tellsOfDamage(Packing packing) throws Exception {
    var random = new Random(29);
    byte[] whole = packing.pack(TEXT);
    for (int trial = 0; trial < 60; trial++) {
      byte[] damaged = whole.clone();
      damaged[20 + random.nextInt(whole.length - 20)] ^= (byte) (1 << random.nextInt(8));
      var got = read(damaged);
      assertTrue(got.isCut() || got.text().equals(TEXT), packing + " " + trial);
    }
  }

  @Test
  void tellsOfWhatIsNoMemberBehindAMember() throws Exception {
    byte[] gzip = Packing.GZIP.pack(TEXT);
    byte[] zeros = Arrays.copyOf(gzip, gzip.length + 9_000);
    byte[] rest = zeros.clone();
    rest[rest.length - 1] = 7;
    assertEquals(new Got(TEXT, false), read(zeros));
    assertEquals(new Got(TEXT, true), read(rest));
  }

  @Test
  void unpacksWhatIsPackedTwiceButNotForEver() throws Exception {
    byte[] packed = Packing.GZIP.pack(TEXT);
    packed = Packing.TAR.pack(packed);
    packed = Packing.XZ.pack(packed);
    assertEquals(new Got(TEXT, false), read(packed));
    for (int layer = 0; layer < 40; layer++) {
      packed = Packing.GZIP.pack(packed);
    }
    assertFalse(read(packed).text().contains("LOG:"));
  }

  @Test
  void refusesWhatIsNotReadWithTheWayToUnpackIt() {
    byte[] bzip2 = "BZh91AY&SY".getBytes(StandardCharsets.US_ASCII);
    var refusal = assertThrows(SourceException.class, () -> read(bzip2));
    assertTrue(refusal.explanation().contains("bzip2 -dc a.log"), refusal.explanation());
  }

  private record Got(String text, boolean isCut) {}

  private static Got read(byte[] stored) throws SourceException {
    var opened =
        Opened.of(LogSource.stream(new Input(0, "a.log"), new ByteArrayInputStream(stored)));
    var text = new ByteArrayOutputStream();
    byte[] buffer = new byte[1000];
    for (int got = 0; got >= 0; got = opened.read(buffer, 0, buffer.length)) {
      text.write(buffer, 0, got);
    }
    assertEquals(-1, opened.read(buffer, 0, buffer.length), "read again at the end");
    return new Got(text.toString(StandardCharsets.UTF_8), opened.isCut());
  }

  private static String text() {
    var random = new Random(8);
    var text = new StringBuilder();
    for (int line = 0; line < 2_000; line++) {
      text.append("LOG:  checkpoint complete: ").append(random.nextLong()).append('\n');
    }
    return text.toString();
  }

  enum Packing {
    GZIP,
    ZSTD,
    XZ,
    ZIP,
    TAR;

    byte[] pack(String text) throws IOException {
      return pack(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] pack(byte[] text) throws IOException {
      var bytes = new ByteArrayOutputStream();
      if (this == TAR) {
        bytes.writeBytes(header(text.length));
        bytes.writeBytes(text);
        bytes.writeBytes(new byte[(512 - text.length % 512) % 512 + 1024]);
        return bytes.toByteArray();
      }
      try (OutputStream packed = stream(bytes)) {
        packed.write(text);
      }
      return bytes.toByteArray();
    }

    /// How many bytes there must be for the text to be whole: archives end with more than it.
    int needed(int length) {
      return switch (this) {
        case GZIP, ZSTD, XZ -> length;
        case ZIP -> length - 150;
        case TAR -> length - 1536;
      };
    }

    private OutputStream stream(OutputStream to) throws IOException {
      return switch (this) {
        case GZIP -> new GZIPOutputStream(to);
        case ZSTD -> new ZstdOutputStream(to).setChecksum(true);
        case XZ -> new XZOutputStream(to, new LZMA2Options(0));
        case ZIP -> {
          var zip = new ZipOutputStream(to);
          zip.putNextEntry(new ZipEntry("a.log"));
          yield zip;
        }
        case TAR -> to;
      };
    }

    private static byte[] header(int length) {
      byte[] header = new byte[512];
      put(header, 0, "a.log");
      put(header, 124, "%011o".formatted(length));
      put(header, 156, "0");
      put(header, 257, "ustar");
      return header;
    }

    private static void put(byte[] header, int at, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(bytes, 0, header, at, bytes.length);
    }
  }
}
