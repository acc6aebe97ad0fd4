package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.server.SavedConnections.SavedConnection;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.source.SourceException;

class SavedConnectionsTest {
  @TempDir private Path directory;

  @Test
  void remembersConnectionsFromOneStartToTheNext() throws Exception {
    saved().keep("shop", "service=shop");
    saved().keep("über = \n#1", "host=db dbname='a b'");

    assertEquals(
        List.of(
            new SavedConnection("shop", "service=shop"),
            new SavedConnection("über = \n#1", "host=db dbname='a b'")),
        saved().all());
  }

  @Test
  void writesNoPassword() throws Exception {
    saved().keep("shop", "postgresql://ada:s3cret@db/shop?sslpassword=h1dden");

    var written = Files.readString(file());
    assertFalse(written.contains("s3cret") || written.contains("h1dden"), written);
    assertEquals("host=db dbname=shop user=ada", saved().all().getFirst().conninfo());
  }

  @Test
  void writesNothingOfWhatItCannotRead() {
    assertThrows(
        SourceException.class, () -> saved().keep("shop", "postgresql://ada:s3c%ret@db/shop"));
    assertFalse(Files.exists(file()));
  }

  @Test
  void replacesTheOneOfTheSameName() throws Exception {
    saved().keep("shop", "service=shop");
    saved().keep("archive", "service=archive");
    saved().keep("shop", "service=shop2");

    assertEquals(
        List.of(
            new SavedConnection("shop", "service=shop2"),
            new SavedConnection("archive", "service=archive")),
        saved().all());
  }

  @Test
  void forgets() throws Exception {
    saved().keep("shop", "service=shop");
    saved().keep("archive", "service=archive");

    var connections = saved();
    connections.forget(connections.all().getFirst());

    assertEquals(List.of(new SavedConnection("archive", "service=archive")), saved().all());
  }

  @Test
  void remembersUntilTheEndWhereNothingCanBeWritten() throws Exception {
    var connections = new SavedConnections(Memory.shortLived());

    assertFalse(connections.keep("shop", "service=shop"));
    assertTrue(connections.all().contains(new SavedConnection("shop", "service=shop")));
  }

  private Path file() {
    return directory.resolve("window.properties");
  }

  private SavedConnections saved() {
    return new SavedConnections(Memory.of(file()));
  }
}
