package org.vacuumadvisor.page.xray;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.CorruptPageException;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.PageWalk.Deed;

/// Walks through the vacuum of block 29 of a table of PostgreSQL 18, which was recorded before and
/// after that server vacuumed it.
class PageWalkTest {
  private static final int BLOCK = 29;

  @Test
  void endsAsTheServerLeftThePage() {
    var walked = PageWalk.of(before(), CompactionMethod.SORT_FREE).after().page();
    var server = page("after-vacuum-18");

    assertEquals(tuples(server), tuples(walked));
    assertArrayEquals(pointers(server), pointers(walked));
  }

  @Test
  void freesWhatTheServerFreed() {
    var walk = PageWalk.of(before(), CompactionMethod.SORT_FREE);

    assertEquals(page("after-vacuum-18").exactFreeSpace(), walk.after().page().exactFreeSpace());
  }

  /// What a census of the page says is counted otherwise, without pruning anything.
  @ParameterizedTest
  @EnumSource
  void prunesWhatTheCensusForetells(CompactionMethod method) {
    var before = before();
    var pruned = assertInstanceOf(Deed.Pruned.class, PageWalk.of(before, method).deeds().get(1));

    assertEquals(before.census().of(Figure.VACUUM_FREES_BYTES), pruned.bytes());
  }

  @ParameterizedTest
  @EnumSource
  void arrivesWhereTheCompactionPutsEverything(CompactionMethod method) {
    var walk = PageWalk.of(before(), method);
    int compacted = indexOfCompacted(walk);

    assertEquals(tuples(walk.picture(compacted)), tuples(walk.picture(compacted - 1)));
  }

  @ParameterizedTest
  @EnumSource
  void coversThePageInEveryStep(CompactionMethod method) {
    var walk = PageWalk.of(before(), method);
    for (int step = 0; step < walk.deeds().size(); step++) {
      int end = 0;
      for (var stretch : walk.picture(step)) {
        assertEquals(end, stretch.from(), "step " + step);
        assertTrue(stretch.to() > stretch.from(), "step " + step);
        end = stretch.to();
      }
      assertEquals(8192, end, "step " + step);
    }
  }

  /// Nothing is lost on the way: while tuples are set aside they are missing, else all are there.
  @ParameterizedTest
  @EnumSource
  void showsEveryTupleThatIsOnThePage(CompactionMethod method) {
    var walk = PageWalk.of(before(), method);
    int stay = tuples(walk.after().picture()).size();
    int missing = 0;
    for (int step = 1; step < walk.deeds().size(); step++) {
      switch (walk.deeds().get(step)) {
        case Deed.SetAside aside -> missing = aside.tuples();
        case Deed.Moved run -> missing = Math.max(0, missing - run.pointers().size());
        case Deed.AsItIs _, Deed.Pruned _, Deed.Compacted _, Deed.Swept _ -> {}
      }
      assertEquals(stay - missing, tuples(walk.picture(step)).size(), "step " + step);
    }
  }

  @Test
  void movesRunsTogetherSincePostgres14AndOneByOneBefore() {
    var before = before();
    var sorted = moves(PageWalk.of(before, CompactionMethod.SORTED));
    var sortFree = moves(PageWalk.of(before, CompactionMethod.SORT_FREE));

    assertTrue(sorted.stream().allMatch(each -> each.pointers().size() == 1));
    assertTrue(sortFree.size() < sorted.size(), sortFree::toString);
  }

  @Test
  void leavesThePageAlone() {
    var before = before();
    var bytes = before.page().bytes().clone();
    PageWalk.of(before, CompactionMethod.STRIDE);

    assertArrayEquals(bytes, before.page().bytes());
  }

  @Test
  void hasNothingToDoOnAPageThatWasVacuumed() {
    var walk = PageWalk.of(PageXray.of(page("after-vacuum-18"), BLOCK), CompactionMethod.SORT_FREE);

    assertEquals(List.of(new Deed.AsItIs()), walk.deeds());
  }

  @Test
  void refusesAPageThatCannotBeReliedOn() {
    var page = page("before-vacuum-18");
    page.bytes()[14] = 1;
    page.bytes()[15] = 0;
    var xray = PageXray.of(page, BLOCK);

    assertThrows(CorruptPageException.class, () -> PageWalk.of(xray, CompactionMethod.SORT_FREE));
  }

  private static PageXray before() {
    return PageXray.of(page("before-vacuum-18"), BLOCK);
  }

  private static int indexOfCompacted(PageWalk walk) {
    int at = 0;
    while (!(walk.deeds().get(at) instanceof Deed.Compacted)) {
      at++;
    }
    return at;
  }

  private static List<Deed.Moved> moves(PageWalk walk) {
    return walk.deeds().stream()
        .filter(Deed.Moved.class::isInstance)
        .map(Deed.Moved.class::cast)
        .toList();
  }

  private static List<String> tuples(List<Stretch> picture) {
    return picture.stream()
        .filter(each -> each.pointer() > 0 && each.from() >= 1000)
        .map(each -> each.pointer() + " " + each.from() + " to " + each.to())
        .toList();
  }

  /// Where each tuple lies, and its user data: hint bits are set by whoever looks.
  private static List<String> tuples(HeapPage page) {
    return Item.of(page).stream()
        .filter(Item.Row.class::isInstance)
        .map(item -> ((Item.Row) item).tuple())
        .map(tuple -> {
          int data = tuple.offset() + tuple.hoff();
          int end = tuple.offset() + tuple.length();
          return tuple.number()
              + " at "
              + tuple.offset()
              + ": "
              + HexFormat.of().formatHex(page.bytes(), data, end);
        })
        .toList();
  }

  private static int[] pointers(HeapPage page) {
    var bits = new int[page.linePointers()];
    for (int number = 1; number <= bits.length; number++) {
      bits[number - 1] = page.linePointer(number).bits();
    }
    return bits;
  }

  private static HeapPage page(String name) {
    try (var file = PageWalkTest.class.getResourceAsStream("/pages/" + name + ".page")) {
      return HeapPage.of(Objects.requireNonNull(file).readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
