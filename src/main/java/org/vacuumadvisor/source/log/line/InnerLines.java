package org.vacuumadvisor.source.log.line;

/// Takes lines that were inside a wrapper.
interface InnerLines {
  /// Takes the next line.
  ///
  /// @param number the physical line of the wrapper
  void line(byte[] in, int from, int to, long number, Wrapping wrapping);
}
