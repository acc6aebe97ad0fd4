package org.vacuumadvisor.lab.server;

import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.postgres.Release;

/// The releases that tests run on.
public final class Releases {
  private static final String PROPERTY = "vacuumadvisor.releases";

  private Releases() {}

  /// Those that the system property `vacuumadvisor.releases` lists (`13,14`), or else all that
  /// there are binaries of; and those for which an installation is named, see [LocalBinaries]. A
  /// source for `@MethodSource`.
  public static List<Release> underTest() {
    var listed = Arrays.asList(System.getProperty(PROPERTY, "").split(","));
    var binaries = LocalBinaries.found();
    return Arrays.stream(Release.values())
        .filter(release ->
            LocalBinaries.isNamed(release)
                || (listed.contains("") ? binaries.has(release) : listed.contains(release.major())))
        .toList();
  }
}
