package org.vacuumadvisor.cli.lab;

import java.util.List;
import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/// Follows what the advisor says of many workloads, and says what came of it.
@Command(
    name = "promises",
    description = {
      "Let workloads of many kinds run on two servers each, do on one of them what the advisor"
          + " says, and compare: whether the promised figures came, whether it was worth having,"
          + " and whether it did harm.",
      "It needs no database and leaves nothing behind. Close other programs: they disturb it."
    },
    exitCodeList = {" 0:done, whatever came of it", " 3:no trial could be finished"},
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor lab promises",
      "  vacuum-advisor lab promises --workload pgmq,river --server-version 13,18",
      "  vacuum-advisor lab promises --workload my-queue.sql -o promises.html"
    })
final class LabPromisesCommand implements Callable<Integer> {
  @ParentCommand private LabCommand lab;
  @Mixin private OutputOptions output;
  @Mixin private ScheduleOptions schedule;

  @Override
  public Integer call() throws SourceException {
    return schedule.run(List.of(Rival.NOBODY), output, lab.program().terminal());
  }
}
