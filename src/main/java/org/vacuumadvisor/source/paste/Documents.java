package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// Texts and logs of one server, read: runs of VACUUM out of whatever is a log, figures out of the
/// rest.
///
/// @param understanding what was not understood of messages
/// @param history what the runs tell
/// @param survey what the figures tell; empty where there were logs alone
public record Documents(Understanding understanding, History history, Optional<Survey> survey) {
  /// Of so many runs by hand it is known which figures were shown before them.
  private static final int MOST_RUNS = 10_000;

  private static final int RUNS_KEPT = 100;

  /// Whether they show more than messages.
  public boolean hasFigures() {
    return survey
        .flatMap(each -> each.coverage().excerpt())
        .filter(each -> each.tablesRead() > 0 || each.figuresRead() > 0)
        .isPresent();
  }

  /// A run that a transcript shows, in which of the texts, and the line where it begins.
  record Vacuumed(int text, Relname table, long line) {}

  /// Reads texts alone.
  public static Documents read(List<Paste.Text> texts) throws SourceException {
    var historian = new Historian(RUNS_KEPT);
    return read(texts, List.of(), historian, historian, Progress.NONE);
  }

  /// Reads logs and texts, in this order, as of one server.
  ///
  /// @param historian sums up the runs
  /// @param sink takes each run, and hands it to the historian if it is not the same
  /// @throws SourceException if one cannot be read
  public static Documents read(
      List<Paste.Text> texts,
      List<LogSource> logs,
      Historian historian,
      RunSink sink,
      Progress progress)
      throws SourceException {
    var marked = Paste.besideLogs(texts);
    var sources = new ArrayList<>(logs);
    marked.forEach(each -> sources.add(each.asLog(sources.size())));
    var transcript = new ArrayList<Vacuumed>();
    var result =
        new RunReader(ReadOptions.AUTO)
            .read(
                sources,
                new RunSink() {
                  @Override
                  public void run(Run run) {
                    sink.run(run);
                    note(run, logs.size(), transcript);
                  }

                  @Override
                  public void notice(Notice notice) {
                    sink.notice(notice);
                  }
                },
                progress);
    var understanding = Paste.ofMessages(result.understanding(), marked);
    var history = historian.history().covering(understanding);
    return new Documents(
        understanding,
        history,
        texts.isEmpty()
            ? Optional.empty()
            : Optional.of(Paste.survey(marked, history.releases(), transcript)));
  }

  /// What a transcript shows before a `VACUUM (VERBOSE)` is older; of a log nobody knows that.
  private static void note(Run run, int logs, List<Vacuumed> transcript) {
    var heading = run.heading();
    var table = heading.name().table();
    if (table != null
        && !table.startsWith("pg_toast_")
        && (run.is(Trait.AT_DEBUG)
            || (heading.trigger() == Trigger.MANUAL && heading.stamp().timestamp() == null))
        && heading.mode() != null
        && heading.place().input().number() >= logs
        && transcript.size() < MOST_RUNS) {
      var place = heading.place();
      var name = heading.name().relation();
      var called = new Relname(name.database(), name.schema(), name.name());
      transcript.add(new Vacuumed(place.input().number() - logs, called, place.line()));
    }
  }
}
