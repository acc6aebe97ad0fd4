package org.vacuumadvisor.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// Logs as PostgreSQL 15 writes them, with runs that are told from each other by their numbers.
final class Logs {
  private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 11, 18, 10, 0);
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final DateTimeFormatter SYSLOG =
      DateTimeFormatter.ofPattern("MMM dd HH:mm:ss", Locale.ROOT);

  private Logs() {}

  /// A container of messages.
  enum Form {
    STDERR("log"),
    /// Another zone and prefix, which only the lines themselves show.
    STDERR_ELSEWHERE("log"),
    CSV("csv"),
    JSON("json"),
    SYSLOG("syslog"),
    DOCKER("json");

    private final String extension;

    Form(String extension) {
      this.extension = extension;
    }

    String extension() {
      return extension;
    }
  }

  /// A log with so many automatic runs, and runs by hand, warnings, errors and queries among them.
  static String of(Form form, int runs, long seed) {
    var random = new Random(seed);
    var log = new StringBuilder();
    for (int run = 0; run < runs; run++) {
      var moment = BEGIN.plusSeconds(run * 180L + random.nextInt(60));
      int pid = 4000 + random.nextInt(60);
      message(form, log, moment, pid, "LOG", report(random.nextInt(40), run, random));
      switch (random.nextInt(8)) {
        case 0 ->
            message(
                form, log, moment, pid, "LOG", "statement: SELECT 1,\n2 -- LOG:  automatic vacuum");
        case 1 -> message(form, log, moment, 4100, "ERROR", "canceling autovacuum task");
        case 2 ->
            message(
                form,
                log,
                moment,
                4200 + random.nextInt(3),
                "WARNING",
                "oldest xmin is far in the past");
        case 3 -> byHand(form, log, moment, random);
        default ->
            message(
                form,
                log,
                moment,
                pid,
                "LOG",
                "duration: %d.123 ms  statement: UPDATE orders SET note = '%s' WHERE id = %d"
                    .formatted(random.nextInt(900), "x".repeat(random.nextInt(300)), run));
      }
    }
    return log.toString();
  }

  /// A run by hand comes in several messages; other sessions speak in between.
  private static void byHand(Form form, StringBuilder log, LocalDateTime moment, Random random) {
    int pid = 5000 + random.nextInt(100);
    message(form, log, moment, pid, "INFO", "vacuuming \"shop.public.t%d\"".formatted(pid));
    message(form, log, moment, 4001, "LOG", "checkpoint starting: time");
    var report = report(pid, random.nextInt(99), random);
    message(
        form,
        log,
        moment,
        pid,
        "INFO",
        "finished vacuuming " + report.substring("automatic vacuum of table ".length()));
  }

  private static void message(
      Form form, StringBuilder log, LocalDateTime moment, int pid, String level, String text) {
    var time = MOMENT.format(moment);
    switch (form) {
      case STDERR -> log.append("%s UTC [%d] %s:  %s\n".formatted(time, pid, level, tabbed(text)));
      case STDERR_ELSEWHERE ->
          log.append("%s CET [%d]: %s:  %s\n".formatted(time, pid, level, tabbed(text)));
      case CSV ->
          log.append(
              "%s UTC,,,%d,,655f1a2b.%x,1,,2026-11-18 09:00:00 UTC,3/1,0,%s,00000,\"%s\",,,,,,,,,\"\",\"x\",,0\n"
                  .formatted(time, pid, pid, level, text.replace("\"", "\"\"")));
      case JSON ->
          log.append(
              "{\"timestamp\":\"%s UTC\",\"pid\":%d,\"session_id\":\"655f1a2b.%x\",\"error_severity\":\"%s\",\"message\":\"%s\"}\n"
                  .formatted(time, pid, pid, level, escaped(text)));
      case DOCKER ->
          "%s UTC [%d] %s:  %s"
              .formatted(time, pid, level, tabbed(text))
              .lines()
              .forEach(line ->
                  log.append(
                      "{\"log\":\"%s\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-18T10:00:00Z\"}\n"
                          .formatted(escaped(line))));
      case SYSLOG -> {
        int part = 0;
        for (var line : (level + ":  " + text).lines().toList()) {
          part++;
          log.append(
              "%s db1 postgres[%d]: [%d-%d] %s%s\n"
                  .formatted(
                      SYSLOG.format(moment),
                      pid,
                      log.length() % 999 + 1,
                      part,
                      part == 1 ? "" : "#011",
                      line));
        }
      }
    }
  }

  private static String tabbed(String text) {
    return text.replace("\n", "\n\t");
  }

  private static String escaped(String text) {
    return text.replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t");
  }

  private static String report(int table, int run, Random random) {
    return """
    automatic vacuum of table "shop.public.t%d": index scans: %d
    pages: 0 removed, %d remain, %d scanned (100.00%% of total)
    tuples: %d removed, 5000 remain, %d are dead but not yet removable
    removable cutoff: %d, which was 3 XIDs old when operation ended
    index scan not needed: 0 pages from table (0.00%% of total) had 0 dead item identifiers removed
    avg read rate: 1.000 MB/s, avg write rate: 0.500 MB/s
    buffer usage: 300 hits, 20 misses, 10 dirtied
    WAL usage: 30 records, 2 full page images, 9000 bytes
    system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: %d.25 s\
    """
        .formatted(
            table,
            random.nextInt(2),
            100 + run,
            100 + run,
            1000 + random.nextInt(9000),
            random.nextInt(4),
            7000 + run,
            random.nextInt(30));
  }

  /// Writes a log that was settled long ago.
  static Path write(Path file, String text) throws IOException {
    return write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  static Path write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return settled(file);
  }

  static Path pack(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return settled(file);
  }

  static Path settled(Path file) throws IOException {
    return Files.setLastModifiedTime(
        file, FileTime.from(Instant.now().minus(Duration.ofMinutes(10))));
  }
}
