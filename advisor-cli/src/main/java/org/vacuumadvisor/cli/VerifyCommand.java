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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Says whether changes did what was promised of them.
@Command(
    name = "verify",
    exitCodeList = {
      " 0:done, and no change made anything worse",
      " 1:done, and a change made something worse: revert it",
      " 3:no input: no plan, no connection, unreadable"
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String NO_PLAN = "-";

  @Parameters(index = "0", paramLabel = "PLAN", descriptionKey = "PLAN")
  private Path file;

  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private OutputOptions output;

  @Option(names = "--changed-at", paramLabel = "TIME")
  private @Nullable String changedAt;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check();
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
      var _ = logs.read(runs);
    }
    var verification = Verification.of(changes, looks, runs.runs(), Advisor.assess(now));
    output.report(() -> VerificationReport.of(verification), verification::write);
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
      all.addAll(0, archive.closelyBefore(all.getLast(), saved.server(connection)));
    }
    return all;
  }
}
