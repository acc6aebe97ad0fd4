package org.vacuumadvisor.comparison;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Reads an assessment as `advise --format json` writes it. A file can be anything: what is read is
/// bounded, and what is wrong is said.
public final class EarlierReader {
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(16)
          .maxNameLength(1000)
          .maxStringLength(1 << 20)
          .maxNumberLength(40)
          .maxDocumentLength(1L << 30)
          .build();

  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(LIMITS).build();

  private static final int GZIP_MAGIC = 0x1f8b;

  private EarlierReader() {}

  /// The assessment in a file, compressed or not; empty if the file holds a survey.
  ///
  /// @throws IOException with a sentence that says what is wrong with it
  public static Optional<Earlier> read(Path file) throws IOException {
    try (var stream = plain(Files.newInputStream(file));
        var json = JSON.createParser(ObjectReadContext.empty(), stream)) {
      return new EarlierParser(json).read();
    } catch (JacksonIOException failed) {
      throw new IOException(failed.getOriginalMessage(), failed);
    } catch (JacksonException malformed) {
      throw new IOException(
          "line %d is not the JSON that advise --format json writes"
              .formatted(malformed.getLocation() == null ? 0 : malformed.getLocation().getLineNr()),
          malformed);
    }
  }

  private static InputStream plain(InputStream stream) throws IOException {
    var buffered = new BufferedInputStream(stream, 1 << 16);
    buffered.mark(2);
    int first = buffered.read();
    int second = buffered.read();
    buffered.reset();
    return (first << 8 | second) == GZIP_MAGIC ? new GZIPInputStream(buffered) : buffered;
  }
}
