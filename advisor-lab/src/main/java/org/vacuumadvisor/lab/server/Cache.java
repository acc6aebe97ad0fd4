package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A folder of folders that are made once per machine and user, and then only read. Several
/// programs may share it at the same time.
record Cache(Path folder) {
  private static final Object ONE_AT_A_TIME = new Object();

  /// Fills a folder that does not exist yet.
  interface Maker {
    void fill(Path folder) throws IOException;
  }

  /// `$XDG_CACHE_HOME/vacuum-advisor/postgres`, usually below `~/.cache`; where servers cannot
  /// enter our home, a folder of the system.
  static Cache of(Account account) {
    if (account.isAStranger()) {
      return new Cache(Path.of("/var/cache/vacuum-advisor/postgres"));
    }
    var named = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    var caches =
        named.isEmpty() ? Path.of(System.getProperty("user.home", "."), ".cache") : Path.of(named);
    return new Cache(caches.toAbsolutePath().resolve("vacuum-advisor/postgres"));
  }

  /// The folder of that name, made now if it is not there. Others see it complete or not at all.
  Path get(String name, Maker maker) {
    var wanted = folder.resolve(name);
    try {
      if (!Files.isDirectory(wanted)) {
        make(wanted, maker);
      }
      return wanted;
    } catch (IOException e) {
      throw new ServerException(
          "Cannot prepare PostgreSQL in "
              + wanted
              + " ("
              + e.getMessage()
              + "): make room or set XDG_CACHE_HOME to a folder that can be written",
          e);
    }
  }

  private void make(Path wanted, Maker maker) throws IOException {
    Files.createDirectories(folder);
    var lock = wanted.resolveSibling(wanted.getFileName() + ".lock");
    synchronized (ONE_AT_A_TIME) {
      try (var channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        if (!Files.isDirectory(wanted)) {
          var partial = wanted.resolveSibling(wanted.getFileName() + ".partial");
          Folders.delete(partial);
          maker.fill(partial);
          Files.move(partial, wanted, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }
}
