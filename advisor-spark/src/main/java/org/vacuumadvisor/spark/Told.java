package org.vacuumadvisor.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Dataset;

/// What a task tells the driver beside its runs and notices.
sealed interface Told extends Serializable {
  /// A row of a dataset that has few of them.
  ///
  /// @param log the number of its log in the batch
  record Line(int log, Dataset dataset, ArrayList<@Nullable Object> values) implements Told {}

  /// A log was read. Its problem, if there is one, may leave it rows that count.
  record Taken(
      int log,
      long runs,
      long notices,
      long known,
      long leftOut,
      boolean isLeft,
      @Nullable String problem,
      boolean counts)
      implements Told {}

  static byte[] packed(Told told) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(told);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static Told open(byte[] packed) {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(packed))) {
      return (Told) in.readObject();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
