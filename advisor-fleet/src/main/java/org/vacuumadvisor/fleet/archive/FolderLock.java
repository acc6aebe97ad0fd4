package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A lock on a file, held by this process. The operating system frees it when the process dies.
final class FolderLock implements Closeable {
  /// Within one process a second lock on a file is an error instead of waiting.
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private final FileChannel channel;
  private final FileLock lock;
  private final boolean isShort;

  private FolderLock(FileChannel channel, FileLock lock, boolean isShort) {
    this.channel = channel;
    this.lock = lock;
    this.isShort = isShort;
  }

  /// Waits for the lock; held for moments only.
  static FolderLock shortly(Path file) throws IOException {
    IN_THIS_PROCESS.lock();
    try {
      var channel = open(file);
      return new FolderLock(channel, channel.lock(), true);
    } catch (IOException | RuntimeException failed) {
      IN_THIS_PROCESS.unlock();
      throw failed;
    }
  }

  /// Takes the lock for long; empty where somebody has it.
  static Optional<FolderLock> attempt(Path file) throws IOException {
    var channel = open(file);
    try {
      var lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new FolderLock(channel, lock, false));
      }
    } catch (OverlappingFileLockException _) {
      // This process has it.
    }
    channel.close();
    return Optional.empty();
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    try {
      lock.release();
      channel.close();
    } finally {
      if (isShort) {
        IN_THIS_PROCESS.unlock();
      }
    }
  }
}
