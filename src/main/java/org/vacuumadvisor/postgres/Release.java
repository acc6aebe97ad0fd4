package org.vacuumadvisor.postgres;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/// A major release of PostgreSQL. What depends on the release is a [Feature] or a default of a
/// setting; nobody outside this package compares releases.
public enum Release {
  V9_6("9.6", 90600),
  V10("10", 100000),
  V11("11", 110000),
  V12("12", 120000),
  V13("13", 130000),
  V14("14", 140000),
  V15("15", 150000),
  V16("16", 160000),
  V17("17", 170000),
  V18("18", 180000),
  V19("19", 190000);

  private final String major;
  private final int firstVersionNumber;

  Release(String major, int firstVersionNumber) {
    this.major = major;
    this.firstVersionNumber = firstVersionNumber;
  }

  /// The name users know: `9.6`, `17`.
  public String major() {
    return major;
  }

  /// The release of a server by its `server_version_num`. A server newer than any release we know
  /// is read as the newest one; a server older than 9.6 is not supported.
  ///
  /// @throws IllegalArgumentException for a version before 9.6
  public static Release ofVersionNumber(int serverVersionNumber) {
    return newestFirst()
        .filter(each -> each.firstVersionNumber <= serverVersionNumber)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "PostgreSQL version number " + serverVersionNumber + " is older than 9.6"));
  }

  /// The release called `major` (`9.6`, `17`).
  ///
  /// @throws IllegalArgumentException if there is none of that name
  public static Release ofMajor(String major) {
    return Arrays.stream(values())
        .filter(each -> each.major.equals(major))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("PostgreSQL " + major + " is not a known release"));
  }

  /// The newest release we know.
  public static Release newest() {
    return V19;
  }

  /// This release, then the one before it, down to 9.6.
  public Stream<Release> andEarlier() {
    return newestFirst().filter(each -> each.compareTo(this) <= 0);
  }

  private static Stream<Release> newestFirst() {
    return Arrays.stream(values()).sorted(Comparator.reverseOrder());
  }
}
