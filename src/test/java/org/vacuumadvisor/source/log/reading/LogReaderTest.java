package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.Layer;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;

class LogReaderTest {
  private static final String LOG =
      """
      2026-11-21 11:25:40.123 UTC [9240] LOG:  duration: 73.551 ms  statement: select 1
      2026-11-21 11:25:41.001 UTC [9249] LOG:  automatic vacuum of table "shop.public.t": index scans: 1
      \tpages: 0 removed, 71 remain, 0 skipped due to pins, 0 skipped frozen
      \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.02 s
      2026-11-21 11:25:42.002 UTC [9250] ERROR:  canceling autovacuum task
      2026-11-21 11:25:42.002 UTC [9250] CONTEXT:  while scanning block 3 of relation "public.u"
      \tautomatic vacuum of table "shop.public.u"
      2026-11-21 11:25:43.003 UTC [9251] ERROR:  canceling statement due to statement timeout
      2026-11-21 11:25:43.003 UTC [9251] STATEMENT:  select 1/0,
      \t'LOG:  automatic vacuum of table "x.y.z": index scans: 99
      \tpages: 1 removed'
      """;

  @Test
  void findsTheMessagesOfALogWithTheirStamps() {
    var messages = Recorded.of(LOG).messages();

    assertEquals(3, messages.size());
    var vacuum = messages.getFirst();
    assertEquals(Level.LOG, vacuum.level());
    assertEquals(2, vacuum.line());
    assertEquals("2026-11-21 11:25:41.001", vacuum.timestamp());
    assertEquals("UTC", vacuum.zone());
    assertEquals(9249, vacuum.pid());
    assertEquals(3, vacuum.texts().size());
    assertEquals(
        List.of(
            "while scanning block 3 of relation \"public.u\"",
            "automatic vacuum of table \"shop.public.u\""),
        messages.get(1).in(Section.CONTEXT));
  }

  @Test
  void keepsTheTextOfStatementsOutOfTheMessage() {
    var error = Recorded.of(LOG).messages().getLast();

    assertEquals(
        List.of("canceling statement due to statement timeout"), error.in(Section.MESSAGE));
    assertEquals(3, error.in(Section.STATEMENT).size());
  }

  /// As the catalogues of 19 have it for HINT, CONTEXT and STATEMENT (fr.po), DETAIL (tr.po).
  @Test
  void findsPartsWithABlankBeforeTheirColonOrNoneBehindIt() {
    var messages =
        Recorded.of(
                """
                2026-11-21 11:25:42.002 UTC [1] ERREUR:  annulation de la tâche d'autovacuum
                2026-11-21 11:25:42.002 UTC [1] CONTEXTE :  VACUUM automatique de la table « a.b.c »
                2026-11-21 11:25:43.002 UTC [1] INSTRUCTION :  select 1
                2026-11-21 11:25:44.003 UTC [2] HATA:  izin verilmedi
                AYRINTI:Tablo kilitli.
                """)
            .messages();

    assertEquals(2, messages.size());
    assertEquals(
        List.of("VACUUM automatique de la table « a.b.c »"),
        messages.getFirst().in(Section.CONTEXT));
    assertEquals(List.of("select 1"), messages.getFirst().in(Section.STATEMENT));
    assertEquals(List.of("Tablo kilitli."), messages.getLast().in(Section.DETAIL));
  }

  @Test
  void aRowOfCsvThatWasCopiedInPartKeepsItsMessage() {
    var messages =
        Recorded.of(
                """
                2026-11-21 11:25:42.002 UTC,,,9249,,65f00001.2421,1,,2026-11-21 11:20:00 UTC,3/7,0,LOG,00000,"process 9249 still waiting for ShareLock on relation 16390 of database 5 after 1000.1 ms","Process holding the lock: 9250. Wait queue: 9249.",,,,"while running the
                2026-11-21 11:25:43.003 UTC,,,9250,,65f00002.2422,1,,2026-11-21 11:25:00 UTC,4/8,0,ERROR,57014,"canceling autovacuum task",,,,,"autom
                """)
            .messages();

    assertEquals(2, messages.size());
    assertEquals(
        List.of(
            "process 9249 still waiting for ShareLock on relation 16390 of database 5"
                + " after 1000.1 ms"),
        messages.getFirst().in(Section.MESSAGE));
    assertEquals(List.of("canceling autovacuum task"), messages.getLast().in(Section.MESSAGE));
    assertEquals(9250, messages.getLast().pid());
  }

  @Test
  void readsCompressedStreamsAndWhatIsThereOfBrokenOnes() throws IOException, SourceException {
    byte[] whole = gzip(LOG.repeat(200));

    assertEquals(600, Recorded.of(whole, ReadOptions.AUTO).messages().size());
    var recorded = new Recorded();
    var detection =
        Recorded.detection(Arrays.copyOf(whole, whole.length / 2), ReadOptions.AUTO, recorded);
    assertTrue(detection.isCut());
    assertTrue(recorded.messages().size() > 50);
  }

  @Test
  void readsZstdAndWhatIsThereOfABrokenOne() throws IOException {
    byte[] whole = zstd(LOG.repeat(20_000));

    assertEquals(60_000, Recorded.of(whole, ReadOptions.AUTO).messages().size());
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    assertTrue(Recorded.of(half, ReadOptions.AUTO).messages().size() > 1_000);
  }

  /// `grep -A` of a terminal, whose tabs became blanks on the way.
  @Test
  void readsWhatGrepFoundWithItsContext() {
    var lines = LOG.replace("\t", "        ").lines().toList();
    var found = new StringBuilder();
    for (int line = 1; line <= 4; line++) {
      var mark = line == 2 ? ":" : "-";
      found.append("pg-15.log" + mark + line + mark + lines.get(line - 1) + "\n");
    }
    var messages = Recorded.of(found + "--\n" + found).messages();

    assertEquals(2, messages.size());
    assertEquals(3, messages.getFirst().texts().size());
    assertEquals(9249, messages.getFirst().pid());
    assertEquals(7, messages.getLast().line());
  }

  @Test
  void readsQuotesWithoutBlanks() {
    var psql =
        """
        INFO:  vacuuming "public.t"
        INFO:  "t": found 0 removable, 5 nonremovable row versions in 1 out of 1 pages
        DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 599
        CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s.
        """;

    assertEquals(
        Recorded.of(psql).messages(), Recorded.of(psql.replaceAll("(?m)^(?=.)", ">")).messages());
  }

  @Test
  void keepsTheWholeFieldsOfARowOfCsvlogThatIsCut() {
    var row =
        "2026-11-21 11:33:52.449 GMT,,,18105,,6b0181a0.46b9,1,,2026-11-21 11:33:52 GMT,4/12,0,"
            + "ERROR,57014,\"canceling autovacuum task\",,,,,\"while scanning block 3 of relation"
            + " \"\"sales.cards\"\"\nautomatic vacuum of table \"\"shop.sa";
    var inSecondLine = Recorded.of(row).messages().getFirst();
    var inFirstLine = Recorded.of(row.substring(0, row.indexOf("scanning"))).messages().getFirst();

    assertEquals(
        List.of("while scanning block 3 of relation \"sales.cards\""),
        inSecondLine.in(Section.CONTEXT));
    assertEquals("canceling autovacuum task", inFirstLine.heading());
    assertEquals(List.of(), inFirstLine.in(Section.CONTEXT));
    assertEquals(List.of(), Recorded.of(row.substring(0, row.indexOf("autovacuum"))).messages());
  }

  /// Found by fuzzing: the buffer ends where the flag of the line would stand.
  @Test
  void aLineOfAContainerMayEndBeforeItsFlag() {
    String piece =
        "2026-11-21T11:37:39.000000093Z stderr P 2026-11-21 11:25:40 UTC [7] LOG:  aut\n";
    String end = "2026-11-21T11:37:39.000000094Z stderr ";
    String filler = "x".repeat((1 << 16) - piece.length() - end.length() - 1) + "\n";

    assertEquals(1, Recorded.of(filler + piece + end).messages().size());
  }

  @Test
  void passesOverALineOfAnyLength() throws IOException, SourceException {
    String open =
        """
        2026-11-21 11:25:40.123 UTC [7] ERROR:  value too long
        2026-11-21 11:25:40.123 UTC [7] STATEMENT:  insert into notes values ('\
        """;
    byte[] decoy =
        "automatic vacuum of table \"a.b.c\": index scans: 1 ".getBytes(StandardCharsets.UTF_8);
    var stream =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    new ByteArrayInputStream((LOG + open).getBytes(StandardCharsets.UTF_8)),
                    new Repeated(decoy, 20_000_000),
                    new ByteArrayInputStream(("')\n" + LOG).getBytes(StandardCharsets.UTF_8)))));
    var recorded = new Recorded();
    var source = LogSource.stream(new Input(0, "long"), stream);
    var detection =
        new LogReader(ReadOptions.AUTO).read(List.of(source), recorded, Progress.NONE).getFirst();

    assertEquals(6, recorded.messages().stream().filter(LogReaderTest::isOfLog).count());
    assertEquals(24, detection.lines());
  }

  @Test
  void goesOnInTheNextFileAndStopsWhenTold() throws SourceException {
    var sources =
        List.of(
            LogSource.stream(new Input(0, "a"), stream(LOG)),
            LogSource.stream(new Input(1, "b"), stream(LOG.repeat(100_000))));
    var recorded = new Recorded();
    var detections =
        new LogReader(ReadOptions.AUTO).read(sources, recorded, (done, _) -> done < 8_000_000);

    assertEquals(2, detections.size());
    assertTrue(recorded.messages().size() > 3);
    assertTrue(recorded.messages().size() < 200_000);
  }

  @Test
  void namesThePrefixAndTheLineThatShowsIt() throws SourceException {
    byte[] log = LOG.repeat(3).getBytes(StandardCharsets.UTF_8);
    var detection = Recorded.detection(log, ReadOptions.AUTO, new Recorded());

    assertEquals("%m [%p] ", detection.prefix());
    var sighting = detection.sightings().getFirst();
    assertEquals(Layer.PREFIX, sighting.layer());
    assertTrue(sighting.text().startsWith("2026-11-21 11:25:"));
  }

  @Test
  void readsRecordsOfCsvlogInAWrapper() {
    String csv =
        """
        2026-11-21 11:27:37.585 GMT,,,77,,6b018028.4d,4,,2026-11-21 11:27:36 GMT,,0,LOG,00000,"automatic vacuum of table ""a.b.c"": index scans: 0
        pages: 0 removed, 7 remain, 0 skipped due to pins, 0 skipped frozen",,,,,,,,,""
        """;
    for (Wrapper wrapper :
        List.of(Wrapper.QUOTED, Wrapper.CRI, Wrapper.DOCKER_JSON, Wrapper.COMPOSE)) {
      var messages = Recorded.of(wrapper.around(csv), ReadOptions.AUTO).messages();

      assertEquals(1, messages.size());
      assertEquals(77, messages.getFirst().pid());
      assertEquals(2, messages.getFirst().texts().size());
      assertEquals(
          "automatic vacuum of table \"a.b.c\": index scans: 0", messages.getFirst().heading());
    }
  }

  @Test
  void readsUtf16() {
    byte[] utf16 = ("\uFEFF" + LOG).getBytes(StandardCharsets.UTF_16LE);

    assertEquals(3, Recorded.of(utf16, ReadOptions.AUTO).messages().size());
    byte[] unmarked = LOG.getBytes(StandardCharsets.UTF_16BE);
    assertEquals(3, Recorded.of(unmarked, ReadOptions.AUTO).messages().size());
  }

  @Test
  void tellsEmptyBlankAndBinaryInputFromText() throws SourceException {
    assertEquals(Detection.Contents.EMPTY, contents(new byte[0]));
    assertEquals(Detection.Contents.BLANK, contents(" \n\t\n".getBytes(StandardCharsets.UTF_8)));
    assertEquals(Detection.Contents.BINARY, contents(new byte[100]));
    assertEquals(Detection.Contents.TEXT, contents(LOG.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void believesOnlyTheGivenPrefix() {
    String log =
        """
        7|shop|LOG:  automatic vacuum of table "shop.public.t": index scans: 1
        \tpages: 0 removed, 71 remain, 0 skipped due to pins, 0 skipped frozen
        note 3|LOG:  automatic vacuum of table "shop.public.no": index scans: 1
        """;
    var options = new ReadOptions(LogFormat.AUTO, new LinePrefix("%p|%d|"));
    var messages = Recorded.of(log.getBytes(StandardCharsets.UTF_8), options).messages();

    assertEquals(1, messages.size());
    assertEquals(7, messages.getFirst().pid());
  }

  @Test
  void explainsAMissingFile() {
    var source = LogSource.file(new Input(0, "no/such.log"), Path.of("no/such.log"));
    var reader = new LogReader(ReadOptions.AUTO);

    var failure =
        assertThrows(
            SourceException.class,
            () -> reader.read(List.of(source), new Recorded(), Progress.NONE));
    assertTrue(failure.explanation().startsWith("There is no file no/such.log."));
  }

  private static Detection.Contents contents(byte[] bytes) throws SourceException {
    return Recorded.detection(bytes, ReadOptions.AUTO, new Recorded()).contents();
  }

  /// Not the error around the long line.
  private static boolean isOfLog(Recorded.Message message) {
    return message.pid() != 7;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] zstd(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZstdOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
