package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.control.ListView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.work.Memory;

class KnownServersTest {
  @TempDir private Path directory;

  @Test
  void areThoseThatWereReachedTheLatestFirst() throws Exception {
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
  void areNotWrittenWhereTheyCannotBeRead() throws Exception {
    reach("postgresql://ada:s3c%ret@db/shop");

    assertFalse(Files.exists(file()));
  }

  @Test
  void areForgotten() throws Exception {
    reach("service=shop", "service=archive");
    Toolkit.run(() -> servers().forget("service=shop"));

    assertEquals(List.of("service=archive"), names());
  }

  @Test
  void areThoseOfTheConfigurationFileFirst() throws Exception {
    reach("service=archive", "host=db1");

    var names =
        Toolkit.in(() -> {
          var servers = servers();
          servers.configured(Map.of("shop", "host=db2"));
          return names(servers);
        });
    assertEquals(List.of("shop", "db1", "service=archive"), names);
  }

  private void reach(String... conninfos) throws Exception {
    Toolkit.run(() -> List.of(conninfos).forEach(servers()::reached));
  }

  private List<String> names() throws Exception {
    return Toolkit.in(() -> names(servers()));
  }

  /// In the order of the list.
  private static List<String> names(KnownServers servers) {
    ListView<?> list = Toolkit.first(servers, ListView.class, _ -> true).orElseThrow();
    return list.getItems().stream().map(each -> ((KnownServers.KnownServer) each).name()).toList();
  }

  private Path file() {
    return directory.resolve("window.properties");
  }

  private KnownServers servers() {
    return new KnownServers(Memory.of(file()), _ -> {}, () -> {});
  }
}
