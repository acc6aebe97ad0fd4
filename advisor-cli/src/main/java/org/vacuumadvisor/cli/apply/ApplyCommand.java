package org.vacuumadvisor.cli.apply;

import java.io.Console;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Failure;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Sets what a saved plan recommends, stage by stage, and takes it back.
@Command(
    name = "apply",
    exitCodeList = {
      " 0:the stage is set, or all is taken back",
      " 1:not all of it: a guard, a lock, another value than the plan saw; it is said which",
      " 2:wrong usage, or nobody confirmed",
      " 3:no plan, no connection, no permission, no journal: nothing was set"
    })
public final class ApplyCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "PLAN", descriptionKey = "PLAN")
  private Path file;

  @Mixin private ConnectionOptions connection;
  @Mixin private LogOption logs;

  @Option(names = "--undo")
  private boolean isUndo;

  @Option(names = {"-y", "--yes"})
  private boolean isConfirmed;

  @Option(names = "--now")
  private boolean isNow;

  @Option(names = "--observe", paramLabel = "TIME", defaultValue = "5s")
  private Duration observe;

  @Option(names = "--max-rate", paramLabel = "SIZE", defaultValue = "100MB")
  private Bytes maxRate;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    logs.check();
    try (var plan = PlanInHand.open(file)) {
      return connection.read((server, progress) -> isDone(server, plan, progress))
          ? ExitStatus.FINE
          : ExitStatus.FINDINGS;
    }
  }

  private boolean isDone(ServerSource server, PlanInHand plan, Progress progress)
      throws SourceException, InterruptedException {
    var wishes =
        new Application.Wishes(
            isUndo,
            isNow,
            new Guards(plan, maxRate, cancelled()),
            observe,
            this::isAgreed,
            progress,
            () -> {});
    try (var look = new ServerLook(server)) {
      return new Application(look, plan, wishes, this::say).run();
    } catch (SQLException failed) {
      throw new SourceException(
          "The server did not answer: %s. Run the same command again."
              .formatted(Failure.of(failed).message()),
          failed);
    }
  }

  /// When automatic vacuums were cancelled, as the logs tell; null without any.
  private @Nullable List<Instant> cancelled() throws SourceException {
    if (!logs.isGiven()) {
      return null;
    }
    var cancelled = new ArrayList<Instant>();
    var _ =
        logs.read(notice -> {
          if (notice.kind() == NoticeKind.AUTOVACUUM_CANCELLED) {
            Moments.of(notice).ifPresent(cancelled::add);
          }
        });
    return cancelled;
  }

  private void say(String line) {
    var out = command.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private boolean isAgreed() {
    if (isConfirmed) {
      return true;
    }
    var console =
        Optional.ofNullable(System.console())
            .filter(Console::isTerminal)
            .orElseThrow(() ->
                new WrongUsage("Nothing was set: there is no terminal to confirm on. Add --yes"));
    var answer = console.readLine(isUndo ? "Take this back? [y/N] " : "Set this? [y/N] ");
    return answer != null && answer.strip().matches("(?i)y|yes");
  }
}
