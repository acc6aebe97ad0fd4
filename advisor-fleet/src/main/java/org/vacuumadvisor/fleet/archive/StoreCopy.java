package org.vacuumadvisor.fleet.archive;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.vacuumadvisor.source.SourceException;

/// A folder with what is needed of an archive in an object store. Files there never change once a
/// manifest names them, so each is brought once, and removed when the manifest names it no more.
final class StoreCopy {
  /// While the archive is copied to the store, its manifest may be older than its files.
  private static final int ATTEMPTS = 3;

  private final ObjectStore store;
  private final Path folder;
  private final StoreReader reader;

  private StoreCopy(ObjectStore store, Path folder, StoreReader reader) {
    this.store = store;
    this.folder = folder;
    this.reader = reader;
  }

  /// Brings the files of some days and datasets.
  ///
  /// @param environment the variables that name the cache and tell how to get in
  /// @return an archive in the cache of this user, `$XDG_CACHE_HOME/vacuum-advisor/archives`
  /// @throws SourceException if there is no archive, or it cannot be reached or copied
  static Path bring(
      ObjectStore store, Archive.Span span, Set<Dataset> datasets, Map<String, String> environment)
      throws SourceException {
    store.checkIsRead();
    var folder = cache(environment).resolve(store.folderName());
    try {
      DurableFiles.makeFolder(folder.resolve(Manifest.FOLDER));
      try (var _ = Commits.lock(folder);
          var reader = StoreReader.open(store, environment)) {
        new StoreCopy(store, folder, reader).bring(span, datasets);
      }
      return folder;
    } catch (IOException failed) {
      throw Damage.unwrittenCopy(store, folder, failed);
    }
  }

  private static Path cache(Map<String, String> environment) {
    var named = environment.getOrDefault("XDG_CACHE_HOME", "");
    var caches =
        named.isEmpty() ? Path.of(System.getProperty("user.home", "."), ".cache") : Path.of(named);
    return caches.toAbsolutePath().resolve("vacuum-advisor/archives");
  }

  private void bring(Archive.Span span, Set<Dataset> datasets) throws SourceException, IOException {
    for (int attempt = 1; ; attempt++) {
      bringManifest();
      var manifest = reader.manifest(folder);
      boolean areAllThere = true;
      for (var file : manifest.files()) {
        if (datasets.contains(file.dataset()) && span.meets(file) && !file.isWhole(folder)) {
          areAllThere &= bring(file);
        }
      }
      if (areAllThere || attempt == ATTEMPTS) {
        removeUncounted(manifest);
        return;
      }
    }
  }

  /// Only the last checkpoint and what came after it.
  private void bringManifest() throws SourceException, IOException {
    var listed = reader.list(Manifest.FOLDER);
    var names = listed.stream().map(StoreReader.Listed::name).toList();
    var counted = Set.copyOf(Manifest.counted(names));
    if (counted.isEmpty()) {
      throw Damage.noArchive(store);
    }
    var local = folder.resolve(Manifest.FOLDER);
    for (var entry : listed) {
      var file = local.resolve(entry.name());
      if (counted.contains(entry.name())
          && !isHere(entry, file)
          && bring(Manifest.FOLDER + "/" + entry.name(), file)) {
        Files.setLastModifiedTime(file, FileTime.from(entry.modified()));
      }
    }
    for (var file : files(local)) {
      if (!counted.contains(file.getFileName().toString())) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isHere(StoreReader.Listed entry, Path file) throws IOException {
    return Files.exists(file)
        && Files.size(file) == entry.bytes()
        && Files.getLastModifiedTime(file).to(TimeUnit.SECONDS)
            == entry.modified().getEpochSecond();
  }

  private boolean bring(ArchiveFile file) throws SourceException, IOException {
    var place = file.in(folder).normalize();
    if (!place.startsWith(folder)) {
      throw new SourceException(
          "The manifest of %s names a file outside of the archive: nothing of it is read."
              .formatted(store.shown()));
    }
    return bring(file.path(), place);
  }

  /// Gives a file its name when all of it is here.
  ///
  /// @return whether the store has it
  private boolean bring(String path, Path place) throws SourceException, IOException {
    DurableFiles.makeFolder(place.resolveSibling(""));
    var part = place.resolveSibling(place.getFileName() + ".part");
    try {
      boolean isThere = reader.copy(path, part);
      if (isThere) {
        DurableFiles.move(part, place);
      }
      return isThere;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void removeUncounted(Manifest manifest) throws IOException {
    var counted = manifest.files().stream().map(each -> each.in(folder)).collect(toSet());
    for (var file : UncountedFiles.allFiles(folder)) {
      if (!counted.contains(file)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }
}
