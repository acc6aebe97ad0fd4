package org.vacuumadvisor.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A log to train on, long enough to be read by several threads, with what rules find in logs.
final class LogTraining {
  private static final int ROUNDS = 60_000;

  private static final String ROUND =
      """
      2026-11-21 10:52:{second}.123 UTC [{number}] LOG:  statement: SELECT balance FROM account WHERE id = {number}
      2026-11-21 10:52:{second}.124 UTC [{number}] LOG:  duration: 0.{number} ms
      2026-11-21 10:52:{second}.125 UTC [{number}] ERROR:  duplicate key value violates unique constraint "account_pkey"
      2026-11-21 10:52:{second}.125 UTC [{number}] DETAIL:  Key (id)=({number}) already exists.
      2026-11-21 10:52:{second}.125 UTC [{number}] STATEMENT:  INSERT INTO account VALUES ({number})
      """;

  private static final String RUN =
      """
      2026-11-21 10:52:{second}.126 UTC [{number}] LOG:  automatic vacuum of table "shop.public.t{second}": index scans: 1
      \tpages: 0 removed, {number} remain, {number} scanned (100.00% of total), 0 eagerly scanned
      \ttuples: {number} removed, {number} remain, 0 are dead but not yet removable
      \tremovable cutoff: {number}, which was 2 XIDs old when operation ended
      \tfrozen: 0 pages from table (0.00% of total) had 0 tuples frozen
      \tvisibility map: {number} pages set all-visible, 0 pages set all-frozen (0 were all-visible)
      \tindex scan needed: {number} pages from table (99.00% of total) had {number} dead item identifiers removed
      \tindex "t_pkey": pages: {number} in total, 0 newly deleted, 0 currently deleted, 0 reusable
      \tdelay time: 12.345 ms
      \tavg read rate: 1.234 MB/s, avg write rate: 5.678 MB/s
      \tbuffer usage: {number} hits, {number} reads, {number} dirtied
      \tWAL usage: {number} records, {number} full page images, {number} bytes, 0 buffers full
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.10 s
      """;

  /// Kept rows, a vacuum that is forced, and what keeps autovacuum from its work.
  private static final String TROUBLE =
      """
      2026-11-21 10:53:{second}.126 UTC [{number}] LOG:  automatic aggressive vacuum to prevent wraparound of table "shop.public.t{second}": index scans: 3
      \tpages: 0 removed, {number} remain, {number} scanned (100.00% of total), 0 eagerly scanned
      \ttuples: 0 removed, {number} remain, {number} are dead but not yet removable
      \tremovable cutoff: 1234, which was {number} XIDs old when operation ended
      \tavg read rate: 1.234 MB/s, avg write rate: 5.678 MB/s
      \tbuffer usage: {number} hits, {number} reads, {number} dirtied
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: {number}.10 s
      2026-11-21 10:53:{second}.126 UTC [{number}] ERROR:  canceling autovacuum task
      2026-11-21 10:53:{second}.126 UTC [{number}] CONTEXT:  automatic vacuum of table "shop.public.t{second}"
      2026-11-21 10:53:{second}.126 UTC [{number}] LOG:  skipping vacuum of "t{second}" --- lock not available
      """;

  private LogTraining() {}

  /// Lends the name of a file. Where none can be written, there is no training on one.
  static void onLog(Consumer<String> training) {
    try {
      var file = Files.createTempFile("vacuum-advisor", ".log");
      try {
        write(file);
        training.accept(file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException _) {
      return;
    }
  }

  private static void write(Path file) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (int round = 0; round < ROUNDS; round++) {
        writer.write(filled(ROUND, round));
        if (round % 10 == 0) {
          writer.write(filled(round % 100 == 0 ? TROUBLE : RUN, round));
        }
      }
    }
  }

  private static String filled(String pattern, int round) {
    return pattern
        .replace("{second}", Integer.toString(10 + round % 50))
        .replace("{number}", Integer.toString(1_000 + round));
  }
}
