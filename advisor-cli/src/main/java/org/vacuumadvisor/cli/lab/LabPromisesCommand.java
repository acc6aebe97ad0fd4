package org.vacuumadvisor.cli.lab;

import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.promise.Promises;
import org.vacuumadvisor.lab.promise.PromisesJson;
import org.vacuumadvisor.lab.promise.PromisesReport;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Follows what the advisor says of many workloads, and says what came of it.
@Command(
    name = "promises",
    description = {
      "Let workloads of many kinds run on two servers each, do on one of them what the advisor"
          + " says, and compare: whether the promised figures came, whether it was worth having,"
          + " and whether it did harm.",
      "It needs no database and leaves nothing behind. Close other programs: they disturb it."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done, whatever came of it",
      " 2:wrong usage",
      " 3:no trial could be finished",
      "70:a bug of ours"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor lab promises",
      "  vacuum-advisor lab promises --workload pgmq,river --server-version 13,18",
      "  vacuum-advisor lab promises --workload my-queue.sql -o promises.html"
    })
final class LabPromisesCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @ParentCommand private LabCommand lab;
  @Mixin private OutputOptions output;

  @Mixin private ScheduleOptions schedule;

  @Override
  public Integer call() throws SourceException {
    var terminal = lab.program().terminal();
    output.check(terminal);
    var planned = schedule.schedule();
    var story = new DemoStory(command.commandLine().getErr(), terminal);
    try (var _ = new DemoInterrupt()) {
      var kept = Promises.run(planned, story::tell);
      output.report(
          () -> PromisesReport.of(kept), writer -> PromisesJson.write(kept, writer), terminal);
      return kept.followings().isEmpty() ? ExitStatus.NO_INPUT : ExitStatus.FINE;
    }
  }
}
