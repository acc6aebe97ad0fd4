package org.vacuumadvisor.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// A page of PostgreSQL 18 with line pointers of all states, as its file held it: block 5 of a
/// table in a cluster with checksums.
final class RecordedPage {
  static final int BLOCK = 5;

  private RecordedPage() {}

  static HeapPage read() {
    try (var file = RecordedPage.class.getResourceAsStream("/pages/heap-18.page")) {
      return HeapPage.of(Objects.requireNonNull(file).readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
