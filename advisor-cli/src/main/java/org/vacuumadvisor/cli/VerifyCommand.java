package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.cli.archive.ArchiveTime;
import org.vacuumadvisor.cli.archive.ArchivedPast;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.Changes;
import org.vacuumadvisor.verify.Look;
import org.vacuumadvisor.verify.Outcome.Verdict;
import org.vacuumadvisor.verify.SavedPlan;
import org.vacuumadvisor.verify.Verification;
import org.vacuumadvisor.verify.VerificationReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Says whether changes did what was promised of them.
@Command(
    name = "verify",
    description = {
      "Say whether changes did what was promised: kept, no effect, worse: revert, undecided, or not"
          + " to be judged, each with its reason.",
      "What was before and what is now is compared by the row written, and held against tables that"
          + " nobody touched. More looks (--archive, --since) and logs of both times (--log) tell"
          + " more. The server is only read."
    },
    exitCodeList = {
      " 0:done, and no change made anything worse",
      " 1:done, and a change made something worse: revert it",
      " 3:no input: no plan, no connection, unreadable"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor advise shop --sample 60s --save-plan plan.json",
      "  vacuum-advisor verify plan.json shop    # days after the changes were made",
      "  vacuum-advisor verify plan.json shop --archive /var/lib/vacuum-advisor -o verified.html",
      "  vacuum-advisor verify plan.json --since monday.json --survey friday.json --log server.log",
      "  vacuum-advisor verify - shop --since monday.json    # whatever others changed",
      "  vacuum-advisor verify - shop --archive fleet --changed-at 'yesterday 14:00'"
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String NO_PLAN = "-";

  @Spec private CommandSpec command;
  @ParentCommand private Program program;

  @Parameters(
      index = "0",
      paramLabel = "PLAN",
      description =
          "What advise --save-plan wrote; or - for changes that others made: those that settings of"
              + " two looks show, or whatever was done at --changed-at.")
  private Path file;

  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private OutputOptions output;

  @Option(
      names = "--changed-at",
      paramLabel = "TIME",
      description =
          "When the changes were made: '2026-11-21 14:00', 'yesterday 14:00', '2h ago', in UTC."
              + " Default: what apply noted,"
              + " else right after the plan was saved.")
  private @Nullable String changedAt;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check(program.terminal());
    logs.check();
    if (saved.isNewestGiven() && connection.isGiven()) {
      throw new WrongUsage("--survey and CONNECTION both say what is now: name one");
    }
    var plan =
        file.toString().equals(NO_PLAN)
            ? Optional.<SavedPlan>empty()
            : Optional.of(SavedPlan.read(file));
    var surveys = surveys();
    var now = surveys.getLast();
    if (plan.filter(each -> !each.canBeOf(now)).isPresent()) {
      throw new SourceException(
          "%s is a plan for another server: none of its databases is here."
              .formatted(TerminalText.escaped(file.toString())));
    }
    var looks =
        Look.all(
            surveys,
            plan.map(SavedPlan::changes).orElse(List.of()),
            plan.map(SavedPlan::looks).orElse(List.of()));
    var noted = AppliedChanges.read(AppliedChanges.journalOf(file)).madeAt();
    var changes = plan.isPresent() ? Changes.planned(plan.get(), told(), noted) : found(looks);
    var runs = new RunCollector();
    if (logs.isGiven()) {
      var _ = logs.read(runs, command.commandLine().getErr(), program.terminal());
    }
    var verification = Verification.of(changes, looks, runs.runs(), Advisor.assess(now));
    output.report(
        () -> VerificationReport.of(verification), verification::write, program.terminal());
    return verification.count(Verdict.WORSE) > 0 ? 1 : 0;
  }

  private Changes found(List<Look> looks) {
    var told = told();
    if (told.isEmpty() && looks.stream().filter(each -> !each.settings().isEmpty()).count() < 2) {
      throw new WrongUsage(
          "verify - needs an older survey (--since), or --changed-at: an archive keeps no settings"
              + " to compare");
    }
    return Changes.found(looks, told);
  }

  private Optional<Instant> told() {
    return Optional.ofNullable(changedAt).map(text -> ArchiveTime.moment(text, ZoneOffset.UTC));
  }

  /// All that is at hand, the oldest first.
  private List<Survey> surveys() throws SourceException, InterruptedException {
    var all = new ArrayList<Survey>();
    if (saved.isNewestGiven()) {
      all.addAll(saved.before(saved.newest(), "the survey of --survey"));
    } else {
      all.addAll(saved.before(connection.survey(), "the server as it is now"));
    }
    if (archive.isGiven()) {
      all.addAll(
          0,
          archive.closelyBefore(
              all.getLast(),
              saved.isNewestGiven() ? Optional.empty() : Optional.of(connection.described())));
    }
    return all;
  }
}
