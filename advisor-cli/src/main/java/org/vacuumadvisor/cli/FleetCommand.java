package org.vacuumadvisor.cli;

import java.util.concurrent.Callable;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.ranking.FleetReport;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// Ranks the clusters of an archive.
@Command(
    name = "fleet",
    description = {
      "Rank the clusters of an archive by urgency, and group the problems that several of them"
          + " share.",
      "Each is judged by its last survey; watch makes them."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 2:wrong usage",
      " 3:there is no archive, or it holds nothing of that time",
      "70:a bug of ours"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor fleet --archive fleet",
      "  vacuum-advisor fleet --archive fleet -o fleet.html"
    })
final class FleetCommand implements Callable<Integer> {
  @ParentCommand private VacuumAdvisor program;
  @Mixin private ArchiveOption archive;
  @Mixin private ArchiveTime time;
  @Mixin private OutputOptions output;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many clusters to list. Default: ${DEFAULT-VALUE}.")
  private int most;

  @Override
  public Integer call() throws SourceException {
    output.check(program.terminal());
    try (var opened = Archive.open(archive.folder(), time.span())) {
      var ranking = FleetReport.of(opened, time.at(), time.back(), Math.max(1, most));
      output.report(ranking.report(), program.terminal());
    }
    return ExitStatus.FINE;
  }
}
