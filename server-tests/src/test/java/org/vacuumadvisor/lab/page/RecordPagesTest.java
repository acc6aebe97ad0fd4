package org.vacuumadvisor.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.PageCheck;
import org.vacuumadvisor.postgres.Release;

/// Records the pages that the benchmarks of compaction take. Runs only if a file is named:
///
/// ```
/// mvn -pl advisor-lab -am test -Dtest=RecordPagesTest -Dsurefire.failIfNoSpecifiedTests=false \\
///     -Dvacuumadvisor.record.pages=FILE
/// ```
@EnabledIfSystemProperty(named = RecordPagesTest.FILE, matches = ".+")
@ResourceLock("page servers")
class RecordPagesTest {
  static final String FILE = "vacuumadvisor.record.pages";

  private static final int PAGES = 128;
  private static final int ROWS = PAGES * 191;

  @Test
  void recordsPagesThatUpdatesFilled() throws SQLException, IOException {
    var server = PageServers.on(Release.V18);
    try (var session = new Session(server);
        var holder = new Session(server)) {
      session.execute(
          "CREATE EXTENSION IF NOT EXISTS pageinspect",
          "CREATE TABLE history (a int PRIMARY KEY, b int) WITH (fillfactor = 85)",
          "INSERT INTO history SELECT n, n FROM generate_series(1, " + ROWS + ") n",
          "SELECT setseed(0.14)",
          updates(12 * ROWS));
      holder.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      holder.value("SELECT count(*) FROM history");
      session.execute(updates(ROWS / 8), "DELETE FROM history WHERE a % 97 = 14", "CHECKPOINT");
      session.value("SELECT count(*) FROM history");
      write(session.pages("history").subList(0, PAGES));
      holder.execute("COMMIT");
      session.execute("DROP TABLE history");
    }
  }

  /// Of single rows at random, some hundred in each transaction.
  private static String updates(int count) {
    return """
    DO $$
    DECLARE
      chosen int;
    BEGIN
      FOR n IN 1 .. %d LOOP
        chosen := 1 + floor(random() * %d);
        UPDATE history SET b = b + 1 WHERE a = chosen;
        IF n %% 200 = 0 THEN
          COMMIT;
        END IF;
      END LOOP;
    END $$\
    """
        .formatted(count, ROWS);
  }

  private static void write(List<byte[]> pages) throws IOException {
    int dead = 0;
    try (var to = new GZIPOutputStream(Files.newOutputStream(Path.of(System.getProperty(FILE))))) {
      for (var bytes : pages) {
        var page = HeapPage.of(bytes);
        assertEquals(List.of(), new PageCheck().defects(page));
        dead += page.pruneXid() == 0 ? 0 : 1;
        to.write(bytes);
      }
    }
    assertTrue(dead > PAGES / 2, "pages with something to prune: " + dead);
  }
}
