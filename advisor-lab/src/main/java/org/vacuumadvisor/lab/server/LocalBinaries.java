package org.vacuumadvisor.lab.server;

import java.nio.file.Files;
import java.nio.file.Path;
import org.vacuumadvisor.lab.server.Installation.ChangedRoot;
import org.vacuumadvisor.lab.server.Installation.Unpacked;
import org.vacuumadvisor.postgres.Release;

/// Servers from programs on this machine: unpacked from the archives that the build fetched, or, if
/// the system property `vacuumadvisor.postgres19.root` (of any release) names a folder, from an
/// installation: its home with `bin` in it, or a root directory with a Debian package in it.
public final class LocalBinaries {
  private final Archives archives;
  private final Account account;

  LocalBinaries(Archives archives, Account account) {
    this.archives = archives;
    this.account = account;
  }

  /// The binaries of this machine, see [Archives].
  public static LocalBinaries found() {
    if (!Platform.isUnix()) {
      throw new ServerException("Servers of our own need a Unix shell: use WSL");
    }
    return new LocalBinaries(Archives.found(), Account.ofServers());
  }

  /// Whether there are binaries of a release.
  public boolean has(Release release) {
    return isNamed(release) || archives.of(release).isPresent();
  }

  /// Whether a system property names an installation of a release.
  static boolean isNamed(Release release) {
    return !named(release).isEmpty();
  }

  /// Starts a server and waits until it answers.
  ///
  /// @throws ServerException if there is none of that release here, or it does not start
  public PostgresServer start(ServerSpec spec) {
    return PostgresServer.start(spec, installation(spec.release()));
  }

  private Installation installation(Release release) {
    if (isNamed(release)) {
      return named(release, Path.of(named(release)).toAbsolutePath());
    }
    return archives
        .of(release)
        .map(archive -> Unpacked.of(archive, account))
        .orElseThrow(() ->
            new ServerException(
                "There are no binaries of PostgreSQL %s for %s in %s. A build fetches them; packages have 18 alone; vacuumadvisor.binaries names another folder"
                    .formatted(release.major(), Platform.name(), archives.folder())));
  }

  private Installation named(Release release, Path folder) {
    if (Files.isExecutable(folder.resolve("bin/postgres"))) {
      return Unpacked.installed(folder.resolve("bin"), account);
    }
    var inside = "usr/lib/postgresql/" + release.major() + "/bin";
    if (Files.isExecutable(folder.resolve(inside).resolve("postgres"))) {
      return ChangedRoot.of(folder, Path.of("/", inside));
    }
    throw new ServerException(
        property(release)
            + " names "
            + folder
            + ", but there is neither bin/postgres nor "
            + inside
            + "/postgres in it");
  }

  private static String named(Release release) {
    return System.getProperty(property(release), "");
  }

  private static String property(Release release) {
    return "vacuumadvisor.postgres" + release.major() + ".root";
  }
}
