package org.vacuumadvisor.source.log.reading;

import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;

/// Where the parts of one file are put together again, in their order. A part that begins before
/// the end of those that came before is passed over: they went on over its beginning, as the file
/// turned out to be another than it seemed.
final class Joint {
  private final String file;
  private final EntrySink sink;
  private Lines.Sum all = Lines.Sum.NOTHING;
  private boolean isPassedOver;

  /// @param file what the file is called
  /// @param sink takes all messages
  Joint(String file, EntrySink sink) {
    this.file = file;
    this.sink = sink;
  }

  /// A part begins.
  ///
  /// @param place bytes from the beginning of the text; -1 if the part belongs to the one before
  /// @return whether what it holds is wanted
  /// @throws SourceException if something is missing before it
  boolean begin(long place) throws SourceException {
    if (place > all.bytes()) {
      throw new SourceException("%s was changed while it was read. Read it again.".formatted(file));
    }
    isPassedOver = place >= 0 && place < all.bytes();
    return !isPassedOver;
  }

  /// Takes over messages of the part.
  void messages(Batch batch) {
    if (!isPassedOver) {
      batch.hand(sink, all.lines());
    }
  }

  /// The part has ended.
  void end(Lines.Sum sum) {
    if (!isPassedOver) {
      all = all.and(sum);
    }
  }

  /// What was read of all parts so far.
  Lines.Sum all() {
    return all;
  }
}
