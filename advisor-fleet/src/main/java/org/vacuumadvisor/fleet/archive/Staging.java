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
import java.util.concurrent.ThreadLocalRandom;

/// The folder in which one writer of an archive prepares its files. Nothing in it counts. A lock
/// shows that its writer lives.
final class Staging implements Closeable {
  static final String FOLDER = ".staging";
  private static final String LOCK = "lock";

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
    var name = NAME.format(Instant.now()) + "-" + HexFormat.of().formatHex(random);
    var folder = archive.resolve(FOLDER).resolve(name);
    Files.createDirectories(folder);
    return new Staging(name, folder, FolderLock.attempt(folder.resolve(LOCK)).orElseThrow());
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

  /// A folder for the files of one change, with a name by which changes are in the order of time.
  Path nextFolder() {
    files++;
    return folder.resolve("%s-%06d".formatted(name, files));
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

  @Override
  public void close() throws IOException {
    lock.close();
    DurableFiles.removeAll(folder);
  }
}
