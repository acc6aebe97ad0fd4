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
import org.vacuumadvisor.cli.option.ExactOptions;
import org.vacuumadvisor.cli.option.Ignoring;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.ReportingOptions;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Looks;
import org.vacuumadvisor.source.jdbc.Window;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.SavedPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Judges a server's vacuuming, and says what to change.
@Command(
    name = "advise",
    description = {
      "Look at a server and say what its VACUUM is doing, what is wrong, and what to change.",
      "It only reads: nothing is changed, nothing is waited for, nothing is held."
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor advise \"postgresql://monitor@db1.example.com/shop\"",
      "  vacuum-advisor advise -h db1 -U monitor -d shop --sample 60s",
      "  vacuum-advisor advise service=shop --all-databases --fail-on warning",
      "  vacuum-advisor advise shop --table 'orders*' --format json -o report.json",
      "  vacuum-advisor advise shop --all-databases --format html -o report.html",
      "  vacuum-advisor advise shop --format sql -o changes.sql",
      "  vacuum-advisor advise shop --save-plan plan.json    # for verify, later",
      "  vacuum-advisor advise shop --format check    # one line for Nagios and its kin",
      "  vacuum-advisor advise shop --log /var/log/postgresql/postgresql-18-main.log",
      "  vacuum-advisor advise shop --archive /var/lib/vacuum-advisor",
      "  vacuum-advisor advise --survey tuesday.json --since monday.json",
      "  psql shop -xc 'TABLE pg_stat_user_tables' | vacuum-advisor advise --paste -"
    })
final class AdviseCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @ParentCommand private Program program;
  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private Pastes pastes;
  @Mixin private ExactOptions exact;
  @Mixin private ReportingOptions reporting;
  @Mixin private OutputOptions output;

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      description =
          "Look twice, that long apart (60s, 5m), and judge what happened in between. Without it"
              + " the figures are sums since the statistics were last reset.")
  private @Nullable Duration sample;

  @Option(
      names = "--save-plan",
      paramLabel = "FILE",
      description =
          "Save the changes of settings that are recommended, with what is promised of each: what"
              + " verify later compares with what came.")
  private @Nullable Path planFile;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check(program.terminal());
    checkPlanFile();
    logs.check();
    var whole =
        pastes.areGiven()
            ? pastedAssessment()
            : logs.added(
                saved.areGiven() ? savedAssessment() : assessment(),
                command.commandLine().getErr(),
                program.terminal());
    var assessment = Ignoring.in(whole, program);
    reporting.checkFound(assessment);
    output.report(assessment, reporting.selection(), program.terminal());
    reporting.tellHidden(assessment, command.commandLine().getErr());
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
    var error = command.commandLine().getErr();
    error.println(
        "vacuum-advisor: Saved %s of settings, with what is promised, in %s."
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
    return pastes.assessment(logs, command.commandLine().getErr(), program.terminal());
  }

  private Assessment savedAssessment() throws SourceException {
    if (connection.isGiven() || sample != null) {
      throw new WrongUsage(
          "--survey and --since judge files: leave out CONNECTION, its options and --sample");
    }
    if (!archive.isGiven()) {
      return saved.assessment();
    }
    if (saved.count() > 1) {
      throw new WrongUsage("--since and --archive both say what was before: name one");
    }
    var now = saved.all().getLast();
    return Advisor.assess(archive.aDayBefore(now, Optional.empty()), now);
  }

  private Assessment assessment() throws SourceException, InterruptedException {
    var apart = sample;
    if (apart != null && archive.isGiven()) {
      throw new WrongUsage("--sample and --archive both say what was before: name one");
    }
    if (apart == null) {
      var now =
          connection.read((server, progress) ->
              server.survey(connection.databases(), exact.budget(), progress));
      return archive.isGiven()
          ? Advisor.assess(archive.aDayBefore(now, Optional.of(connection.described())), now)
          : Advisor.assess(now);
    }
    return switch (connection.read(
        (server, progress) ->
            server.look(connection.databases(), apart, exact.budget(), progress))) {
      case Looks.Twice(Window(var older, var newer)) -> Advisor.assess(older, newer);
      case Looks.Once(var survey, var lost) -> {
        var error = command.commandLine().getErr();
        error.println("vacuum-advisor: Judged by the first look alone. " + lost.explanation());
        yield Advisor.assess(survey);
      }
    };
  }
}
