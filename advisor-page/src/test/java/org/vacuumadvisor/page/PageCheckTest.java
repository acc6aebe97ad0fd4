package org.vacuumadvisor.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Sound is what a server wrote; each test breaks one rule of it.
class PageCheckTest {
  private final PageCheck check = new PageCheck();
  private final HeapPage page = RecordedPage.read();

  @Test
  void passesWhatAServerWrote() {
    assertEquals(List.of(), check.defects(page));
  }

  @Test
  void passesANewPage() {
    assertEquals(List.of(), check.defects(HeapPage.of(new byte[8192])));
  }

  @Test
  void namesAByteOfAPageThatClaimsToBeNew() {
    var bytes = new byte[8192];
    bytes[5000] = 1;

    assertEquals(
        List.of("bytes 5000 to 5001: not zero, although pd_upper=0 says the page is new"),
        found(HeapPage.of(bytes)));
  }

  @Test
  void namesAnotherSizeAndLayout() {
    LittleEndian.putShort(page.bytes(), HeapPage.PD_PAGESIZE_VERSION_AT, 16384 + 3);

    assertEquals(
        List.of(
            "bytes 18 to 20: says that it has 16384 bytes in layout 3, but it has 8192, and the"
                + " layout is 4"),
        found(page));
  }

  @Test
  void namesUnknownFlags() {
    page.set(0x4000);

    assertEquals(PageDefect.Kind.FLAGS, onlyKind());
  }

  @Test
  void namesPointersThatDoNotFollowOneAnother() {
    page.putLower(page.upper() + 4);

    assertEquals(PageDefect.Kind.POINTERS, onlyKind());
  }

  @Test
  void namesAnEndOfLinePointersInTheMiddleOfOne() {
    page.putLower(page.lower() - 2);

    assertEquals(PageDefect.Kind.POINTERS, onlyKind());
  }

  @Test
  void namesTooManyLinePointers() {
    var empty = HeapPage.of(new byte[8192]);
    var builder = new PageBuilder(8192);
    for (int i = 0; i < 292; i++) {
      builder.linePointer(LpState.LP_UNUSED, 0, 0);
    }

    assertEquals(291, HeapPage.maxTuples(empty.size()));
    assertEquals(
        List.of(
            "bytes 24 to 1192: 292 line pointers, but a page of 8192 bytes has no more than 291"),
        found(builder.build()));
  }

  @Test
  void namesAnUnusedLinePointerThatIsNotEmpty() {
    int number = first(LpState.LP_UNUSED);
    page.putLp(number, 8);

    assertEquals(PageDefect.Kind.LINE_POINTER, onlyKind());
    assertEquals(number, check.defects(page).getFirst().linePointer());
  }

  @Test
  void namesADeadLinePointerWithATuple() {
    page.putLp(first(LpState.LP_DEAD), LinePointer.of(LpState.LP_DEAD, 8000, 32).bits());

    assertEquals(PageDefect.Kind.LINE_POINTER, onlyKind());
  }

  @Test
  void namesARedirectThatLeadsNowhere() {
    int number = first(LpState.LP_REDIRECT);
    page.putLp(number, LinePointer.of(LpState.LP_REDIRECT, 300, 0).bits());
    int at = 24 + (number - 1) * 4;

    assertEquals(
        List.of(
            "line pointer %d, bytes %d to %d: LP_REDIRECT lp_off=300 lp_len=0, but there are %d line pointers"
                .formatted(number, at, at + 4, page.linePointers())),
        found(page));
  }

  @Test
  void namesARedirectToWhatIsNoHeapOnlyTuple() {
    int number = first(LpState.LP_REDIRECT);
    page.putLp(number, LinePointer.of(LpState.LP_REDIRECT, first(LpState.LP_DEAD), 0).bits());

    assertEquals(PageDefect.Kind.REDIRECT, onlyKind());
  }

  @Test
  void namesATupleThatLeavesTheSpaceOfTuples() {
    int number = first(LpState.LP_NORMAL);
    page.putLp(number, LinePointer.of(LpState.LP_NORMAL, 8184, 40).bits());

    assertEquals(
        List.of(
            "line pointer %d, bytes %d to %d: LP_NORMAL lp_off=8184 lp_len=40, but tuples lie between pd_upper=%d and pd_special=8192"
                .formatted(number, 20 + number * 4, 24 + number * 4, page.upper())),
        found(page));
  }

  @Test
  void namesATupleShorterThanItsHeader() {
    int number = first(LpState.LP_NORMAL);
    int offset = page.linePointer(number).offset();
    page.putLp(number, LinePointer.of(LpState.LP_NORMAL, offset, 23).bits());

    assertEquals(PageDefect.Kind.LINE_POINTER, onlyKind());
  }

  @Test
  void namesTuplesThatShareBytes() {
    int number = first(LpState.LP_NORMAL);
    var same = page.linePointer(number);
    page.putLp(first(LpState.LP_UNUSED), same.bits());

    var kinds = check.defects(page).stream().map(PageDefect::kind).toList();

    assertEquals(List.of(PageDefect.Kind.OVERLAP), kinds);
  }

  @Test
  void namesTuplesThatTogetherAreTooLong() {
    var full = new PageBuilder(1024);
    int offset = full.place(new byte[900]);
    full.linePointer(LpState.LP_NORMAL, offset, 900).linePointer(LpState.LP_NORMAL, offset, 900);

    var kinds = check.defects(full.build()).stream().map(PageDefect::kind).toList();

    assertEquals(PageDefect.Kind.ITEM_LENGTHS, kinds.getLast());
  }

  @Test
  void namesATupleWhoseDataBeginsElsewhere() {
    var tuple = page.tuple(first(LpState.LP_NORMAL));
    page.bytes()[tuple.offset() + 22] = 48;

    assertEquals(PageDefect.Kind.TUPLE_HEADER, onlyKind());
    int at = tuple.offset() + 22;
    assertEquals(at, check.defects(page).getFirst().from());
  }

  private PageDefect.Kind onlyKind() {
    var defects = check.defects(page);
    assertEquals(1, defects.size(), defects.toString());
    return defects.getFirst().kind();
  }

  private List<String> found(HeapPage examined) {
    return check.defects(examined).stream().map(PageDefect::toString).toList();
  }

  private int first(LpState state) {
    return IntStream.rangeClosed(1, page.linePointers())
        .filter(number -> page.linePointer(number).state() == state)
        .findFirst()
        .orElseThrow();
  }
}
