package org.vacuumadvisor.source.saved;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.zip.GZIPInputStream;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.SurveyBuilder;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/// Reads a survey that [SurveyWriter] wrote. A file can be anything: what is read is bounded, and
/// what is wrong is said.
public final class SurveyReader {
  /// A row is four levels deep, the longest text a server shows us 1 MB
  /// (`track_activity_query_size`).
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(16)
          .maxNameLength(1000)
          .maxStringLength(1 << 20)
          .maxNumberLength(20)
          .maxDocumentLength(16L << 30)
          .build();

  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(LIMITS).build();

  private static final int GZIP_MAGIC = 0x1f8b;

  private SurveyReader() {}

  /// The survey in a file, compressed or not.
  ///
  /// @throws SourceException if there is no such file, it is not whole, or not a survey we can read
  public static Survey read(Path file) throws SourceException {
    var builder = new SurveyBuilder();
    read(file, builder);
    return built(builder, file.toString());
  }

  /// The rows in a file, compressed or not.
  ///
  /// @throws SourceException if there is no such file, it is not whole, or not a survey we can read
  public static void read(Path file, Sink sink) throws SourceException {
    try (var stream = Files.newInputStream(file)) {
      read(stream, file.toString(), sink);
    } catch (NoSuchFileException missing) {
      throw new SourceException("There is no file %s.".formatted(file), missing);
    } catch (AccessDeniedException denied) {
      throw new SourceException("Cannot read %s: permission denied.".formatted(file), denied);
    } catch (IOException failed) {
      throw new SourceException("Cannot read %s: %s.".formatted(file, failed.getMessage()), failed);
    }
  }

  /// The survey in a stream, compressed or not.
  ///
  /// @param name what to call the stream in messages
  /// @throws SourceException if it is not whole, or not a survey we can read
  public static Survey read(InputStream stream, String name) throws SourceException {
    var builder = new SurveyBuilder();
    read(stream, name, builder);
    return built(builder, name);
  }

  /// The rows in a stream, compressed or not.
  ///
  /// @param name what to call the stream in messages
  /// @throws SourceException if it is not whole, or not a survey we can read
  public static void read(InputStream stream, String name, Sink sink) throws SourceException {
    try (var json = JSON.createParser(ObjectReadContext.empty(), plain(stream))) {
      new SurveyParser(json, name, sink).read();
    } catch (JacksonIOException | IOException unreadable) {
      throw unreadable(name, unreadable);
    } catch (StreamConstraintsException monstrous) {
      throw new SourceException(
          "%s is not a survey file: %s".formatted(name, firstLine(monstrous)), monstrous);
    } catch (UnexpectedEndOfInputException cut) {
      throw SurveyParser.cutOff(name, cut);
    } catch (JacksonException malformed) {
      throw new SourceException(
          "%s is not a survey file, or was damaged: line %d, column %d is not JSON. %s"
              .formatted(
                  name,
                  malformed.getLocation() == null ? 0 : malformed.getLocation().getLineNr(),
                  malformed.getLocation() == null ? 0 : malformed.getLocation().getColumnNr(),
                  SurveyParser.WHENCE),
          malformed);
    } catch (ArithmeticException | IllegalArgumentException | DateTimeException impossible) {
      throw impossible(name, impossible);
    }
  }

  private static Survey built(SurveyBuilder builder, String name) throws SourceException {
    try {
      return builder.build();
    } catch (ArithmeticException | IllegalArgumentException | DateTimeException impossible) {
      throw impossible(name, impossible);
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

  private static SourceException unreadable(String name, Exception failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause instanceof EOFException
        ? SurveyParser.cutOff(name, failure)
        : new SourceException(
            "Cannot read %s: %s. Is it damaged?".formatted(name, cause.getMessage()), failure);
  }

  private static SourceException impossible(String name, RuntimeException cause) {
    return new SourceException(
        "%s has a value in it that no server has: it was changed or damaged. %s"
            .formatted(name, SurveyParser.WHENCE),
        cause);
  }

  private static String firstLine(JacksonException failure) {
    return failure.getOriginalMessage().lines().findFirst().orElse("it is too large") + ".";
  }
}
