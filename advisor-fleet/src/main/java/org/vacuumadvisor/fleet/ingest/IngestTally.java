package org.vacuumadvisor.fleet.ingest;

import java.util.List;

/// What came of reading logs into an archive.
///
/// @param files logs of which something new was read
/// @param unchanged logs of which all was there already
/// @param bytes how much was read, as it is stored
/// @param known rows that were read again and are in the archive already
/// @param waiting logs whose last message may not be written out yet: it is read the next time
/// @param problems a sentence for each log that could not be read
public record IngestTally(
    long files,
    long unchanged,
    long bytes,
    long runs,
    long notices,
    long known,
    long waiting,
    List<String> problems) {
  public IngestTally {
    problems = List.copyOf(problems);
  }
}
