package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// Lines of other sessions within a message: where processes write to one file at once, and where
/// somebody sorted it. PostgreSQL writes `CONTEXT` behind its message, with the same prefix.
class ForeignLinesTest {
  private static final String ERROR =
      "2026-11-20 10:00:00.000 UTC [100] ERROR:  canceling autovacuum task\n";
  private static final String CONTEXT =
      "2026-11-20 10:00:00.000 UTC [100] CONTEXT:  automatic vacuum of table"
          + " \"shop.public.orders\"\n";
  private static final String FOREIGN =
      "2026-11-20 10:00:00.001 UTC [200] LOG:  duration: 1.2 ms  statement: SELECT 1\n";

  @Test
  void aContextBehindALineOfAnotherSessionStaysWithItsError() throws SourceException {
    assertEquals(List.of("orders"), cancelled(ERROR + FOREIGN + CONTEXT));
    assertEquals(List.of("orders"), cancelled(ERROR + FOREIGN.repeat(20) + CONTEXT));
  }

  @Test
  void aLineOfTheSameMomentHidesNoSession() throws SourceException {
    var foreign = FOREIGN.replace(".001", ".000");

    assertEquals(
        List.of("orders", "orders"), cancelled((ERROR + foreign + CONTEXT + foreign).repeat(2)));
  }

  @Test
  void contextsOfTwoErrorsGoToTheirOwn() throws SourceException {
    var other = (ERROR + CONTEXT).replace("[100]", "[300]").replace("orders", "items");

    assertEquals(List.of("orders", "items"), cancelled(ERROR + other + CONTEXT));
  }

  @Test
  void aReportInBetweenIsReadAsWell() throws SourceException {
    var report =
        "2026-11-20 10:00:00.001 UTC [200] LOG:  automatic analyze of table \"shop.public.items\""
            + " system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.02 s\n";
    var told = new Told();

    read(ERROR + report + CONTEXT, told);

    assertEquals(List.of("orders"), told.cancelled);
    assertEquals(List.of("items"), told.runs);
  }

  @Test
  void aContextBehindALaterMessageOfItsSessionIsThatMessages() throws SourceException {
    var later = FOREIGN.replace("[200]", "[100]");

    assertEquals(List.of("null"), cancelled(ERROR + FOREIGN + later + CONTEXT));
  }

  @Test
  void aContextTooFarBehindIsNobodys() throws SourceException {
    assertEquals(List.of("null"), cancelled(ERROR + FOREIGN.repeat(200) + CONTEXT));
  }

  @Test
  void withoutSessionsAContextIsOfTheMessageBefore() throws SourceException {
    var bare = (ERROR + FOREIGN + CONTEXT).replaceAll("\\[\\d+] ", "");

    assertEquals(List.of("null"), cancelled(bare));
  }

  private static List<String> cancelled(String log) throws SourceException {
    var told = new Told();
    read(log, told);
    return told.cancelled;
  }

  private static void read(String log, RunSink into) throws SourceException {
    var bytes = (FOREIGN.repeat(3) + log + FOREIGN.repeat(3)).getBytes(StandardCharsets.UTF_8);
    var source = LogSource.stream(new Input(0, "log"), new ByteArrayInputStream(bytes));
    var _ = new RunReader(ReadOptions.AUTO).read(List.of(source), into, Progress.NONE);
  }

  private static final class Told implements RunSink {
    private final List<String> cancelled = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();

    @Override
    public void run(Run run) {
      runs.add(String.valueOf(run.heading().name().table()));
    }

    @Override
    public void notice(Notice notice) {
      if (notice.kind() == NoticeKind.AUTOVACUUM_CANCELLED) {
        cancelled.add(String.valueOf(notice.name().table()));
      }
    }
  }
}
