package org.vacuumadvisor.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;

/// A log to train on, long enough to be read by several threads, with what rules find in logs.
final class LogTraining {
  private static final int ROUNDS = 60_000;
  private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 11, 21, 10, 52);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final String ROUND =
      """
      {time}.123 UTC [{number}] LOG:  statement: SELECT balance FROM account WHERE id = {number}
      {time}.124 UTC [{number}] LOG:  duration: 0.{number} ms
      {time}.125 UTC [{number}] ERROR:  duplicate key value violates unique constraint "account_pkey"
      {time}.125 UTC [{number}] DETAIL:  Key (id)=({number}) already exists.
      {time}.125 UTC [{number}] STATEMENT:  INSERT INTO account VALUES ({number})
      """;

  private static final String RUN =
      """
      {time}.126 UTC [{number}] LOG:  automatic vacuum of table "shop.public.u{table}": index scans: 1
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

  /// Kept rows, a vacuum that is forced, one that sleeps most of its time, and what keeps
  /// autovacuum from its work, as releases before 14 print it.
  private static final String TROUBLE =
      """
      {time}.126 UTC [{number}] LOG:  automatic vacuum of table "shop.public.t{table}": index scans: 0
      \tpages: 0 removed, {number} remain, 3 skipped due to pins, 0 skipped frozen
      \ttuples: 0 removed, {number} remain, {number} are dead but not yet removable, oldest xmin: 1234
      \tbuffer usage: {number} hits, {number} misses, {number} dirtied
      \tavg read rate: 0.123 MB/s, avg write rate: 0.567 MB/s
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: {number}.10 s
      {time}.126 UTC [{number}] LOG:  automatic aggressive vacuum to prevent wraparound of table "shop.public.t{table}": index scans: 3
      \tpages: 0 removed, {number} remain, 0 skipped due to pins, 0 skipped frozen
      \ttuples: 7 removed, {number} remain, {number} are dead but not yet removable, oldest xmin: 1234
      \tbuffer usage: {number} hits, {number} misses, {number} dirtied
      \tavg read rate: 0.123 MB/s, avg write rate: 0.567 MB/s
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: {number}.10 s
      {time}.126 UTC [{number}] LOG:  automatic analyze of table "shop.public.t{table}" system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.10 s
      {time}.126 UTC [{number}] ERROR:  canceling autovacuum task
      {time}.126 UTC [{number}] CONTEXT:  automatic vacuum of table "shop.public.t{table}"
      {time}.126 UTC [{number}] LOG:  skipping vacuum of "t{table}" --- lock not available
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
          writer.write(filled(round % 70 == 0 ? TROUBLE : RUN, round));
        }
      }
    }
  }

  private static String filled(String pattern, int round) {
    return pattern
        .replace("{time}", TIME.format(BEGIN.plusSeconds(5L * round)))
        .replace("{table}", Integer.toString(round / 10 % 50))
        .replace("{number}", Integer.toString(1_000 + round));
  }
}
