package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import tools.jackson.databind.JsonNode;

/// Damaged logs: whatever was done to them, reading ends with a result.
///
/// The seconds it runs, and the seed, can be given: `-Dvacuumadvisor.mutation.seconds=3600`,
/// `-Dvacuumadvisor.mutation.seed=1`.
class MutationTest {
  private static final Duration LONG_ENOUGH =
      Duration.ofSeconds(Long.getLong("vacuumadvisor.mutation.seconds", 3));
  private static final long SEED = Long.getLong("vacuumadvisor.mutation.seed", 20261121);
  private static final int LONGEST = 40_000;

  /// An intact record and what it says stay the same whatever surrounds them.
  private static final String INTACT =
      """

      2026-11-21 12:00:00.000 UTC [99999991] LOG:  automatic vacuum of table "i.n.tact": index scans: 1
      \tpages: 1 removed, 2 remain, 3 scanned (4.00% of total)
      \ttuples: 5 removed, 6 remain, 7 are dead but not yet removable
      \tsystem usage: CPU: user: 0.08 s, system: 0.09 s, elapsed: 0.10 s
      2026-11-21 12:00:01.000 UTC [99999992] LOG:  checkpoint starting: time
      """;

  private final Random random = new Random(SEED);

  @Test
  void readsWhateverBecomesOfALog() throws IOException, SourceException {
    var originals = originals();
    long end = System.nanoTime() + LONG_ENOUGH.toNanos();
    int done = 0;
    do {
      var bytes = mutated(originals);
      var result = read(bytes);
      assertTrue(result.get("runs").isArray(), () -> "seed " + SEED);
      inOrder(result.get("runs"), "seed " + SEED + ", input " + done);
      inOrder(result.get("notices"), "seed " + SEED + ", input " + done);
      done++;
    } while (System.nanoTime() < end);
  }

  @Test
  void anIntactRecordStaysWhole() throws IOException, SourceException {
    var logs = new ArrayList<byte[]>();
    for (var each : Corpus.ofTests().cases().toList()) {
      if (each.id().endsWith("-stderr")) {
        logs.add(Files.readAllBytes(each.input()));
      }
    }
    for (int each = 0; each < 60; each++) {
      var around = mutated(logs);
      var all = new ByteArrayOutputStream();
      all.writeBytes(INTACT.getBytes(StandardCharsets.UTF_8));
      all.writeBytes(around);
      all.writeBytes(INTACT.getBytes(StandardCharsets.UTF_8));
      var tables =
          read(all.toByteArray())
              .get("runs")
              .valueStream()
              .filter(run -> run.path("table").asString("").equals("tact"))
              .filter(run -> run.get("complete").asBoolean())
              .filter(run -> run.at("/tuples/deadNotRemovable").asInt() == 7)
              .count();
      assertEquals(2, tables, "seed " + SEED + ", input " + each);
    }
  }

  private static JsonNode read(byte[] bytes) throws IOException, SourceException {
    return Corpus.read(
        List.of(LogSource.stream(new Input(0, "mutated"), new ByteArrayInputStream(bytes))));
  }

  private static void inOrder(JsonNode list, String what) {
    long before = 0;
    for (var each : list) {
      assertTrue(each.get("line").asLong() >= before, what);
      before = each.get("line").asLong();
    }
  }

  private static List<byte[]> originals() throws IOException {
    var originals = new ArrayList<byte[]>();
    for (var each : Corpus.ofTests().cases().toList()) {
      originals.add(Files.readAllBytes(each.input()));
    }
    return originals;
  }

  private byte[] mutated(List<byte[]> originals) {
    var bytes = originals.get(random.nextInt(originals.size())).clone();
    for (int times = random.nextInt(8); times >= 0 && bytes.length > 0; times--) {
      bytes = once(bytes, originals);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes, List<byte[]> originals) {
    int at = random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(200));
    return switch (random.nextInt(6)) {
      case 0 -> {
        bytes[at] = (byte) random.nextInt(256);
        yield bytes;
      }
      case 1 -> spliced(bytes, at, length, new byte[0]);
      case 2 -> {
        var piece = new byte[length];
        System.arraycopy(bytes, at, piece, 0, length);
        yield spliced(bytes, random.nextInt(bytes.length), 0, piece);
      }
      case 3 ->
          spliced(
              bytes,
              at,
              0,
              "\n\t\"'[]{},:# \r"
                  .substring(random.nextInt(12))
                  .getBytes(StandardCharsets.US_ASCII));
      case 4 -> {
        var other = originals.get(random.nextInt(originals.size()));
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        int much = Math.min(other.length - from, 2000);
        var piece = new byte[much];
        System.arraycopy(other, from, piece, 0, much);
        yield spliced(bytes, at, 0, piece);
      }
      default -> spliced(bytes, 0, random.nextInt(bytes.length), new byte[0]);
    };
  }

  private static byte[] spliced(byte[] bytes, int at, int removed, byte[] added) {
    int kept = Math.min(LONGEST, bytes.length) - Math.min(LONGEST, at + removed);
    var result = new byte[Math.min(at, LONGEST) + added.length + Math.max(0, kept)];
    System.arraycopy(bytes, 0, result, 0, Math.min(at, LONGEST));
    System.arraycopy(added, 0, result, Math.min(at, LONGEST), added.length);
    if (kept > 0) {
      System.arraycopy(bytes, at + removed, result, at + added.length, kept);
    }
    return result;
  }
}
