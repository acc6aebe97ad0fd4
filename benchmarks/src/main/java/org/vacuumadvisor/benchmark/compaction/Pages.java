package org.vacuumadvisor.benchmark.compaction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.PageRepair;
import org.vacuumadvisor.postgres.Release;

/// Pages to be compacted again and again: each run begins with putting them back as they were. They
/// are several, because a processor learns one page by heart.
final class Pages {
  private final List<byte[]> originals;
  private final HeapPage[] pages;
  private final MemorySegment nativeOriginals;
  private final MemorySegment nativePages;

  Pages(List<byte[]> originals) {
    this.originals = List.copyOf(originals);
    this.pages = originals.stream().map(each -> HeapPage.of(each.clone())).toArray(HeapPage[]::new);
    long size = (long) pages.length * pageSize();
    nativeOriginals = Arena.ofAuto().allocate(size, pageSize());
    nativePages = Arena.ofAuto().allocate(size, pageSize());
    for (int each = 0; each < pages.length; each++) {
      MemorySegment.copy(
          MemorySegment.ofArray(originals.get(each)),
          0,
          nativeOriginals,
          (long) each * pageSize(),
          pageSize());
    }
  }

  int count() {
    return pages.length;
  }

  int pageSize() {
    return pages[0].size();
  }

  /// One that fits these pages, as the newest release would do everything but the compaction.
  PageRepair repair(CompactionMethod method) {
    return PageRepair.of(Release.newest(), method, pageSize());
  }

  void restore() {
    for (int each = 0; each < pages.length; each++) {
      System.arraycopy(originals.get(each), 0, pages[each].bytes(), 0, pages[each].size());
    }
  }

  void restoreInC() {
    CTwin.restore(nativePages, nativeOriginals);
  }

  void repair(PageRepair repair) {
    for (var page : pages) {
      repair.repair(page);
    }
  }

  void repairInC(CTwin.Method method) {
    CTwin.repair(nativePages, pages.length, pageSize(), method);
  }

  /// The pages as they are now, made in Java.
  List<byte[]> inJava() {
    return Arrays.stream(pages).map(page -> page.bytes().clone()).toList();
  }

  /// The pages as they are now, made in C.
  List<byte[]> inC() {
    return IntStream.range(0, pages.length)
        .mapToObj(each -> nativePages.asSlice((long) each * pageSize(), pageSize()))
        .map(page -> page.toArray(ValueLayout.JAVA_BYTE))
        .toList();
  }
}
