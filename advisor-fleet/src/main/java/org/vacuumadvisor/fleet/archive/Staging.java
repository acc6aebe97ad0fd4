package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// The folder in which one writer of an archive prepares its files. Nothing in it counts. A lock
/// shows that its writer lives.
final class Staging implements Closeable {
  static final String FOLDER = ".staging";
  private static final String LOCK = "lock";

  private static final Pattern FILE = Pattern.compile("(\\d{8}T\\d{6}-[0-9a-f]{8})-\\d+\\.parquet");

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final String name;
  private final Path folder;
  private final FolderLock lock;
  private int files;

  private Staging(String name, Path folder, FolderLock lock) {
    this.name = name;
    this.folder = folder;
    this.lock = lock;
  }

  /// Call it with the archive's lock, so that nobody takes the folder for an abandoned one.
  static Staging open(Path archive) throws IOException {
    byte[] random = new byte[4];
    ThreadLocalRandom.current().nextBytes(random);
    var name = name(Instant.now()) + "-" + HexFormat.of().formatHex(random);
    var folder = archive.resolve(FOLDER).resolve(name);
    Files.createDirectories(folder);
    return new Staging(name, folder, FolderLock.attempt(folder.resolve(LOCK)).orElseThrow());
  }

  /// A moment as the beginning of a name.
  static String name(Instant moment) {
    return NAME.format(moment);
  }

  /// Where DuckDB puts what does not fit into memory.
  Path spill() {
    return folder.resolve("spill");
  }

  /// A name for another file, which no other writer uses.
  Path next() {
    files++;
    return folder.resolve("%s-%d.parquet".formatted(name, files));
  }

  /// Where the manifest's entry waits while the files that it names get their places. It leaves as
  /// the last one: as long as it is here, these files do not count yet.
  Path entry() {
    return entry(folder);
  }

  /// The same of another writer's folder.
  static Path entry(Path staging) {
    return staging.resolve("entry.parquet");
  }

  /// The folders of writers that died. Call it with the archive's lock.
  List<Path> abandoned() throws IOException {
    var abandoned = new ArrayList<Path>();
    try (var others = Files.list(folder.getParent())) {
      for (var other : (Iterable<Path>) others::iterator) {
        if (!other.equals(folder) && Files.isDirectory(other) && isAbandoned(other)) {
          abandoned.add(other);
        }
      }
    }
    return abandoned;
  }

  private static boolean isAbandoned(Path folder) throws IOException {
    var free = FolderLock.attempt(folder.resolve(LOCK));
    if (free.isPresent()) {
      free.get().close();
    }
    return free.isPresent();
  }

  /// The folder in which a file of an archive was prepared; empty if no writer of ours named it.
  static Optional<Path> ofFile(Path archive, Path file) {
    var matcher = FILE.matcher(file.getFileName().toString());
    return matcher.matches()
        ? Optional.of(archive.resolve(FOLDER).resolve(matcher.group(1)))
        : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    lock.close();
    DurableFiles.removeAll(folder);
  }
}
