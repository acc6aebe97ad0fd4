package org.vacuumadvisor.lab.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// A jar that holds one compressed tar file with the programs of a PostgreSQL version.
///
/// @param version the version and the platform, such as `18.6.0-linux-amd64`
record Archive(Path jar, String version) {
  private static final int OWNER_EXECUTES = 0100;
  private static final Set<PosixFilePermission> PROGRAM =
      PosixFilePermissions.fromString("rwxr-xr-x");

  void unpackInto(Path folder) throws IOException {
    try (var zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(jar)))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().endsWith(".txz")) {
          unpackTar(zip, folder);
          return;
        }
      }
    }
    throw new IOException(jar + " holds no .txz file");
  }

  private static void unpackTar(InputStream compressed, Path folder) throws IOException {
    var tar = new TarArchiveInputStream(new BufferedInputStream(new XZInputStream(compressed)));
    for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      var target = folder.resolve(entry.getName()).normalize();
      if (!target.startsWith(folder)) {
        throw new IOException("The archive reaches outside of itself: " + entry.getName());
      }
      unpack(tar, entry, target);
    }
  }

  private static void unpack(InputStream content, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling(""));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, target);
    if ((entry.getMode() & OWNER_EXECUTES) != 0) {
      Files.setPosixFilePermissions(target, PROGRAM);
    }
  }
}
