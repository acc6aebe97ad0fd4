package org.vacuumadvisor.fleet.ingest;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Logs as PostgreSQL 15 writes them, with runs that are told from each other by their numbers.
final class Logs {
  /// Of a run in a log of [#stderr], with those of other messages.
  static final int LINES = 11;

  private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 11, 20, 10, 0);
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private Logs() {}

  static String stderr(int runs) {
    return stderr(0, runs);
  }

  static String stderr(int from, int to) {
    var log = new StringBuilder();
    for (int run = from; run < to; run++) {
      var stamp = "%s UTC [%d] ".formatted(moment(run), 4000 + run % 50);
      log.append(stamp)
          .append("LOG:  ")
          .append(report(run).replace("\n", "\n\t"))
          .append('\n')
          .append(stamp)
          .append("LOG:  statement: SELECT 1,\n\t2 -- LOG:  automatic vacuum of table\n");
    }
    return log.toString();
  }

  static String csv(int runs) {
    var log = new StringBuilder();
    for (int run = 0; run < runs; run++) {
      log.append(
          "%s UTC,,,%d,,655f1a2b.fa1,%d,,2026-11-20 09:00:00 UTC,3/1%d,0,LOG,00000,\"%s\",,,,,,,,,\"\",\"autovacuum worker\",,0\n"
              .formatted(
                  moment(run), 4000 + run % 50, run + 1, run, report(run).replace("\"", "\"\"")));
    }
    return log.toString();
  }

  /// What psql prints of VACUUM (VERBOSE).
  static String verbose(int runs) {
    var log = new StringBuilder();
    for (int run = 0; run < runs; run++) {
      log.append("INFO:  vacuuming \"shop.public.t%d\"\n".formatted(run))
          .append("INFO:  finished vacuuming \"shop.public.t%d\": index scans: 0\n".formatted(run))
          .append(report(run).lines().skip(1).reduce("", (all, line) -> all + line + "\n"))
          .append("VACUUM\n");
    }
    return log.toString();
  }

  /// The same run once an hour, as members of a document of JSON.
  static String equalRuns(int runs) {
    return IntStream.range(0, runs)
        .mapToObj(run -> event(run * 60, "LOG:  " + report(0).replace("\n", "\n\t")))
        .collect(Collectors.joining(", "));
  }

  /// Vacuum of one table cancelled at each of these minutes, as members of a document of JSON.
  static String cancelled(List<Integer> minutes) {
    return minutes.stream()
        .flatMap(minute ->
            Stream.of(
                event(minute, "ERROR:  canceling autovacuum task"),
                event(minute, "CONTEXT:  automatic vacuum of table \"shop.public.t0\"")))
        .collect(Collectors.joining(", "));
  }

  private static String event(int minute, String message) {
    return "{\"message\": \"%s UTC [77] %s\"}"
        .formatted(
            moment(minute),
            message.replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t"));
  }

  private static String moment(int run) {
    return MOMENT.format(BEGIN.plusMinutes(run));
  }

  private static String report(int run) {
    return """
    automatic vacuum of table "shop.public.t%d": index scans: 0
    pages: 0 removed, %d remain, %d scanned (100.00%% of total)
    tuples: %d removed, 5000 remain, %d are dead but not yet removable
    removable cutoff: %d, which was 3 XIDs old when operation ended
    index scan not needed: 0 pages from table (0.00%% of total) had 0 dead item identifiers removed
    avg read rate: 1.000 MB/s, avg write rate: 0.500 MB/s
    buffer usage: 300 hits, 20 misses, 10 dirtied
    WAL usage: 30 records, 2 full page images, 9000 bytes
    system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s\
    """
        .formatted(run, 100 + run, 100 + run, 1000 + run, run % 4, 7000 + run);
  }
}
