package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Programs that need another root directory, because their C library is newer than this machine's.
/// Only root can run them; there they are nobody.
///
/// @param bin the folder of the programs as seen from within
record ChangedRoot(String version, Path root, Path bin) implements Installation {
  static ChangedRoot of(Path root, Path bin) {
    return new ChangedRoot(Installation.versionOf(new ChangedRoot("", root, bin)), root, bin);
  }

  @Override
  public List<String> command(String program, List<String> arguments) {
    return Stream.concat(
            Stream.of(
                "chroot",
                "--userspec=65534:65534",
                root.toString(),
                bin.resolve(program).toString()),
            arguments.stream())
        .toList();
  }

  @Override
  public String seen(Path path) {
    return "/" + root.relativize(path);
  }

  @Override
  public Path newWorkspace() throws IOException {
    var workspace = Files.createTempDirectory(root.resolve("tmp"), "vacuum-advisor-");
    own(workspace);
    return workspace;
  }

  @Override
  public void own(Path folder) {
    Account.giveToNobody(folder);
  }

  /// Such a root has no `/dev/shm`.
  @Override
  public Map<String, String> settings() {
    return Map.of("dynamic_shared_memory_type", "mmap");
  }

  @Override
  public Cache cache() {
    return new Cache(root.resolve("var/cache/vacuum-advisor"));
  }
}
