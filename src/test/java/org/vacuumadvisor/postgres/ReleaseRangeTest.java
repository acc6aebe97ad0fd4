package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseRangeTest {
  @Test
  void isBoundedByWhatCameAndWent() {
    var range = ReleaseRange.endingAt(Release.V16).from(Release.V13);

    assertEquals(new ReleaseRange(Release.V13, Release.V16), range);
    assertEquals(List.of(Release.V16, Release.V15, Release.V14, Release.V13), range.latestFirst());
  }

  /// Work on 18 began in July 2024, on 9.6 in June 2015. Of what no time is shown any may be.
  @ParameterizedTest
  @CsvSource({
    "2024-06-30T00:00:00Z, V9_6, V17",
    "2024-07-01T00:00:00Z, V9_6, V18",
    "2015-09-07T00:00:00Z, V9_6, V9_6",
    "2009-01-01T00:00:00Z, V9_6, V9_6",
    "2031-01-01T00:00:00Z, V9_6, V19",
    "1970-01-01T00:00:00Z, V9_6, V19"
  })
  void nobodyRanAReleaseBeforeItWasMade(Instant time, Release earliest, Release latest) {
    assertEquals(new ReleaseRange(earliest, latest), ReleaseRange.by(time));
  }

  @Test
  void ignoresABoundThatLeavesNothing() {
    var range = ReleaseRange.of(Release.V12);

    assertEquals(range, range.from(Release.V13));
    assertThrows(IllegalArgumentException.class, () -> new ReleaseRange(Release.V18, Release.V13));
  }

  @Test
  void saysItInWords() {
    assertEquals("of an unknown release", ReleaseRange.ANY.inWords());
    assertEquals("13 or later", ReleaseRange.ANY.from(Release.V13).inWords());
    assertEquals("9.6 to 16", ReleaseRange.endingAt(Release.V16).inWords());
    assertEquals("18", ReleaseRange.of(Release.V18).inWords());
  }

  @Test
  void theFeatureOfItsFirstOrLastReleaseBoundsIt() {
    var range = new ReleaseRange(Release.V13, Release.V16);

    assertEquals(range, range.from(Release.V13));
    assertEquals(ReleaseRange.of(Release.V16), range.from(Release.V16));
    assertEquals(range, range.from(Release.V17));
    assertEquals(ReleaseRange.startingAt(Release.V13), ReleaseRange.ANY.from(Release.V13));
  }

  @Test
  void takesWhatBothSay() {
    var range = new ReleaseRange(Release.V13, Release.V16);

    assertEquals(
        new ReleaseRange(Release.V14, Release.V16),
        range.and(ReleaseRange.startingAt(Release.V14)));
    assertEquals(
        new ReleaseRange(Release.V13, Release.V15), range.and(ReleaseRange.endingAt(Release.V15)));
    assertEquals(ReleaseRange.of(Release.V16), range.and(ReleaseRange.startingAt(Release.V16)));
    assertEquals(range, range.and(ReleaseRange.of(Release.V17)));
    assertEquals(range, range.and(ReleaseRange.ANY));
  }

  @Test
  void knowsTheFirstThatLacksSomething() {
    var range = new ReleaseRange(Release.V13, Release.V16);

    assertEquals(Optional.of(Release.V13), range.lacking(Setting.VACUUM_FAILSAFE_AGE::isIn));
    assertEquals(Optional.empty(), range.lacking(Feature.INSERT_TRIGGERED_VACUUM::isIn));
  }

  @Test
  void isPrintedAsPeopleCallIt() {
    assertEquals("PostgreSQL of unknown version", ReleaseRange.ANY.toString());
    assertEquals("PostgreSQL 18", ReleaseRange.of(Release.V18).toString());
    assertEquals("PostgreSQL 16 or 17", new ReleaseRange(Release.V16, Release.V17).toString());
    assertEquals("PostgreSQL 10 to 13", new ReleaseRange(Release.V10, Release.V13).toString());
  }
}
