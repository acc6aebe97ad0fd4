package org.vacuumadvisor.cli.archive;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ArchiveOption;
import org.vacuumadvisor.cli.option.FailOnOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.history.HistoryJson;
import org.vacuumadvisor.fleet.history.HistoryReport;
import org.vacuumadvisor.fleet.history.Past;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Tells what was, out of an archive.
@Command(
    name = "history",
    exitCodeList = {
      " 0:done, and nothing at or above --fail-on was wrong then",
      " 1:done, and findings at or above --fail-on were",
      " 3:there is no archive, or it has nothing of what is asked for"
    })
public final class HistoryCommand implements Callable<Integer> {
  @Mixin private ArchiveOption archive;
  @Mixin private ArchiveTime time;
  @Mixin private FailOnOption failOn;
  @Mixin private OutputOptions output;

  @Option(names = "--cluster", paramLabel = "NAME")
  private @Nullable String cluster;

  @Option(names = "--table", paramLabel = "TABLE")
  private @Nullable String table;

  @Override
  public Integer call() throws SourceException {
    output.check();
    var question =
        new Question(
            time.at(), time.back(), Optional.ofNullable(cluster), Optional.ofNullable(table));
    try (var opened = Archive.open(archive.folder(), time.span())) {
      var past = Past.of(opened, question);
      output.report(() -> HistoryReport.of(past), writer -> HistoryJson.write(past, writer));
      return failOn.status(past.fleet().worst());
    }
  }
}
