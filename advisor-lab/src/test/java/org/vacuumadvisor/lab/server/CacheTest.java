package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
  @TempDir private Path folder;

  @Test
  void makesAThingOnceForAllWhoWantItAtTheSameTime() throws IOException {
    var made = new AtomicInteger();

    var found =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(_ -> new Cache(folder).get("thing", path -> make(path, made)))
            .distinct()
            .toList();

    assertEquals(1, made.get());
    assertEquals(1, found.size());
    assertEquals("content", Files.readString(found.getFirst().resolve("file")));
  }

  @Test
  void showsNothingOfAThingThatFailedAndTriesAgain() throws IOException {
    var cache = new Cache(folder);
    var failure =
        assertThrows(
            ServerException.class,
            () ->
                cache.get(
                    "thing",
                    path -> {
                      make(path, new AtomicInteger());
                      throw new IOException("No space left on device");
                    }));

    assertEquals(
        "Cannot prepare PostgreSQL in "
            + folder.resolve("thing")
            + " (No space left on device): make room or set XDG_CACHE_HOME to a folder that can be"
            + " written",
        failure.getMessage());
    assertFalse(Files.exists(folder.resolve("thing")));
    var thing = cache.get("thing", path -> make(path, new AtomicInteger()));
    assertEquals("content", Files.readString(thing.resolve("file")));
  }

  private static void make(Path path, AtomicInteger made) throws IOException {
    made.incrementAndGet();
    Files.createDirectory(path);
    Files.writeString(path.resolve("file"), "content");
  }
}
