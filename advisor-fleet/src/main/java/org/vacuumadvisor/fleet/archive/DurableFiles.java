package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/// Files that survive a crash of the machine once a call returns.
final class DurableFiles {
  private static final boolean IS_WINDOWS = System.getProperty("os.name").startsWith("Windows");

  private DurableFiles() {}

  /// Brings a file's content to the disk.
  static void force(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /// Brings the names in folders to the disk. Windows does so by itself, and opens no folders.
  static void forceNames(Set<Path> folders) throws IOException {
    for (var folder : IS_WINDOWS ? Set.<Path>of() : folders) {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /// Makes a folder, and its name durable in its parent.
  static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      var parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        makeFolder(parent);
      }
      Files.createDirectories(folder);
      if (parent != null) {
        forceNames(Set.of(parent));
      }
    }
  }

  /// Gives a file its name at once, in place of one that has it.
  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /// The checksum of a file's content (CRC-32C) in hexadecimal.
  static String checksum(Path file) throws IOException {
    var sum = new CRC32C();
    try (var in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        sum.update(buffer, 0, got);
      }
    }
    return "%08x".formatted(sum.getValue());
  }

  /// The files in a folder and the folders in it, in order; none where there is no such folder.
  static List<Path> in(Path folder) throws IOException {
    return tree(folder).stream().filter(Files::isRegularFile).sorted().toList();
  }

  /// Removes a folder with all that is in it.
  static void removeAll(Path folder) throws IOException {
    remove(tree(folder).stream().sorted(Comparator.reverseOrder()).toList());
  }

  static void remove(List<Path> files) throws IOException {
    for (var each : files) {
      Files.deleteIfExists(each);
    }
  }

  /// All that is below a folder, and itself. What another process removes meanwhile is not there.
  private static List<Path> tree(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.toList();
    } catch (NoSuchFileException gone) {
      return Files.isDirectory(folder) ? tree(folder) : List.of();
    } catch (UncheckedIOException failed) {
      if (failed.getCause() instanceof NoSuchFileException) {
        return Files.isDirectory(folder) ? tree(folder) : List.of();
      }
      throw failed.getCause();
    }
  }
}
