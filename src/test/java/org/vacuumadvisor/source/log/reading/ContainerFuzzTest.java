package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Recorded.Message;

/// Damaged and hostile input: nothing is thrown, nothing hangs, no message outgrows its bound, and
/// intact messages stay what they are.
///
/// `-Dvacuumadvisor.fuzz.seconds=900` runs it for longer, `-Dvacuumadvisor.fuzz.seed=N` again with
/// the same input; the seed stands in every failure.
class ContainerFuzzTest {
  private static final int ROUNDS = 150;
  private static final int LARGEST_MESSAGE = 1 << 20;
  private static final List<String> LOGS =
      List.of(
          "18-collector-stderr.log",
          "13-autovacuum-cancelled-m-p-stderr.log",
          "10-interleaved-serverlog-stderr.log",
          "14-failsafe-stderr.log");
  private static final List<String> PREFIXES =
      List.of("%m [%p] ", "%t:%r:%u@%d:[%p]:", "%t-%c-", "%m [%p] %q%u@%d ", "");
  private static final String[] HOSTILE = {
    "\u001b[31mLOG:  red\u001b[0m",
    "<script>alert('LOG:  automatic vacuum of table \"a.b.c\": index scans: 1')</script>",
    "{\"log\":\"2026-11-21 11:25:40.123 UTC [1] LOG:  automatic vac",
    "{\"message\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "[",
    "{",
    "{ \"open",
    "> > > > > > > > > > > > > > > > > > > > > LOG:  x",
    "<999999>1 x",
    "Nov 21 11:52:45 h postgres[99999999999999999999]: [999999999999-99999999999999999] x",
    "2026-11-21 11:27:37.585 GMT,\"a\",\"b\",1,\"c\",6b018028.2818,1,\"x\",\"",
    "2026-11-21T11:37:39.000000093Z stderr P ",
    "a | | | | LOG:  ",
    "[[[[((((99999999999999999999999999(((( LOG:  x",
    "'''''' LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  LOG:  ",
    "\t\t\t",
    "```",
    "\u0000\u0000\u0000",
    "DETAIL:  ",
    "LOG:",
  };

  @Test
  void damagedInputIsReadWithoutHarm() throws SourceException, IOException {
    repeat(random -> {
      byte[] input = mutated(random);
      var messages = Recorded.of(input, options(random)).messages();
      for (Message message : messages) {
        int size = message.texts().stream().mapToInt(text -> text.text().length()).sum();
        assertTrue(size <= LARGEST_MESSAGE);
      }
    });
  }

  @Test
  void intactMessagesStayTheSameWhateverSurroundsThem() throws SourceException, IOException {
    repeat(random -> {
      String prefix = PREFIXES.get(random.nextInt(PREFIXES.size() - 1));
      String log = ServerLog.of(LOGS.get(random.nextInt(LOGS.size()))).with(prefix);
      var expected = Recorded.of(log).messages();
      String junk = junk(random);
      String text = log + "\n" + junk + "\n" + log;
      var read = Recorded.of(text.getBytes(StandardCharsets.UTF_8), ReadOptions.AUTO).messages();

      assertEquals(
          withoutStatements(expected.subList(0, expected.size() - 1)),
          withoutStatements(read.subList(0, expected.size() - 1)));
      assertEquals(
          withoutStatements(expected),
          withoutStatements(read.subList(read.size() - expected.size(), read.size())),
          junk);
    });
  }

  @Test
  void itDoesNotMatterInWhichPiecesTheBytesArrive() throws SourceException, IOException {
    repeat(random -> {
      byte[] input = mutated(random);
      var whole = Recorded.of(input, ReadOptions.AUTO);
      var pieces = new Recorded();
      var stream =
          new ByteArrayInputStream(input) {
            @Override
            public synchronized int read(byte[] into, int from, int most) {
              return super.read(into, from, Math.min(most, 1 + random.nextInt(5000)));
            }
          };
      var source = LogSource.stream(new Input(0, "pieces"), stream);
      var _ = new LogReader(ReadOptions.AUTO).read(List.of(source), pieces, Progress.NONE);

      assertEquals(whole.messages(), pieces.messages());
    });
  }

  /// Some of the rounds' input: a log in a wrapper or two, cut, with bytes changed and lines put
  /// in.
  private static byte[] mutated(Random random) throws IOException {
    String prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
    String log = ServerLog.of(LOGS.get(random.nextInt(LOGS.size()))).with(prefix);
    Wrapper[] wrappers = Wrapper.values();
    byte[] bytes = wrappers[random.nextInt(wrappers.length)].around(log);
    if (random.nextInt(4) == 0) {
      String once = new String(bytes, StandardCharsets.UTF_8);
      bytes = wrappers[random.nextInt(wrappers.length)].around(once);
    }
    int changes = random.nextInt(30);
    for (int change = 0; change < changes && bytes.length > 0; change++) {
      bytes = changed(bytes, random);
    }
    return random.nextInt(10) == 0 ? gzip(bytes, random) : bytes;
  }

  private static byte[] changed(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + random.nextInt(300));
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOfRange(bytes, at / 10, bytes.length);
      case 1 -> Arrays.copyOf(bytes, bytes.length - at / 10);
      case 2 -> with(bytes, at, to, new byte[0]);
      case 3 -> with(bytes, at, at, junk(random).getBytes(StandardCharsets.UTF_8));
      case 4 -> with(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
      default -> {
        byte[] copy = bytes.clone();
        copy[at] = (byte) random.nextInt(256);
        yield copy;
      }
    };
  }

  private static byte[] with(byte[] bytes, int from, int to, byte[] put) {
    var out = new ByteArrayOutputStream(bytes.length + put.length);
    out.write(bytes, 0, from);
    out.writeBytes(put);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }

  private static String junk(Random random) {
    var junk = new StringBuilder();
    int lines = random.nextInt(5);
    for (int line = 0; line < lines; line++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> junk.append(HOSTILE[random.nextInt(HOSTILE.length)]);
        case 2 -> {
          byte[] bytes = new byte[random.nextInt(400)];
          random.nextBytes(bytes);
          junk.append(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        default -> junk.append("x".repeat(random.nextInt(20) == 0 ? 3_000_000 : 200));
      }
      junk.append('\n');
    }
    return junk.toString();
  }

  private static byte[] gzip(byte[] bytes, Random random) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    byte[] whole = out.toByteArray();
    return Arrays.copyOf(whole, whole.length - random.nextInt(whole.length / 2));
  }

  private static List<List<Recorded.Text>> withoutStatements(List<Message> messages) {
    var all = new ArrayList<List<Recorded.Text>>();
    for (Message message : messages) {
      all.add(
          message.texts().stream().filter(text -> text.section() != Section.STATEMENT).toList());
    }
    return all;
  }

  private static ReadOptions options(Random random) {
    LogFormat[] formats = LogFormat.values();
    LogFormat format =
        random.nextInt(3) == 0 ? formats[random.nextInt(formats.length)] : LogFormat.AUTO;
    return new ReadOptions(
        format, random.nextInt(5) == 0 ? new LinePrefix("%m [%p] %q%u@%d/%a ") : null);
  }

  /// One round of a property.
  private interface Round {
    void run(Random random) throws SourceException, IOException;
  }

  private static void repeat(Round round) throws SourceException, IOException {
    long seconds = Long.getLong("vacuumadvisor.fuzz.seconds", 0);
    long end = System.nanoTime() + seconds * 1_000_000_000;
    Long given = Long.getLong("vacuumadvisor.fuzz.seed");
    long seed = given != null ? given : seconds > 0 ? System.nanoTime() : 20261121;
    for (int done = 0; seconds > 0 ? System.nanoTime() < end : done < ROUNDS; done++) {
      try {
        round.run(new Random(seed));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("with seed " + seed, failure);
      }
      if (given != null) {
        return;
      }
      seed++;
    }
  }
}
