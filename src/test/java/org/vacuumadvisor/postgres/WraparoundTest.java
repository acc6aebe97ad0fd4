package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.unit.XidAge;

class WraparoundTest {
  /// By the limits each release's messages and `varsup.c`, `multixact.c` give.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, IDs,          warning,    stop
          9.6,       TRANSACTIONS, 2136483647, 2146483647
          13,        TRANSACTIONS, 2136483647, 2146483647
          14,        TRANSACTIONS, 2107483647, 2144483647
          18,        TRANSACTIONS, 2107483647, 2144483647
          19,        TRANSACTIONS, 2047483647, 2144483647
          13,        MULTIXACTS,   2137483547, 2147483547
          14,        MULTIXACTS,   2107483647, 2144483647
          19,        MULTIXACTS,   2047483647, 2144483647
          """)
  void limitsAreTheReleases(String major, Wraparound ids, long warning, long stop) {
    var release = Release.ofMajor(major);

    assertEquals(new XidAge(warning), ids.warningAge(release));
    assertEquals(new XidAge(stop), ids.stopAge(release));
  }

  @Test
  void whatRemainsIsWhatTheServerSays() {
    // "must be vacuumed within 87484298 transactions" at that age
    assertEquals(new XidAge(87_484_298), Wraparound.remaining(new XidAge(2_059_999_349)));
  }

  /// 1500 transactions a second, at an age of 150 million.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # limit,    days
          200000000,  0.386
          1600000000, 11.188
          2107483647, 15.104
          2047483647, 14.641
          2136483647, 15.328
          2144483647, 15.390
          2146483647, 15.405
          """)
  void daysToALimitFollowFromTheBurnRate(long limit, double days) {
    var left = Wraparound.daysTo(new XidAge(limit), new XidAge(150_000_000), 1500);

    assertEquals(days, left.orElseThrow(), 0.0005);
  }

  @Test
  void aPassedLimitIsNow() {
    assertEquals(Optional.of(0.0), Wraparound.daysTo(new XidAge(10), new XidAge(11), 0));
    assertEquals(Optional.empty(), Wraparound.daysTo(new XidAge(10), new XidAge(9), 0));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, multixacts, members,    limit
          18,        300000000,  2147483647, 400000000
          18,        300000000,  3221225472, 0
          18,        300000000,  9000000000, 0
          18,        300000000,  2684354559, 150000000
          19,        300000000,  2000000000, 400000000
          19,        300000000,  3000000000, 150000000
          19,        300000000,  4000000000, 0
          19,        900000000,  2100000000, 400000000
          """)
  void membersInUseLowerTheMultixactLimit(String major, long multixacts, long members, long limit) {
    assertEquals(
        (double) limit,
        (double)
            MultixactLimit.of(Release.ofMajor(major), new XidAge(400_000_000), multixacts, members)
                .count(),
        1);
  }

  /// Even where no ID is given out any more.
  @Test
  void whatIsThereIsThereNow() {
    var limit = new XidAge(200_000_000);

    assertEquals(Optional.of(0.0), Wraparound.daysTo(limit, limit, 0));
    assertEquals(Optional.empty(), Wraparound.daysTo(limit, new XidAge(199_999_999), 0));
  }
}
