package org.vacuumadvisor.fleet.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;

@Timeout(120)
@ResourceLock("the server of all tests")
class WatcherTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);

  @TempDir private Path folder;

  @Test
  void keepsWhoHoldsTheOldestXmin() throws SourceException, SQLException, InterruptedException {
    SERVER.execute(
        "CREATE TABLE IF NOT EXISTS held (i int)",
        "INSERT INTO held VALUES (1)",
        "DELETE FROM held");
    try (var holder = SERVER.connect()) {
      holder.setAutoCommit(false);
      try (var statement = holder.createStatement()) {
        statement.execute("SET application_name = 'night job'");
        statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        statement.execute("SELECT count(*) FROM held");
        var looks = once(List.of(target("db1")));

        assertInstanceOf(Look.Full.class, looks.getFirst());
      }
    }

    var rows = query("SELECT * FROM holders WHERE cluster = 'db1' AND application = 'night job'");
    assertEquals(1, rows.size());
    assertEquals("session", rows.getFirst().text("kind").orElseThrow());
    assertTrue(rows.getFirst().time("since").isPresent());
    assertEquals("postgres", rows.getFirst().text("database").orElseThrow());
    assertEquals(
        1, query("SELECT 1 FROM tables WHERE table_name = 'held' AND cluster = 'db1'").size());
    assertEquals(
        1, query("SELECT 1 FROM servers WHERE database IS NULL AND state = 'surveyed'").size());
  }

  @Test
  void keepsThatAServerCouldNotBeSeen() throws SourceException, InterruptedException, IOException {
    int free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    var looks =
        once(
            List.of(
                new Target(
                    "gone", Target.of("postgresql://127.0.0.1:" + free + "/x").parameters())));

    assertInstanceOf(Look.Failed.class, looks.getFirst());
    var row = query("SELECT * FROM servers WHERE cluster = 'gone'").getFirst();
    assertEquals("failed", row.text("state").orElseThrow());
    assertTrue(row.text("reason").isPresent());
    assertTrue(row.text("verdict").isEmpty());
    assertTrue(row.count("xid_age").isEmpty());
  }

  /// A database in which the role may not read the views of tables: nothing is known of them.
  @Test
  void keepsWhatItCouldNotSeeWhereItCannotJudge() throws Exception {
    SERVER.execute("DROP DATABASE IF EXISTS unread", "CREATE DATABASE unread");
    SERVER.execute("DROP ROLE IF EXISTS unreading", "CREATE ROLE unreading LOGIN");
    var database = SERVER.uri("unread");
    try (var owner = SERVER.connect("unread");
        var statement = owner.createStatement()) {
      statement.execute("REVOKE SELECT ON pg_stat_all_tables FROM PUBLIC");
    }

    var _ =
        once(List.of(new Target("unread", Target.of(database + "?user=unreading").parameters())));

    var row =
        query("SELECT * FROM servers WHERE cluster = 'unread' AND verdict IS NOT NULL").getFirst();
    assertEquals("nothing_to_judge", row.text("verdict").orElseThrow());
    var reason = row.text("reason").orElseThrow();
    assertTrue(reason.contains("permission denied for view pg_stat_all_tables"), reason);
    assertTrue(reason.contains("To see it: grant the role SELECT on it"), reason);
  }

  @Test
  void letsNoSilentServerDelayAnother() throws SourceException, InterruptedException, IOException {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var targets = new ArrayList<Target>();
      for (int each = 0; each < 3; each++) {
        targets.add(
            new Target(
                "silent" + each,
                Target.of(
                        "postgresql://127.0.0.1:%d/x?connect_timeout=600"
                            .formatted(silent.getLocalPort()))
                    .parameters()));
      }
      targets.add(target("db1"));
      var seen = new AtomicInteger();
      var options =
          new WatchOptions(
              Duration.ofMinutes(5),
              Duration.ofMillis(200),
              4,
              Duration.ofSeconds(10),
              Databases.CURRENT,
              OptionalInt.empty());
      var ended = new ArrayList<Watcher>();
      var watcher =
          new Watcher(
              targets,
              options,
              look -> {
                if (look.target().name().equals("db1") && seen.incrementAndGet() == 5) {
                  ended.forEach(Watcher::stop);
                }
              },
              _ -> {});
      ended.add(watcher);

      watcher.run(Optional.of(folder));
    }

    assertEquals(
        1,
        query(
                "SELECT 1 FROM servers WHERE cluster = 'db1' AND database IS NULL AND state ="
                    + " 'surveyed'")
            .size());
    assertTrue(query("SELECT 1 FROM servers WHERE state = 'seen'").size() >= 4);
  }

  @Test
  void readsAListOfServers() throws SourceException, IOException {
    var list =
        Files.writeString(
            folder.resolve("servers.txt"),
            """
            # the shop
            shop    postgresql://monitor@db1.example.com/shop

            host=db2.example.com dbname=shop
            """);

    var targets = Target.in(list);

    assertEquals(
        List.of("shop", "db2.example.com:5432"), targets.stream().map(Target::name).toList());
    assertThrows(
        SourceException.class,
        () -> Target.checkNames(List.of(targets.getFirst(), targets.getFirst())));
  }

  @Test
  void warnsOfPasswordsThatOthersMayRead() throws SourceException, IOException {
    var list = Files.writeString(folder.resolve("secret.txt"), "postgresql://me:hunter2@db1/shop");
    var targets = Target.in(list);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-r--r--"));
    var told = Target.warning(list, targets).orElseThrow();

    assertTrue(told.contains("0600") && !told.contains("hunter2"), told);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
    assertEquals(Optional.empty(), Target.warning(list, targets));
  }

  private List<Look> once(List<Target> targets) throws SourceException, InterruptedException {
    var looks = new ArrayList<Look>();
    watcher(targets, looks::add).once(Optional.of(folder));
    return looks;
  }

  private static Watcher watcher(List<Target> targets, Consumer<Look> told) {
    var options =
        new WatchOptions(
            Duration.ofMinutes(1),
            Duration.ofSeconds(5),
            4,
            Duration.ofSeconds(10),
            Databases.CURRENT,
            OptionalInt.empty());
    return new Watcher(targets, options, told, _ -> {});
  }

  private static Target target(String name) throws SourceException {
    return new Target(name, Target.of(SERVER.uri()).parameters());
  }

  private List<ArchiveRow> query(String sql) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return archive.query(sql, List.of());
    }
  }
}
