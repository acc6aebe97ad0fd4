package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.vacuumadvisor.unit.Quantities;

/// A lock on a file, held by this process, alone or together with others. The operating system
/// frees it when the process dies. Whoever holds it alone is named in the file.
final class FolderLock implements Closeable {
  private static final Duration AGAIN = Duration.ofMillis(10);

  /// What this process holds: it may open a locked file once, as closing it frees all its locks.
  private static final Map<Path, Held> HELD = new HashMap<>();

  private final Path file;

  /// @param sharers how many hold it together; 0 where somebody has it alone
  private record Held(FileChannel channel, int sharers) {}

  private FolderLock(Path file) {
    this.file = file;
  }

  /// Takes the lock; empty where somebody has it.
  static Optional<FolderLock> attempt(Path file, boolean isShared) throws IOException {
    var key = file.toAbsolutePath();
    synchronized (HELD) {
      var held = HELD.get(key);
      if (held != null && !(isShared && held.sharers() > 0)) {
        return Optional.empty();
      }
      var channel = held == null ? locked(key, isShared) : Optional.of(held.channel());
      channel.ifPresent(each ->
          HELD.put(key, new Held(each, !isShared ? 0 : held == null ? 1 : held.sharers() + 1)));
      return channel.map(_ -> new FolderLock(key));
    }
  }

  private static Optional<FileChannel> locked(Path file, boolean isShared) throws IOException {
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (channel.tryLock(0, Long.MAX_VALUE, isShared) == null) {
      channel.close();
      return Optional.empty();
    }
    if (!isShared) {
      var me = String.valueOf(ProcessHandle.current().pid());
      var _ = channel.truncate(0).write(ByteBuffer.wrap(me.getBytes(StandardCharsets.UTF_8)));
    }
    return Optional.of(channel);
  }

  /// Waits for the lock.
  ///
  /// @throws IOException if somebody has it for longer: who it is
  static FolderLock within(Duration most, Path file, boolean isShared) throws IOException {
    long end = System.nanoTime() + most.toNanos();
    while (true) {
      var lock = attempt(file, isShared);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (System.nanoTime() > end) {
        throw new IOException(
            "%s is at it for more than %s".formatted(holder(file), Quantities.duration(most)));
      }
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  /// `process 4711`, as far as the file tells.
  static String holder(Path file) {
    try {
      var pid = Files.readString(file).strip();
      return pid.isEmpty() ? "another process" : "process " + pid;
    } catch (IOException _) {
      return "another process";
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      var held = HELD.remove(file);
      if (held != null && held.sharers() > 1) {
        HELD.put(file, new Held(held.channel(), held.sharers() - 1));
      } else if (held != null) {
        held.channel().close();
      }
    }
  }
}
