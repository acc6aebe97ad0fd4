package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench;

class LargeFileTest {
  private static final int SIZE = 100 << 20;
  private static final String STATEMENT =
      "2026-11-20 10:00:00.000 UTC [100] LOG:  duration: 12.345 ms  statement: SELECT 1\n";
  private static final String VACUUM =
      """
      2026-11-20 10:00:00.000 UTC [100] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 90 remain, 90 scanned (100.00% of total)
      \ttuples: 7 removed, 500 remain, 0 are dead but not yet removable
      \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.02 s
      """;
  private static final int STATEMENTS = 1_000;

  @Test
  void readsAHundredMegabytesAndFindsEveryLine(@TempDir Path directory) throws IOException {
    var file = directory.resolve("large.log");
    var block = (STATEMENT.repeat(STATEMENTS) + VACUUM).getBytes(StandardCharsets.UTF_8);
    int blocks = SIZE / block.length + 1;
    try (var out = Files.newOutputStream(file)) {
      for (int at = 0; at < blocks; at++) {
        out.write(block);
      }
    }
    assertTrue(Files.size(file) >= SIZE);
    var model =
        new PasteModel(
            new Background(Runnable::run, Runnable::run),
            new Workbench(),
            UnaryOperator.identity());

    model.open(List.of(file));

    var reading = model.reading.get().orElseThrow();
    assertEquals(blocks, reading.runs().size());
    assertEquals(blocks * (STATEMENTS + 4), reading.document().lines());
    model.select(blocks - 1);
    assertEquals((blocks - 1) * (STATEMENTS + 4) + STATEMENTS, model.marked.get().all().getFirst());
    assertEquals(4, model.marked.get().all().size());
  }
}
