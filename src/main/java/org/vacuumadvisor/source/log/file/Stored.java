package org.vacuumadvisor.source.log.file;

import org.vacuumadvisor.source.SourceException;

/// Where the bytes of a text come from.
public interface Stored {
  /// Reads some bytes.
  ///
  /// @return how many, or -1 at the end
  int read(byte[] into, int from, int most) throws SourceException;

  /// Reads as many as there is room for.
  ///
  /// @return how many there were
  default int fill(byte[] into) throws SourceException {
    int length = 0;
    for (int got = 0; got >= 0 && length < into.length; length += Math.max(0, got)) {
      got = read(into, length, into.length - length);
    }
    return length;
  }

  /// How many bytes were taken from where they are stored.
  long done();
}
