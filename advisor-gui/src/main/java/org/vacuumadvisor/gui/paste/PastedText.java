package org.vacuumadvisor.gui.paste;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.work.Steps;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.container.LogReader;
import org.vacuumadvisor.source.log.container.LogSource;
import org.vacuumadvisor.source.log.container.Progress;
import org.vacuumadvisor.source.log.container.ReadOptions;
import org.vacuumadvisor.source.log.message.ReadLines;
import org.vacuumadvisor.source.log.runs.RunReader;
import org.vacuumadvisor.source.paste.Paste;

/// A pasted text read for runs of VACUUM and for figures.
final class PastedText {
  private static final String NAME = "pasted text";
  private static final int RUNS_KEPT = 1_000;

  /// Notices that tell of no run.
  private static final Set<NoticeKind> NOTHING_TOLD =
      Set.of(
          NoticeKind.EMPTY_INPUT,
          NoticeKind.BINARY_INPUT,
          NoticeKind.NO_VACUUM_OUTPUT,
          NoticeKind.UNSUPPORTED_LANGUAGE,
          NoticeKind.INCOMPLETE_RECORD);

  private PastedText() {}

  static Assessment read(String text, Steps steps) throws SourceException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var historian = new Historian(RUNS_KEPT);
    var result =
        new RunReader(ReadOptions.AUTO)
            .read(List.of(source(bytes)), historian, (_, _) -> steps.goOn());
    var history = historian.history().covering(result.understanding());
    boolean hasRuns = history.runs() > 0 || !NOTHING_TOLD.containsAll(history.notices().keySet());
    var lines = new ReadLines();
    new LogReader(ReadOptions.AUTO).read(List.of(source(bytes)), lines, Progress.NONE);
    try {
      var survey =
          Paste.survey(List.of(new Paste.Text(NAME, text, hasRuns ? lines.numbers() : Set.of())));
      return hasRuns ? Advisor.assess(survey, history) : Advisor.assess(survey);
    } catch (SourceException noFigures) {
      if (!hasRuns) {
        throw noFigures;
      }
      return Advisor.assessLogs(history);
    }
  }

  private static LogSource source(byte[] bytes) {
    return LogSource.stream(new Input(0, NAME), new ByteArrayInputStream(bytes));
  }
}
