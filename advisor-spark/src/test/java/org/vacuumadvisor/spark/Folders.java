package org.vacuumadvisor.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// Folders of the tests.
final class Folders {
  private Folders() {}

  /// Removes a folder with all that is in it.
  static Path removed(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> all;
      try (var inside = Files.walk(folder)) {
        all = inside.sorted(Comparator.reverseOrder()).toList();
      }
      for (var each : all) {
        Files.delete(each);
      }
    }
    return folder;
  }

  /// The files in a folder and below.
  static List<Path> files(Path folder) throws IOException {
    try (var inside = Files.walk(folder)) {
      return inside.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
