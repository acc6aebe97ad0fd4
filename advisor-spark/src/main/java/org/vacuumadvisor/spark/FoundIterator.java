package org.vacuumadvisor.spark;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.reading.LogParts;
import scala.Tuple2;

/// What a task finds in its pieces, one after the other.
final class FoundIterator implements Iterator<Tuple2<FoundAt, byte[]>> {
  private final Batch batch;
  private final Iterator<Piece> pieces;
  private @Nullable Piece piece;
  private LogParts.@Nullable Found found;
  private int number;

  private FoundIterator(Batch batch, List<Piece> pieces) {
    this.batch = batch;
    this.pieces = pieces.iterator();
  }

  /// The pieces of the task that runs in this thread; what is open is closed when it ends.
  static FoundIterator of(Batch batch, List<Piece> pieces) {
    var iterator = new FoundIterator(batch, pieces);
    var _ =
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) _ -> iterator.close());
    return iterator;
  }

  @Override
  public boolean hasNext() {
    return (found != null && found.hasNext()) || pieces.hasNext();
  }

  @Override
  public Tuple2<FoundAt, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    var reading = found;
    var of = piece;
    if (of == null || reading == null || !reading.hasNext()) {
      of = pieces.next();
      reading = batch.logs().get(of.log()).read(batch.split(), of.part());
      number = 0;
    }
    piece = of;
    found = reading;
    return new Tuple2<>(new FoundAt(of.cluster(), of.log(), of.part(), number++), reading.next());
  }

  private void close() {
    if (found != null) {
      found.close();
    }
  }
}
