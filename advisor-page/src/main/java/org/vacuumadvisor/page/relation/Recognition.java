package org.vacuumadvisor.page.relation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.source.SourceException;

/// Tells the file of a table from other files, and how large its pages are: by what page headers at
/// some places of the file say of themselves. A few damaged pages do not deceive it.
final class Recognition {
  private static final int SAMPLES = 64;

  /// The usual one first: a file of nothing but zeros says nothing.
  private static final int[] SIZES = {8192, 16384, 32768, 4096, 2048, 1024};

  private final Segment segment;
  private final List<HeapPage> headers = new ArrayList<>();
  private final int pageSize;

  private Recognition(Segment segment, int pageSize) {
    this.segment = segment;
    this.pageSize = pageSize;
  }

  /// The size of the pages, in bytes.
  ///
  /// @throws SourceException if this is no table
  static int pageSize(List<Segment> segments) throws SourceException {
    for (var segment : segments) {
      checkName(segment.file());
    }
    for (var segment : segments) {
      if (segment.size() > 0) {
        return pageSize(segment);
      }
    }
    return SIZES[0];
  }

  private static int pageSize(Segment segment) throws SourceException {
    boolean blank = true;
    Recognition best = null;
    for (int size : SIZES) {
      var candidate = new Recognition(segment, size);
      blank &= candidate.look();
      if (best == null || candidate.headers.size() > best.headers.size()) {
        best = candidate;
      }
    }
    if (best == null || best.headers.isEmpty()) {
      if (blank && segment.size() >= HeapPage.MIN_SIZE) {
        return SIZES[0];
      }
      throw foreign(segment);
    }
    best.checkIsHeap();
    return best.pageSize;
  }

  /// Looks at some pages. Returns whether all of them are blank.
  private boolean look() throws SourceException {
    long pages = segment.size() / pageSize;
    boolean blank = true;
    try (var channel = segment.open()) {
      for (int sample = 0; sample < Math.min(pages, SAMPLES); sample++) {
        long page = pages <= SAMPLES ? sample : sample * pages / SAMPLES;
        var bytes = new byte[pageSize];
        Segment.read(channel, ByteBuffer.wrap(bytes), page * pageSize);
        blank &= isBlank(bytes);
        var header = HeapPage.of(bytes);
        if (header.statedSize() == pageSize && header.layoutVersion() == HeapPage.LAYOUT_VERSION) {
          headers.add(header);
        }
      }
    } catch (IOException failure) {
      throw Words.unreadable(segment.file(), failure);
    }
    return blank;
  }

  private void checkIsHeap() throws SourceException {
    if (headers.stream().filter(this::hasSpecialSpace).count() * 2 > headers.size()) {
      throw new SourceException(
          "%s is no table but an index or a sequence: its pages have a special space of %d bytes,"
                  .formatted(
                      Words.quoted(segment.file()),
                      headers.stream()
                          .filter(this::hasSpecialSpace)
                          .mapToInt(each -> pageSize - each.special())
                          .findFirst()
                          .orElse(0))
              + " and those of tables have none. pg_relation_filepath('table') tells which file is"
              + " the table's.");
    }
    if (headers.stream().allMatch(Recognition::looksLikeMap)) {
      throw new SourceException(
          Words.quoted(segment.file())
              + " is a visibility map or a free space map, or a table of which nothing is left: no"
              + " page of it has a line pointer.");
    }
  }

  private boolean hasSpecialSpace(HeapPage page) {
    return page.special() < pageSize && page.special() > pageSize / 2;
  }

  /// Maps have no line pointers and no flags, and yet hold something. A heap page that became empty
  /// keeps a flag.
  private static boolean looksLikeMap(HeapPage page) {
    var body =
        ByteBuffer.wrap(page.bytes(), HeapPage.HEADER_SIZE, page.size() - HeapPage.HEADER_SIZE);
    return page.linePointers() == 0
        && page.flags() == 0
        && page.upper() == page.size()
        && body.mismatch(ByteBuffer.allocate(body.remaining())) >= 0;
  }

  private static void checkName(Path file) throws SourceException {
    var name = String.valueOf(file.getFileName()).replaceFirst("\\.[0-9]+$", "");
    var fork =
        name.endsWith("_vm")
            ? "the visibility map"
            : name.endsWith("_fsm")
                ? "the free space map"
                : name.endsWith("_init") ? "the empty form" : null;
    if (fork != null) {
      throw new SourceException(
          "%s is %s of a table, not the table. Name the file without that ending."
              .formatted(Words.quoted(file), fork));
    }
  }

  private static SourceException foreign(Segment segment) throws SourceException {
    var start = ByteBuffer.allocate((int) Math.min(segment.size(), 512));
    try (var channel = segment.open()) {
      Segment.read(channel, start, 0);
    } catch (IOException failure) {
      throw Words.unreadable(segment.file(), failure);
    }
    return new SourceException(
        "%s is no file of a table: %s."
            .formatted(Words.quoted(segment.file()), whatInstead(start, segment.size())));
  }

  private static String whatInstead(ByteBuffer start, long size) {
    int magic = start.remaining() < Integer.BYTES ? 0 : start.order(ByteOrder.BIG_ENDIAN).getInt(0);
    if (magic >>> 16 == 0x1f8b) {
      return "it is compressed with gzip; unpack it first";
    }
    if (magic == 0x28b52ffd) {
      return "it is compressed with zstd; unpack it first";
    }
    if (start.remaining() == 512 && start.getInt(257) == 0x75737461) {
      return "it is a tar archive; unpack it first";
    }
    return size < HeapPage.MIN_SIZE
        ? "it has %d bytes, and the smallest page has %d".formatted(size, HeapPage.MIN_SIZE)
        : "where pages would begin, there is no page header of PostgreSQL 8.3 or newer";
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }
}
