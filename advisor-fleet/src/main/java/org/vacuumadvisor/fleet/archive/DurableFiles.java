package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Files that survive a crash of the machine once a call returns.
final class DurableFiles {
  private static final boolean IS_WINDOWS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

  private DurableFiles() {}

  /// Brings a file's content to the disk.
  static void force(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /// Brings the names in a folder to the disk. Windows does so by itself, and opens no folders.
  static void forceNames(Path folder) throws IOException {
    if (IS_WINDOWS) {
      return;
    }
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
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
        forceNames(parent);
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
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        sum.update(buffer, 0, got);
      }
    }
    return "%08x".formatted(sum.getValue());
  }

  /// Removes a folder with all that is in it.
  static void removeAll(Path folder) throws IOException {
    try {
      var _ = Files.walkFileTree(folder, new Removal());
    } catch (NoSuchFileException _) {
      // Somebody else was faster.
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
