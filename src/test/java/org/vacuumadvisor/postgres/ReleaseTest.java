package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseTest {
  /// `server_version_num`: since 10 two digits of the release and four of the minor one.
  @ParameterizedTest
  @CsvSource({
    "90600, 9.6",
    "90624, 9.6",
    "99999, 9.6",
    "100000, 10",
    "170005, 17",
    "189999, 18",
    "200001, 19"
  })
  void isKnownByItsVersionNumber(int number, String major) {
    assertEquals(Release.ofMajor(major), Release.ofVersionNumber(number));
  }

  @Test
  void isNoneBefore96() {
    assertThrows(IllegalArgumentException.class, () -> Release.ofVersionNumber(90524));
    assertThrows(IllegalArgumentException.class, () -> Release.ofMajor("9.5"));
  }

  @Test
  void countsDownTo96() {
    assertEquals(
        List.of(Release.V11, Release.V10, Release.V9_6), Release.V11.andEarlier().toList());
  }

  /// Release notes: 16 removed `vacuum_defer_cleanup_age`, 17 `old_snapshot_threshold`.
  @ParameterizedTest
  @CsvSource({"VACUUM_DEFER_CLEANUP_AGE, 15, 16", "OLD_SNAPSHOT_THRESHOLD, 16, 17"})
  void losesSettings(Setting setting, String last, String gone) {
    assertEquals(true, setting.isIn(Release.ofMajor(last)));
    assertEquals(false, setting.isIn(Release.ofMajor(gone)));
  }

  /// Release notes: 19 removed the bound of multixact members.
  @Test
  void losesFeatures() {
    assertEquals(true, Feature.BOUNDED_MULTIXACT_MEMBERS.isIn(Release.V18));
    assertEquals(false, Feature.BOUNDED_MULTIXACT_MEMBERS.isIn(Release.V19));
  }

  /// `MULTIXACT_MEMBER_SAFE_THRESHOLD` and `…_DANGER_THRESHOLD`: a half and three quarters of 2^32;
  /// from 19 on 2 and 4 billion.
  @Test
  void boundsMembersOfMultixacts() {
    assertEquals(2_147_483_647L, MultixactLimit.lowMembers(Release.V18));
    assertEquals(3_221_225_472L, MultixactLimit.highMembers(Release.V18));
    assertEquals(2_000_000_000L, MultixactLimit.lowMembers(Release.V19));
    assertEquals(4_000_000_000L, MultixactLimit.highMembers(Release.V19));
  }
}
