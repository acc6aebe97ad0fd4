package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.archive.ArchivedPast;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.ReportingOptions;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Budget;
import org.vacuumadvisor.source.jdbc.Looks;
import org.vacuumadvisor.source.jdbc.Window;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.SavedPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Judges a server's vacuuming, and says what to change.
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private Pastes pastes;
  @Mixin private ReportingOptions reporting;
  @Mixin private OutputOptions output;

  @Option(names = "--sample", paramLabel = "TIME")
  private @Nullable Duration sample;

  @Option(names = "--exact")
  private boolean exact;

  @Option(names = "--exact-time", paramLabel = "TIME", defaultValue = "60s")
  private Duration exactTime;

  @Option(names = "--exact-size", paramLabel = "SIZE", defaultValue = "10GB")
  private Bytes exactSize;

  @Option(names = "--save-plan", paramLabel = "FILE")
  private @Nullable Path planFile;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check();
    checkPlanFile();
    logs.check();
    var assessment =
        reporting.withoutIgnored(pastes.areGiven() ? pastedAssessment() : logs.added(assessment()));
    reporting.checkFound(assessment);
    output.report(assessment, reporting.selection());
    reporting.tellHidden(assessment);
    savePlan(reporting.selection().ofAnySeverity().of(assessment));
    return output.status(assessment, reporting);
  }

  private void checkPlanFile() throws SourceException {
    if (planFile != null && pastes.areGiven()) {
      throw new WrongUsage("--save-plan is for a server that was looked at, not for --paste");
    }
    if (planFile != null) {
      new OutputFile(planFile).check();
    }
  }

  private void savePlan(Assessment assessment) throws SourceException {
    if (planFile == null) {
      return;
    }
    var plan = SavedPlan.of(assessment);
    new OutputFile(planFile).write(writer -> plan.write(writer));
    Program.tell(
        command,
        "Saved %s of settings, with what is promised, in %s."
            .formatted(
                Quantities.counted(plan.changes().size(), "change"),
                TerminalText.escaped(planFile.toString())));
  }

  private Assessment pastedAssessment() throws SourceException {
    if (connection.isGiven() || saved.areGiven() || archive.isGiven() || sample != null) {
      throw new WrongUsage(
          "--paste judges copied figures: leave out CONNECTION, its options, --survey, --since,"
              + " --sample and --archive");
    }
    return pastes.assessment(logs);
  }

  private Assessment assessment() throws SourceException, InterruptedException {
    saved.check(connection, sample);
    archive.check(saved, sample);
    if (sample != null) {
      return sampled(sample);
    }
    if (archive.isGiven()) {
      var now = saved.areGiven() ? saved.all().getLast() : surveyed();
      return Advisor.assess(archive.aDayBefore(now, saved.server(connection)), now);
    }
    return saved.areGiven() ? saved.assessment() : Advisor.assess(surveyed());
  }

  /// What may be read of files to measure bloat; empty where nothing was asked for.
  private Optional<Budget> budget() {
    return exact ? Optional.of(new Budget(exactTime, exactSize)) : Optional.empty();
  }

  private Survey surveyed() throws SourceException, InterruptedException {
    return connection.read(
        (server, progress) -> server.survey(connection.databases(), budget(), progress));
  }

  private Assessment sampled(Duration apart) throws SourceException, InterruptedException {
    return switch (connection.read(
        (server, progress) -> server.look(connection.databases(), apart, budget(), progress))) {
      case Looks.Twice(Window(var older, var newer)) -> Advisor.assess(older, newer);
      case Looks.Once(var survey, var lost) -> {
        Program.tell(command, "Judged by the first look alone. " + lost.explanation());
        yield Advisor.assess(survey);
      }
    };
  }
}
