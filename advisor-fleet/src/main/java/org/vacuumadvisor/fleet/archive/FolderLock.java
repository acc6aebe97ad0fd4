package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A lock on a file, held by this process. The operating system frees it when the process dies.
final class FolderLock implements Closeable {
  /// Within one process a second lock on a file is an error instead of waiting.
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  /// Locks that are held with others, of which a process has one.
  private static final Map<Path, Shared> SHARED = new HashMap<>();

  private final Freeing freeing;

  private interface Freeing {
    void free() throws IOException;
  }

  private FolderLock(Freeing freeing) {
    this.freeing = freeing;
  }

  /// Waits for the lock; held for moments only.
  static FolderLock shortly(Path file) throws IOException {
    IN_THIS_PROCESS.lock();
    try {
      var channel = open(file);
      var lock = channel.lock();
      return new FolderLock(() -> {
        try {
          free(lock, channel);
        } finally {
          IN_THIS_PROCESS.unlock();
        }
      });
    } catch (IOException | RuntimeException failed) {
      IN_THIS_PROCESS.unlock();
      throw failed;
    }
  }

  /// Takes the lock for long; empty where somebody has it.
  static Optional<FolderLock> attempt(Path file) throws IOException {
    synchronized (SHARED) {
      if (SHARED.containsKey(file.toAbsolutePath())) {
        return Optional.empty();
      }
      var channel = open(file);
      try {
        var lock = channel.tryLock();
        if (lock != null) {
          return Optional.of(new FolderLock(() -> free(lock, channel)));
        }
      } catch (OverlappingFileLockException _) {
        // This process has it.
      }
      channel.close();
      return Optional.empty();
    }
  }

  private record Shared(FileChannel channel, FileLock lock, int holders) {}

  /// Holds the lock together with others that hold it so; waits for whoever has it alone.
  static FolderLock shared(Path file) throws IOException {
    var key = file.toAbsolutePath();
    synchronized (SHARED) {
      var held = SHARED.get(key);
      if (held == null) {
        var channel =
            FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
        held = new Shared(channel, channel.lock(0, Long.MAX_VALUE, true), 0);
      }
      SHARED.put(key, new Shared(held.channel(), held.lock(), held.holders() + 1));
    }
    return new FolderLock(() -> leave(key));
  }

  private static void leave(Path key) throws IOException {
    synchronized (SHARED) {
      var held = SHARED.remove(key);
      if (held != null && held.holders() > 1) {
        SHARED.put(key, new Shared(held.channel(), held.lock(), held.holders() - 1));
      } else if (held != null) {
        free(held.lock(), held.channel());
      }
    }
  }

  private static void free(FileLock lock, FileChannel channel) throws IOException {
    lock.release();
    channel.close();
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    freeing.free();
  }
}
