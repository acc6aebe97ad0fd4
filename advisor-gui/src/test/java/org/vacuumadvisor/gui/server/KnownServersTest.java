package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.server.KnownServers.KnownServer;
import org.vacuumadvisor.gui.work.Memory;

class KnownServersTest {
  @TempDir private Path directory;

  @Test
  void areThoseThatWereReachedTheLatestFirst() {
    reach("host=db port=5433 dbname=shop", "service=archive", "host=db port=5433 dbname=shop");

    assertEquals(List.of("db:5433/shop", "service=archive"), names());
  }

  @Test
  void areWrittenWithoutPassword() throws Exception {
    reach("postgresql://ada:s3cret@db/shop?sslpassword=h1dden");

    var written = Files.readString(file());
    assertFalse(written.contains("s3cret") || written.contains("h1dden"), written);
    assertEquals(List.of("db/shop"), names());
  }

  @Test
  void areNotWrittenWhereTheyCannotBeRead() {
    reach("postgresql://ada:s3c%ret@db/shop");

    assertFalse(Files.exists(file()));
  }

  @Test
  void areForgotten() {
    reach("service=shop", "service=archive");
    servers().forget(KnownServer.of("service=shop"));

    assertEquals(List.of("service=archive"), names());
  }

  @Test
  void areThoseOfTheConfigurationFileFirst() {
    reach("service=archive", "host=db1");

    var servers = servers();
    servers.configured(Map.of("shop", "host=db2"));
    assertEquals(List.of("shop", "db1", "service=archive"), names(servers));
  }

  private void reach(String... conninfos) {
    List.of(conninfos).forEach(servers()::reached);
  }

  private List<String> names() {
    return names(servers());
  }

  private static List<String> names(KnownServers servers) {
    return servers.all().stream().map(KnownServer::name).toList();
  }

  private Path file() {
    return directory.resolve("window.properties");
  }

  private KnownServers servers() {
    return new KnownServers(Memory.of(file()));
  }
}
