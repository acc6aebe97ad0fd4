package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseRangeTest {
  @Test
  void isBoundedByWhatCameAndWent() {
    var range = ReleaseRange.ANY.from(Release.V13).before(Release.V17);

    assertEquals(new ReleaseRange(Release.V13, Release.V16), range);
    assertEquals(List.of(Release.V16, Release.V15, Release.V14, Release.V13), range.latestFirst());
  }

  @Test
  void ignoresABoundThatLeavesNothing() {
    var range = ReleaseRange.of(Release.V12);

    assertEquals(range, range.from(Release.V13));
    assertEquals(range, range.before(Release.V12));
    assertThrows(IllegalArgumentException.class, () -> new ReleaseRange(Release.V18, Release.V13));
  }

  @Test
  void saysItInWords() {
    assertEquals("of an unknown release", ReleaseRange.ANY.inWords());
    assertEquals("13 or later", ReleaseRange.ANY.from(Release.V13).inWords());
    assertEquals("9.6 to 16", ReleaseRange.ANY.before(Release.V17).inWords());
    assertEquals("18", ReleaseRange.of(Release.V18).inWords());
  }
}
