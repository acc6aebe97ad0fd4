package org.vacuumadvisor.source.log.line;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.log.file.Compression;
import org.vacuumadvisor.source.log.file.Encoding;

/// What one input turned out to be, and why.
///
/// @param bytes how many were read, after decompression
/// @param lines how many lines it has
/// @param prefix the `log_line_prefix`, given or recognised; null if there is none or another
/// @param sightings what was found, with the line that shows it
/// @param isCut the compressed stream ends before its end: what stands before was read
public record Detection(
    Input input,
    Compression compression,
    Encoding encoding,
    Contents contents,
    long bytes,
    long lines,
    @Nullable String prefix,
    List<Sighting> sightings,
    boolean isCut) {
  public Detection {
    sightings = List.copyOf(sightings);
  }

  /// Whether any message of a server or of psql was found, whatever it is about.
  public boolean hasMessages() {
    return sightings.stream().anyMatch(each -> each.layer().isOfMessages());
  }

  /// What kind of thing the bytes are.
  public enum Contents {
    EMPTY,
    /// Only white space.
    BLANK,
    BINARY,
    TEXT
  }

  /// A layer, how many lines or messages showed it, and the first of them.
  public record Sighting(Layer layer, long count, long line, String text) {}
}
