package org.vacuumadvisor.page.report;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;

/// X-rays of a page of PostgreSQL 18 that has line pointers of all states.
final class RecordedXray {
  static final String NAME = "16384 <&> \u202e";
  private static final int BLOCK = 5;

  private RecordedXray() {}

  static PageXray page() throws IOException {
    return PageXray.of(HeapPage.of(bytes()), BLOCK);
  }

  /// A relation of two pages: the recorded one, and one whose header was overwritten.
  static RelationXray relation() throws IOException {
    var damaged = PageXray.of(HeapPage.of(damaged()), BLOCK + 1);
    return new RelationXray(8192, BLOCK, List.of(page().census(), damaged.census()));
  }

  static XrayReport everything() throws IOException {
    return new XrayReport(NAME, 100, Optional.of(relation()), Optional.of(page()));
  }

  static XrayReport nothing() {
    return new XrayReport(NAME, 0, Optional.empty(), Optional.empty());
  }

  private static byte[] damaged() throws IOException {
    var bytes = bytes();
    bytes[12] = 1;
    bytes[13] = 0;
    return bytes;
  }

  private static byte[] bytes() throws IOException {
    try (var file = RecordedXray.class.getResourceAsStream("/pages/heap-18.page")) {
      return Objects.requireNonNull(file).readAllBytes();
    }
  }
}
