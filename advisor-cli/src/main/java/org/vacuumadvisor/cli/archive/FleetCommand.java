package org.vacuumadvisor.cli.archive;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.ArchiveOption;
import org.vacuumadvisor.cli.option.FailOnOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.history.Fleet;
import org.vacuumadvisor.fleet.history.FleetJson;
import org.vacuumadvisor.fleet.history.FleetReport;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.report.data.CheckLine;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Ranks the clusters of an archive.
@Command(
    name = "fleet",
    exitCodeList = {
      " 0:done, and nothing at or above --fail-on",
      " 1:done, and there are findings at or above --fail-on",
      " 3:there is no archive, it holds nothing of that time, or nobody knows how some cluster is"
          + " now"
    })
public final class FleetCommand implements Callable<Integer> {
  @Mixin private ArchiveOption archive;
  @Mixin private ArchiveTime time;
  @Mixin private FailOnOption failOn;
  @Mixin private OutputOptions output;

  @Option(names = "--most", paramLabel = "N", defaultValue = "50")
  private int most;

  @Option(names = "--stale-after", paramLabel = "TIME", defaultValue = "15m")
  private Duration staleAfter;

  @Override
  public Integer call() throws SourceException {
    output.check();
    try (var opened = Archive.open(archive.folder(), time.span())) {
      var fleet = Fleet.of(opened, Question.of(time.at(), time.back()), Freshness.of(staleAfter));
      switch (output.format()) {
        case JSON -> output.give(writer -> FleetJson.write(fleet, writer));
        case CHECK -> output.give(writer -> writer.write(FleetReport.checkLine(fleet) + "\n"));
        case TEXT, MARKDOWN, HTML, SQL, CSV ->
            output.report(FleetReport.of(fleet, Math.max(1, most)));
      }
      if (output.format() == Format.CHECK) {
        return CheckLine.Status.of(fleet.condition()).exit();
      }
      int status = failOn.status(fleet.worst());
      return status == ExitStatus.FINE && fleet.hasUnseen() ? ExitStatus.NO_INPUT : status;
    }
  }
}
