package org.vacuumadvisor.benchmark;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/// A server's log as it is written on a working day: statements, connections, errors, checkpoints,
/// and autovacuum's reports as a given part of the bytes.
final class LogText {
  private static final long SEED = 42;
  private static final String[] OTHERS = {
    "LOG:  duration: %d.%03d ms  statement: SELECT id, status, total FROM app.orders WHERE id = %d",
    "LOG:  connection authorized: user=app database=shop application_name=api-%d SSL enabled"
        + " (protocol=TLSv1.3, cipher=TLS_AES_256_GCM_SHA384, bits=256)",
    "LOG:  disconnection: session time: 0:00:%02d.%03d user=app database=shop host=10.4.1.9"
        + " port=%d",
    "LOG:  duration: %d.%03d ms  execute S_%d: UPDATE app.carts SET touched_at = $1 WHERE id = $2",
    "LOG:  checkpoint complete: wrote %d buffers (%d.0%%); %d WAL file(s) added, 0 removed",
  };
  private static final String ERROR =
      "ERROR:  duplicate key value violates unique constraint \"payments_ref_key\"";
  private static final String REPORT =
      """
      LOG:  automatic vacuum of table "shop.app.orders_%d": index scans: 1
      \tpages: 0 removed, %d remain, %d scanned (100.00%% of total), 0 eagerly scanned
      \ttuples: %d removed, %d remain, 0 are dead but not yet removable
      \tremovable cutoff: %d, which was 12 XIDs old when operation ended
      \tnew relfrozenxid: %d, which is 2 XIDs ahead of previous value
      \tfrozen: 0 pages from table (0.00%% of total) had 0 tuples frozen
      \tvisibility map: %d pages set all-visible, 0 pages set all-frozen (0 were all-visible)
      \tindex scan needed: %d pages from table (50.00%% of total) had %d dead item identifiers removed
      \tindex "orders_pkey": pages: %d in total, 0 newly deleted, 0 currently deleted, 0 reusable
      \tavg read rate: 1.250 MB/s, avg write rate: 3.125 MB/s
      \tbuffer usage: %d hits, %d reads, %d dirtied
      \tWAL usage: %d records, 3 full page images, %d bytes, 0 buffers full
      \tsystem usage: CPU: user: 0.01 s, system: 0.02 s, elapsed: 0.33 s
      """;

  private LogText() {}

  /// @param vacuumPercent the reports' part of the bytes
  static byte[] of(int size, int vacuumPercent) {
    var random = new Random(SEED);
    var log = new ByteArrayOutputStream(size + 4096);
    long reports = 0;
    for (int line = 0; log.size() < size; line++) {
      boolean isReport = reports * 100 <= (long) log.size() * vacuumPercent;
      String prefix =
          String.format(
              Locale.ROOT,
              "2026-11-21 %02d:%02d:%02d.%03d UTC [%d] ",
              line / 90_000 % 24,
              line / 1_500 % 60,
              line / 25 % 60,
              line % 25 * 40,
              1_000 + random.nextInt(30_000));
      byte[] text =
          (prefix + (isReport ? report(random) : other(random, prefix)))
              .getBytes(StandardCharsets.UTF_8);
      reports += isReport ? text.length : 0;
      log.writeBytes(text);
    }
    return log.toByteArray();
  }

  private static String report(Random random) {
    var numbers = new Object[16];
    for (int at = 0; at < numbers.length; at++) {
      numbers[at] = random.nextInt(100_000);
    }
    return String.format(Locale.ROOT, REPORT, numbers);
  }

  private static String other(Random random, String prefix) {
    if (random.nextInt(50) == 0) {
      return ERROR + "\n" + prefix + "STATEMENT:  INSERT INTO payments VALUES (1)\n";
    }
    String form = OTHERS[random.nextInt(OTHERS.length)];
    return String.format(
            Locale.ROOT, form, random.nextInt(60), random.nextInt(60), random.nextInt(60_000))
        + "\n";
  }
}
