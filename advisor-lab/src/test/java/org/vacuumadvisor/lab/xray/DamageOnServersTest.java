package org.vacuumadvisor.lab.xray;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.page.relation.RelationCheck;
import org.vacuumadvisor.page.xray.DamagedBlock;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Oracle: the server, which refuses to read a damaged page.
class DamageOnServersTest {
  private static final int PAGE = 8192;

  @Test
  void findsTheBlocksThatTheServerRefuses()
      throws SQLException, SourceException, IOException, InterruptedException {
    try (var server = XrayedServer.start(Release.V18)) {
      server
          .server()
          .execute(
              "CREATE TABLE t AS SELECT g, repeat('x', 100) FROM generate_series(1, 20000) g",
              "CHECKPOINT");
      var sound = RelationCheck.of(server.files("t"), 2, _ -> {});

      flip(server.file("t"), 3 * PAGE + 5000);
      flip(server.file("t"), 17 * PAGE + 8);
      flip(server.file("t"), 40 * PAGE + 12);
      flip(server.file("t"), 41 * PAGE);
      server.server().restart();
      var damaged = RelationCheck.of(server.files("t"), 2, _ -> {});

      assertEquals(0, sound.damaged());
      assertEquals(0, sound.checksums().wrong());
      assertTrue(sound.checksums().areInUse());
      assertEquals(4, damaged.damaged());
      assertEquals(
          refused(server, sound.pages()),
          damaged.examples().stream().map(DamagedBlock::block).toList());
    }
  }

  private static List<Long> refused(XrayedServer server, long pages) throws SQLException {
    var refused = new TreeSet<Long>();
    for (long block = 0; block < pages; block++) {
      try {
        server.texts("SELECT length(get_raw_page('t', " + block + "))");
      } catch (SQLException unreadable) {
        refused.add(block);
      }
    }
    return List.copyOf(refused);
  }

  private static void flip(Path file, long at) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) ~one.get(0)).flip();
      channel.write(one, at);
    }
  }
}
