package org.vacuumadvisor.cli.lab;

import java.util.List;
import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// Sets servers up as the advisor says, and beside it as others would.
@Command(
    name = "rivals",
    description = {
      "Let workloads of many kinds run on several servers at the same time, set one up as the"
          + " advisor says and the others by rules of thumb, and compare what the application"
          + " notices and what it costs.",
      "The rivals: nobody, article, pgtune, azure, dba (docs/lab.md says what each sets).",
      "It needs no database and leaves nothing behind. Close other programs: they disturb it."
    },
    exitCodeList = {" 0:done, whoever did better", " 3:no workload could be finished"},
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor lab rivals",
      "  vacuum-advisor lab rivals --against pgtune,dba --workload pgmq,river",
      "  vacuum-advisor lab rivals --workload my-queue.sql -o rivals.html"
    })
final class LabRivalsCommand implements Callable<Integer> {
  @ParentCommand private LabCommand lab;
  @Mixin private OutputOptions output;
  @Mixin private ScheduleOptions schedule;

  @Option(
      names = "--against",
      paramLabel = "RIVAL",
      split = ",",
      description = "Whose servers run beside the advisor's. Default: all.")
  private List<Rival> against = List.of();

  @Override
  public Integer call() throws SourceException {
    return schedule.run(
        against.isEmpty() ? List.of(Rival.values()) : against, output, lab.program().terminal());
  }
}
