package org.vacuumadvisor.source.log.file;

import org.vacuumadvisor.source.SourceException;

/// Where the bytes of a text come from.
public interface Stored {
  /// Reads some bytes.
  ///
  /// @return how many, or -1 at the end
  int read(byte[] into, int from, int most) throws SourceException;

  /// How many bytes were taken from where they are stored.
  long done();
}
