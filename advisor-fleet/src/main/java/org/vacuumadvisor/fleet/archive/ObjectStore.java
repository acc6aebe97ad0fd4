package org.vacuumadvisor.fleet.archive;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;

/// The address of an archive that was copied to an object store.
///
/// @param scheme `s3` and the like
/// @param place the bucket and what follows, without a slash at its end
record ObjectStore(String scheme, String place) {
  /// `s3://bucket/x` as a path, which has one slash less.
  private static final Pattern ADDRESS =
      Pattern.compile("(s3|s3a|s3n|gs|gcs|r2|abfss?|az|azure|hdfs|https?):/+(.*?)/*");

  /// What DuckDB's extension httpfs lists and reads.
  private static final Pattern READ = Pattern.compile("s3|s3a|s3n|gs|gcs|r2");

  /// They would stand for many names, or for what follows them.
  private static final Pattern SPECIAL = Pattern.compile("[*?\\[\\]{}#]");

  /// Empty where the archive is a folder.
  static Optional<ObjectStore> of(Path archive) {
    var address = ADDRESS.matcher(archive.toString().replace('\\', '/'));
    return address.matches()
        ? Optional.of(new ObjectStore(address.group(1), address.group(2)))
        : Optional.empty();
  }

  /// Refuses to write to it.
  ///
  /// @throws SourceException if the archive is in an object store
  static void checkIsFolder(Path archive) throws SourceException {
    var store = of(archive);
    if (store.isPresent()) {
      throw new SourceException(
          "%s is in an object store, where an archive is read but not written: files in a store cannot be locked and renamed. Write to a folder on a disk, and copy it there (docs/archive.md)."
              .formatted(store.get().shown()));
    }
  }

  /// @throws SourceException if it cannot be read as a store
  void checkIsRead() throws SourceException {
    if (!READ.matcher(scheme).matches()) {
      throw new SourceException(
          "%s cannot be read: of object stores, addresses with s3://, gs:// and r2:// are. Copy the archive to a folder on this machine."
              .formatted(shown()));
    }
    if (place.isEmpty() || SPECIAL.matcher(place).find()) {
      throw new SourceException(
          "%s is no address of an archive: expected s3://bucket/folder, without any of * ? [ ] { } #."
              .formatted(shown()));
    }
  }

  /// Whether Amazon's variables tell how to get in.
  boolean isAmazons() {
    return scheme.startsWith("s3");
  }

  /// The address of a file in it.
  ///
  /// @param path below the archive, with `/`
  String file(String path) {
    return this + "/" + path;
  }

  /// A name for a folder of its own.
  String folderName() {
    return "%s-%08x"
        .formatted(
            place.replaceAll(".*/", "").replaceAll("[^A-Za-z0-9._-]", "_"),
            Objects.hash(scheme, place));
  }

  /// For a sentence.
  String shown() {
    return TerminalText.escaped(toString());
  }

  @Override
  public String toString() {
    return scheme + "://" + place;
  }
}
