package org.vacuumadvisor.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.postgres.Release;

/// What the manual of a page promises of any page, tried on random ones; the bytes of real servers
/// are compared in the lab.
class PageRepairTest {
  private static final int PAGES = 1_500;
  private static final int[] SIZES = {1 << 10, 1 << 13, 1 << 13, 1 << 13, 1 << 15};

  private record Tuple(int number, int offset, int length, String bytes) {
    static List<Tuple> of(HeapPage page) {
      var tuples = new ArrayList<Tuple>();
      for (int number = 1; number <= page.linePointers(); number++) {
        var pointer = page.linePointer(number);
        if (pointer.length() != 0) {
          int end = pointer.offset() + pointer.length();
          var bytes = HexFormat.of().formatHex(page.bytes(), pointer.offset(), end);
          tuples.add(new Tuple(number, pointer.offset(), pointer.length(), bytes));
        }
      }
      return tuples;
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsEveryTupleAndPutsItWhereItBelongs(CompactionMethod method) {
    for (int seed = 0; seed < PAGES; seed++) {
      var page = page(seed);
      var before = Tuple.of(page);
      var states = states(page);

      repair(Release.V15, method, page);

      var place = "seed " + seed;
      var after = Tuple.of(page);
      assertEquals(before.size(), after.size(), place);
      var expectedOrder = new ArrayList<>(before);
      if (method == CompactionMethod.SORTED) {
        expectedOrder.sort(Comparator.comparingInt(Tuple::offset).reversed());
      }
      int end = page.special();
      for (var tuple : expectedOrder) {
        end -= HeapPage.maxAlign(tuple.length());
        int expected = end;
        var moved =
            after.stream().filter(each -> each.number() == tuple.number()).findFirst().get();
        assertEquals(expected, moved.offset(), place);
        assertEquals(tuple.bytes(), moved.bytes(), place);
      }
      assertEquals(end, page.upper(), place);
      int last = states.size();
      while (last > 0 && states.get(last - 1) == LpState.LP_UNUSED) {
        last--;
      }
      assertEquals(states.subList(0, last), states(page), place);
      assertEquals(
          states(page).contains(LpState.LP_UNUSED), page.has(HeapPage.PD_HAS_FREE_LINES), place);
    }
  }

  @ParameterizedTest
  @EnumSource
  void changesNothingTheSecondTime(CompactionMethod method) {
    for (int seed = 0; seed < PAGES; seed++) {
      var page = page(seed);
      repair(Release.V14, method, page);
      var once = page.bytes().clone();

      repair(Release.V14, method, page);

      assertArrayEquals(once, page.bytes(), "seed " + seed);
    }
  }

  @Test
  void ourCompactionLeavesWhatTheServersLeaves() {
    for (int seed = 0; seed < PAGES; seed++) {
      var ours = page(seed);
      var theirs = page(seed);

      repair(Release.V18, CompactionMethod.STRIDE, ours);
      repair(Release.V18, CompactionMethod.SORT_FREE, theirs);

      blankFreeSpace(ours);
      blankFreeSpace(theirs);
      assertArrayEquals(theirs.bytes(), ours.bytes(), "seed " + seed);
    }
  }

  /// Rows of one length whose line pointers are mostly dead or unused, in every number up to what a
  /// page holds.
  @ParameterizedTest
  @EnumSource
  void findsFewTuplesAmongManyLinePointers(CompactionMethod method) {
    for (int linePointers = 1; linePointers <= HeapPage.maxTuples(8192); linePointers++) {
      var page = PageBuilder.sparse(new SplittableRandom(linePointers), linePointers);
      var before = Tuple.of(page);

      repair(Release.V18, method, page);

      var place = linePointers + " line pointers";
      assertEquals(before.size(), Tuple.of(page).size(), place);
      for (int each = 0; each < before.size(); each++) {
        assertEquals(before.get(each).number(), Tuple.of(page).get(each).number(), place);
        assertEquals(before.get(each).bytes(), Tuple.of(page).get(each).bytes(), place);
      }
      assertEquals(page.special() - 32 * before.size(), page.upper(), place);
    }
  }

  /// From the documented test vector: since 15 the routine may leave no line pointer at all.
  @Test
  void mayCutAllLinePointersOffSince15() {
    var page = new PageBuilder(8192).linePointer(LpState.LP_UNUSED, 0, 0).build();
    var before = new PageBuilder(8192).linePointer(LpState.LP_UNUSED, 0, 0).build();

    repair(Release.V15, CompactionMethod.SORT_FREE, page);
    repair(Release.V14, CompactionMethod.SORT_FREE, before);

    assertEquals(24, page.lower());
    assertFalse(page.has(HeapPage.PD_HAS_FREE_LINES));
    assertEquals(28, before.lower());
    assertTrue(before.has(HeapPage.PD_HAS_FREE_LINES));
  }

  @Test
  void emptiesUnusedLinePointers() {
    var page =
        new PageBuilder(8192)
            .linePointer(LpState.LP_UNUSED, 77, 0)
            .linePointer(LpState.LP_DEAD, 0, 0)
            .build();

    repair(Release.V18, CompactionMethod.SORT_FREE, page);

    assertEquals(new LinePointer(0), page.linePointer(1));
  }

  @Test
  void namesALinePointerThatLeavesTheSpaceOfTuples() {
    var page = new PageBuilder(8192).linePointer(LpState.LP_NORMAL, 8184, 40).build();
    LittleEndian.putShort(page.bytes(), HeapPage.PD_UPPER_AT, 8184);
    var before = page.bytes().clone();

    var thrown =
        assertThrows(
            CorruptPageException.class,
            () -> repair(Release.V18, CompactionMethod.SORT_FREE, page));

    assertEquals(
        "line pointer 1, bytes 24 to 28: LP_NORMAL lp_off=8184 lp_len=40, but tuples lie between"
            + " pd_upper=8184 and pd_special=8192",
        thrown.getMessage());
    assertArrayEquals(before, page.bytes());
  }

  @Test
  void namesPointersOfThePageThatDoNotFollowOneAnother() {
    var page = new PageBuilder(8192).build();
    LittleEndian.putShort(page.bytes(), HeapPage.PD_LOWER_AT, 8193);

    var thrown =
        assertThrows(
            CorruptPageException.class,
            () -> repair(Release.V18, CompactionMethod.SORT_FREE, page));

    assertEquals(PageDefect.Kind.POINTERS, thrown.defect().kind());
  }

  @Test
  void namesTuplesThatAreTooLongTogether() {
    var builder = new PageBuilder(1024);
    int offset = builder.place(new byte[480]);
    for (int i = 0; i < 3; i++) {
      builder.linePointer(LpState.LP_NORMAL, offset, 480);
    }
    var page = builder.build();

    var thrown =
        assertThrows(
            CorruptPageException.class,
            () -> repair(Release.V18, CompactionMethod.SORT_FREE, page));

    assertEquals(PageDefect.Kind.ITEM_LENGTHS, thrown.defect().kind());
  }

  private static HeapPage page(int seed) {
    return PageBuilder.random(new SplittableRandom(seed), SIZES[seed % SIZES.length]);
  }

  private static void repair(Release release, CompactionMethod method, HeapPage page) {
    PageRepair.of(release, method, page.size()).repair(page);
  }

  private static List<LpState> states(HeapPage page) {
    var states = new ArrayList<LpState>();
    for (int number = 1; number <= page.linePointers(); number++) {
      states.add(page.linePointer(number).state());
    }
    return states;
  }

  private static void blankFreeSpace(HeapPage page) {
    Arrays.fill(page.bytes(), page.lower(), page.upper(), (byte) 0);
  }
}
