package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// Messages of servers whose `lc_messages` is not English, as PostgreSQL's own catalogues say them,
/// of providers, and texts that are no log.
class ForeignLogsTest {
  private static final String SPANISH =
      """
      2026-11-21 11:53:02.510 GMT [6434] LOG:  vacuum automático de la tabla «tienda.public.pedidos»: recorridos de índice: 1
      \tpáginas: 0 eliminadas, 52 quedan, 52 recorridas (100.00%% del total)
      \ttuplas: %s eliminadas, 3354 permanecen, 3000 están muertas pero aún no se pueden quitar
      \tuso de sistema: CPU: usuario: 0.01 s, sistema: 0.00 s, transcurrido: 0.25 s
      2026-11-21 11:54:02.510 GMT [6440] ERROR:  cancelando tarea de autovacuum
      2026-11-21 11:54:02.510 GMT [6440] CONTEXTO:  vacuum automático de la tabla «tienda.public.pedidos»
      """;

  @Test
  void readsTheFiguresOfATranslatedReport() throws SourceException {
    var read = Read.of(SPANISH.formatted("17"));
    var run = read.runs.getFirst();

    assertEquals("pedidos", run.heading().name().table());
    assertTrue(run.is(Trait.TRANSLATED) && run.is(Trait.COMPLETE));
    assertEquals(17L, run.outcome().tuples().removed());
    assertEquals(3_000L, run.outcome().tuples().deadNotRemovable());
    assertEquals(0.25, run.elapsedSeconds());
    assertEquals(2, read.result.understanding().read());
  }

  @Test
  void tellsTheLanguageOnceAndReadsTranslatedErrors() throws SourceException {
    var notices = Read.of(SPANISH.formatted("17")).notices;

    assertEquals(
        List.of(NoticeKind.UNSUPPORTED_LANGUAGE, NoticeKind.AUTOVACUUM_CANCELLED),
        notices.stream().map(Notice::kind).toList());
    assertEquals("es", notices.getFirst().text());
    assertEquals(1, notices.getFirst().place().line());
    assertEquals("pedidos", notices.getLast().name().table());
    assertTrue(notices.getLast().translated());
  }

  /// Korean catalogues up to 15 leave a number out where it is 0.
  @Test
  void leavesTheFiguresOfALineUnknownThatIsNotAsItMustBe() throws SourceException {
    var read = Read.of(SPANISH.formatted(""));

    assertNull(read.runs.getFirst().outcome().tuples().deadNotRemovable());
    assertEquals(1, read.result.understanding().unknownLines());
  }

  @Test
  void readsTranslatedOutputOfPsql() throws SourceException {
    var read =
        Read.of(
            """
            INFO:  "public.bestellung" wird bearbeitet
            INFO:  beende Vacuum der Tabelle »shop.public.bestellung«: Index-Scans: 0
            Seiten: 0 entfernt, 1770 verbleiben, 1770 gescannt (100.00% der Gesamtzahl)
            Tupel: 0 entfernt, 23000 verbleiben, 3000 sind tot aber noch nicht entfernbar
            Systembenutzung: CPU: Benutzer: 0,00 s, System: 0,01 s, verstrichen: 0,50 s
            VACUUM
            """);
    var run = read.runs.getFirst();

    assertEquals(1_770L, run.outcome().pages().remain());
    assertEquals(0.5, run.elapsedSeconds());
    assertEquals(2, read.notices.getFirst().place().line());
  }

  @Test
  void saysNothingOfALanguageWhereOnlyNamesAreForeign() throws SourceException {
    var read =
        Read.of(
            """
            2026-11-21 11:53:02.510 GMT [6434] LOG:  automatic analyze of table "shop.public.größe"
            \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
            2026-11-21 11:53:03.510 GMT [6434] ERROR:  relation "вакуум" does not exist
            """);

    assertEquals(List.of(), read.notices);
    assertTrue(!read.runs.getFirst().is(Trait.TRANSLATED));
  }

  @Test
  void namesTheProcessThatAlloyDbSaysHoldsBackCleanup() throws SourceException {
    var holder =
        Read.of(
                """
                2026-11-21 11:53:02.510 UTC [88] WARNING:  Found a backend process 4711 with a long running transaction whose transaction id age 250000000 is larger than or equal to the transaction age threshold 200000000.
                """)
            .notices
            .getFirst();

    assertEquals(NoticeKind.HORIZON_HOLDER, holder.kind());
    assertEquals(4711L, holder.figures().process());
    assertEquals(250_000_000L, holder.figures().xidAge());
  }

  @Test
  void tellsATextThatIsNoLogFromALogWithoutVacuum() throws SourceException {
    var none = List.of(NoticeKind.NO_VACUUM_OUTPUT);
    var notALog = List.of(NoticeKind.NO_VACUUM_OUTPUT, NoticeKind.NOT_A_LOG);

    assertEquals(none, kinds("2026-11-21 11:53:02.510 UTC [88] LOG:  database system is ready\n"));
    assertEquals(notALog, kinds("root:x:0:0:root:/root:/bin/bash\nbin:x:1:1:bin:/bin:\n"));
  }

  private static List<NoticeKind> kinds(String text) throws SourceException {
    return Read.of(text).notices.stream().map(Notice::kind).toList();
  }

  /// What was read from a text.
  private static final class Read implements RunSink {
    private final List<Run> runs = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private Result result = new Result(List.of(), Understanding.NONE, true);

    static Read of(String text) throws SourceException {
      var read = new Read();
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var source = LogSource.stream(new Input(0, "log"), new ByteArrayInputStream(bytes));
      read.result = new RunReader(ReadOptions.AUTO).read(List.of(source), read, Progress.NONE);
      return read;
    }

    @Override
    public void run(Run run) {
      runs.add(run);
    }

    @Override
    public void notice(Notice notice) {
      notices.add(notice);
    }
  }
}
