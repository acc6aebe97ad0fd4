package org.vacuumadvisor.cli.archive;

import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.ArchiveOption;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.fleet.archive.Repair;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Repairs an archive.
@Command(
    name = "repair",
    description = {
      "Make an archive usable again that is damaged: every file in it that can be read counts, each"
          + " row once.",
      "It makes a new manifest where that is lost, and gives up files that are damaged. Nothing is"
          + " deleted: what cannot be used is moved to .set-aside in the archive. Where there is a"
          + " backup, restore that instead."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done, or there was nothing to repair",
      " 2:wrong usage",
      " 3:there is no archive, or it cannot be written",
      "70:a bug of ours"
    },
    footer = {"", "Example:", "  vacuum-advisor repair --archive fleet"})
public final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ArchiveOption archive;

  @Override
  public Integer call() throws SourceException {
    var outcome = Repair.of(archive.folder());
    var out = command.commandLine().getOut();
    outcome.lost().forEach(each -> out.println(TerminalText.escaped(each)));
    var count =
        "%s with %s"
            .formatted(
                Quantities.counted(outcome.files(), "file"),
                Quantities.counted(outcome.rows(), "row"));
    if (outcome.wasWhole()) {
      out.println("Nothing to repair: %s can be read.".formatted(count));
    } else {
      out.println(
          "The archive counts %s now%s."
              .formatted(
                  count,
                  outcome.found() == 0
                      ? ""
                      : ", of which no readable manifest named " + outcome.found()));
      outcome
          .to()
          .ifPresent(to ->
              out.println(
                  "The old manifest and what cannot be used are in %s."
                      .formatted(TerminalText.escaped(to.toString()))));
    }
    out.flush();
    return ExitStatus.FINE;
  }
}
