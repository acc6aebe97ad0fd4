package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.reading.LogFile;

/// Checksums by which logs and their entries are known again: the first 64 bits of SHA-256, in
/// hexadecimal.
final class Fingerprint {
  /// Logs that begin alike for so many bytes are one log, as far as they go.
  static final int HEAD = 4096;

  private static final int TAIL = 4096;
  private static final int CHECKSUM = 8;

  private Fingerprint() {}

  /// How a log begins, decompressed.
  static byte[] head(Path log) throws SourceException {
    return LogFile.head(LogSource.file(new Input(0, log.toString()), log), HEAD);
  }

  /// Of what stands in a log right before a place, as it is stored.
  static String before(Path log, long place) throws IOException {
    int length = (int) Math.min(TAIL, place);
    try (var channel = FileChannel.open(log);
        var in = Channels.newInputStream(channel.position(place - length))) {
      return of(in.readNBytes(length));
    }
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static String of(byte[] content) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(Arrays.copyOf(digest, CHECKSUM));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
